// Records a browser during an end-to-end test: requests, socket frames, the console, messages to
// pages, and what it stores at the end.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { type Frame, hostMessagesIn } from './hostTalk.ts';
import type { KeyTalk } from './keyTalk.ts';
import { SEALED_ENTRY, tracesOfSealed } from './sealed.ts';
import { type Trace, trace } from './trace.ts';

const BINDING = 'toldToTheTest';

interface Socket {
  readonly url: string;
  readonly frames: Frame[];
}

export class BrowserRecorder {
  readonly #traces: Trace[] = [];
  readonly #sockets: Socket[] = [];
  readonly #contexts = new Set<BrowserContext>();
  /** File with the server's half of the key to the secret storage. */
  readonly #serverHalf: string;

  constructor(serverHalf: string) {
    this.#serverHalf = serverHalf;
  }

  /** Must be called before the first page is opened. */
  async attach(context: BrowserContext): Promise<void> {
    this.#contexts.add(context);
    context.once('close', () => this.#contexts.delete(context));
    context.on('request', (request) => this.#traces.push(...tracesOfRequest(request)));
    context.on('console', (message) => this.#add(trace('the console', `a ${message.type()}`, message.text())));
    context.on('weberror', (error) => this.#add(trace('the console', 'an error', String(error.error().stack))));
    context.on('page', (page) => this.#follow(page));
    await context.exposeBinding(BINDING, (_source, text: unknown) =>
      this.#add(trace('messages of pages', 'a message', String(text))),
    );
    await context.addInitScript(recordMessages, BINDING);
    for (const page of context.pages()) this.#follow(page);
  }

  /** Records what the open pages show and store. */
  async look(): Promise<void> {
    for (const context of this.#contexts) {
      this.#add(trace('storage of the browser', 'cookies', JSON.stringify(await context.cookies())));
      for (const page of context.pages()) {
        for (const frame of page.frames()) {
          // A frame may be removed while it is read.
          const told = await Promise.all([frame.content(), frame.evaluate(kept)]).catch(() => undefined);
          if (told === undefined) continue;
          const [source, storage] = told;
          this.#add(trace('sources of pages', frame === page.mainFrame() ? 'the workbench' : 'a webview', source));
          for (const { place, text } of storage) this.#keep(place, text);
        }
      }
    }
  }

  /** Returns everything recorded so far. */
  traces(talk: KeyTalk): Trace[] {
    return [...this.#traces, ...this.#sockets.flatMap(({ url, frames }) => talk.hear(url, hostMessagesIn(frames)))];
  }

  #keep(place: string, text: string): void {
    this.#add(trace('storage of the browser', place, text));
    if (place === SEALED_ENTRY) this.#add(...tracesOfSealed(text, readFileSync(this.#serverHalf)));
  }

  #add(...traces: readonly Trace[]): void {
    this.#traces.push(...traces);
  }

  #follow(page: Page): void {
    page.on('websocket', (socket) => {
      const frames: Frame[] = [];
      this.#sockets.push({ url: new URL(socket.url()).pathname, frames });
      this.#add(trace('requests of the browser', 'the address of a socket', socket.url()));
      socket.on('framesent', ({ payload }) => frames.push({ from: 'workbench', bytes: Buffer.from(payload) }));
      socket.on('framereceived', ({ payload }) => frames.push({ from: 'host', bytes: Buffer.from(payload) }));
    });
  }
}

function tracesOfRequest(request: Request): Trace[] {
  const place = `${request.method()} of ${request.resourceType()}`;
  return [
    trace('requests of the browser', `the address of ${place}`, request.url()),
    trace('requests of the browser', `the headers of ${place}`, JSON.stringify(request.headers())),
    trace('requests of the browser', `the body of ${place}`, request.postDataBuffer() ?? ''),
  ];
}

/**
 * Runs in every frame, before its own scripts. The page of a webview is in a frame within a frame, and the outer frame
 * transfers its messages through a port. They are recorded there, because writing the document of the inner frame
 * removes all of its listeners.
 */
function recordMessages(binding: string): void {
  const decoder = new TextDecoder('latin1');
  const seen = (_name: string, value: unknown): unknown =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? decoder.decode(value) : value;
  const hear = (data: unknown): void => {
    const tell: unknown = Reflect.get(window, binding);
    if (typeof tell === 'function') void tell(JSON.stringify(data, seen) ?? '');
  };
  const port = MessagePort.prototype;
  const post = Reflect.get(port, 'postMessage') as (this: MessagePort, data: unknown, ...more: unknown[]) => void;
  const listening = Object.getOwnPropertyDescriptor(port, 'onmessage');
  window.addEventListener('message', ({ data }) => hear(data), { capture: true });
  Reflect.set(port, 'postMessage', function (this: MessagePort, data: unknown, ...more: unknown[]) {
    hear(data);
    post.call(this, data, ...more);
  });
  Object.defineProperty(port, 'onmessage', {
    ...listening,
    set(this: MessagePort, listener: unknown) {
      this.addEventListener('message', ({ data }) => hear(data));
      listening?.set?.call(this, listener);
    },
  });
}

/** Runs in a frame: returns everything that its origin stores. */
async function kept(): Promise<{ place: string; text: string }[]> {
  const found: { place: string; text: string }[] = [];
  const take = (place: string, storage: Storage): void => {
    for (const [name, text] of Object.entries(storage)) found.push({ place: `${place} ${name}`, text: String(text) });
  };
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  try {
    take('localStorage', localStorage);
    take('sessionStorage', sessionStorage);
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([asked(rows.getAllKeys()), asked(rows.getAll())]);
        const decoder = new TextDecoder();
        const text = values.map((value) =>
          ArrayBuffer.isView(value) ? decoder.decode(value) : (JSON.stringify(value) ?? ''),
        );
        found.push({ place: `IndexedDB ${name} ${store}`, text: [JSON.stringify(keys), ...text].join('\n') });
      }
      database.close();
    }
  } catch (cause) {
    // A frame without an origin of its own stores nothing.
    if (!(cause instanceof DOMException && cause.name === 'SecurityError')) throw cause;
  }
  return found;
}
