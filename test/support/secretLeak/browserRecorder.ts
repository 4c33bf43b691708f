// Records a browser's requests, console, messages and storage for the leak search.
import { readFileSync } from 'node:fs';
import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from 'playwright-core';
import { SECRETS_ENTRY_PLACE, tracesOfSecrets } from './encryptedSecrets.ts';
import { hostMessagesIn, type SocketFrame } from './hostMessages.ts';
import type { KeyMessageChecker } from './keyMessages.ts';
import { createTrace, type Trace } from './trace.ts';

/** The name of the function through which a page sends its messages to this process. */
const BINDING_NAME = 'recordMessageInTest';

interface RecordedSocket {
  readonly url: string;
  readonly frames: SocketFrame[];
}

export class BrowserRecorder {
  readonly #traces: Trace[] = [];
  readonly #sockets: RecordedSocket[] = [];
  /** The open browsers, each with the disposables that end its recording. */
  readonly #contexts = new Map<BrowserContext, AsyncDisposableStack>();
  /** The path of the file with the server's half of the key that encrypts the secret storage. */
  readonly #serverKeyHalf: string;

  constructor(serverKeyHalf: string) {
    this.#serverKeyHalf = serverKeyHalf;
  }

  /** Starts recording. Must be called before the first page is opened. */
  async attach(context: BrowserContext): Promise<void> {
    const recording = new AsyncDisposableStack();
    this.#contexts.set(context, recording);
    context.once('close', () => this.#contexts.delete(context));
    const listeners = {
      request: (request: Request) => this.#add(...tracesOfRequest(request)),
      console: (message: ConsoleMessage) =>
        this.#add(createTrace('the console', `a ${message.type()}`, message.text())),
      weberror: (error: WebError) => this.#add(createTrace('the console', 'an error', String(error.error().stack))),
      page: (page: Page) => this.#recordSockets(page),
    };
    context.on('request', listeners.request);
    recording.defer(() => void context.off('request', listeners.request));
    context.on('console', listeners.console);
    recording.defer(() => void context.off('console', listeners.console));
    context.on('weberror', listeners.weberror);
    recording.defer(() => void context.off('weberror', listeners.weberror));
    context.on('page', listeners.page);
    recording.defer(() => void context.off('page', listeners.page));
    const record = (_source: unknown, text: unknown): void =>
      this.#add(createTrace('messages of pages', 'a message', String(text)));
    const binding = await context.exposeBinding(BINDING_NAME, record);
    recording.defer(() => binding.dispose());
    const script = await context.addInitScript(recordMessages, BINDING_NAME);
    recording.defer(() => script.dispose());
    for (const page of context.pages()) this.#recordSockets(page);
  }

  /** Ends the recording of all browsers that are still open. */
  async detach(): Promise<void> {
    const recordings = [...this.#contexts.values()];
    this.#contexts.clear();
    await Promise.all(recordings.map((recording) => recording.disposeAsync()));
  }

  /** Records the current content and storage of the open pages. */
  async recordStorage(): Promise<void> {
    for (const context of this.#contexts.keys()) {
      this.#add(createTrace('storage of the browser', 'cookies', JSON.stringify(await context.cookies())));
      for (const page of context.pages()) {
        for (const frame of page.frames()) {
          // A frame may be removed while it is read.
          const state = await Promise.all([frame.content(), frame.evaluate(readStorage)]).catch(() => undefined);
          if (state === undefined) continue;
          const [source, storage] = state;
          this.#add(
            createTrace('sources of pages', frame === page.mainFrame() ? 'the workbench' : 'a webview', source),
          );
          for (const { place, text } of storage) this.#addStorage(place, text);
        }
      }
    }
  }

  /** Returns all traces that were recorded until now. */
  traces(keyMessages: KeyMessageChecker): Trace[] {
    return [
      ...this.#traces,
      ...this.#sockets.flatMap(({ url, frames }) => keyMessages.tracesOfMessages(url, hostMessagesIn(frames))),
    ];
  }

  #addStorage(place: string, text: string): void {
    this.#add(createTrace('storage of the browser', place, text));
    if (place === SECRETS_ENTRY_PLACE) this.#add(...tracesOfSecrets(text, readFileSync(this.#serverKeyHalf)));
  }

  #add(...traces: readonly Trace[]): void {
    this.#traces.push(...traces);
  }

  #recordSockets(page: Page): void {
    page.on('websocket', (socket) => {
      const frames: SocketFrame[] = [];
      this.#sockets.push({ url: new URL(socket.url()).pathname, frames });
      this.#add(createTrace('requests of the browser', 'the address of a socket', socket.url()));
      socket.on('framesent', ({ payload }) => frames.push({ from: 'workbench', bytes: Buffer.from(payload) }));
      socket.on('framereceived', ({ payload }) => frames.push({ from: 'host', bytes: Buffer.from(payload) }));
    });
  }
}

function tracesOfRequest(request: Request): Trace[] {
  const place = `${request.method()} of ${request.resourceType()}`;
  return [
    createTrace('requests of the browser', `the address of ${place}`, request.url()),
    createTrace('requests of the browser', `the headers of ${place}`, JSON.stringify(request.headers())),
    createTrace('requests of the browser', `the body of ${place}`, request.postDataBuffer() ?? ''),
  ];
}

/**
 * Runs in every frame before the scripts of the frame, and records its messages. The page of a webview is in an inner
 * frame, whose listeners are removed when VS Code writes its document. Its messages are therefore recorded in the outer
 * frame, which forwards them through a `MessagePort`.
 */
function recordMessages(binding: string): void {
  const decoder = new TextDecoder('latin1');
  const decodeBinary = (_name: string, value: unknown): unknown =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? decoder.decode(value) : value;
  const record = (data: unknown): void => {
    const send: unknown = Reflect.get(window, binding);
    if (typeof send === 'function') void send(JSON.stringify(data, decodeBinary) ?? '');
  };
  const port = MessagePort.prototype;
  const post = Reflect.get(port, 'postMessage') as (this: MessagePort, data: unknown, ...rest: unknown[]) => void;
  const onmessage = Object.getOwnPropertyDescriptor(port, 'onmessage');
  window.addEventListener('message', ({ data }) => record(data), { capture: true });
  Reflect.set(port, 'postMessage', function (this: MessagePort, data: unknown, ...rest: unknown[]) {
    record(data);
    post.call(this, data, ...rest);
  });
  Object.defineProperty(port, 'onmessage', {
    ...onmessage,
    set(this: MessagePort, listener: unknown) {
      this.addEventListener('message', ({ data }) => record(data));
      onmessage?.set?.call(this, listener);
    },
  });
}

/** Runs in a frame, and returns all content of the storages of the frame's origin. */
async function readStorage(): Promise<{ place: string; text: string }[]> {
  const entries: { place: string; text: string }[] = [];
  const addEntries = (place: string, storage: Storage): void => {
    for (const [name, text] of Object.entries(storage)) entries.push({ place: `${place} ${name}`, text: String(text) });
  };
  const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  try {
    addEntries('localStorage', localStorage);
    addEntries('sessionStorage', sessionStorage);
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name ?? ''));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
        const decoder = new TextDecoder();
        const text = values.map((value) =>
          ArrayBuffer.isView(value) ? decoder.decode(value) : (JSON.stringify(value) ?? ''),
        );
        entries.push({ place: `IndexedDB ${name} ${storeName}`, text: [JSON.stringify(keys), ...text].join('\n') });
      }
      database.close();
    }
  } catch (cause) {
    // A sandboxed frame without an origin has no storage.
    if (!(cause instanceof DOMException && cause.name === 'SecurityError')) throw cause;
  }
  return entries;
}
