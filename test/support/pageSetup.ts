// A setup for tests above the API: the real server behind a fault proxy, the real client, drafts in
// a real folder, and the page of an open editor.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ItemAddress, RecordAddress } from '../../src/cache/address.ts';
import { Store } from '../../src/cache/store.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { fetchOutside } from '../../src/client/files/outside.ts';
import { createWire } from '../../src/client/wire.ts';
import { type DraftFiles, draftFiles } from '../../src/drafts/draftFiles.ts';
import { DraftStore } from '../../src/drafts/draftStore.ts';
import type { ChosenFile, CodeSection, FileHost } from '../../src/pages/discussion/deps.ts';
import { parseMessage } from '../../src/pages/parseMessage.ts';
import type { CodeMessage, CodeView } from '../../src/pages/protocol/code.ts';
import type { FieldName, FieldValue, FieldView } from '../../src/pages/protocol/fields.ts';
import type { ItemAnswer } from '../../src/pages/protocol/item.ts';
import { type EditorModel, type FromHost, type FromPage, fromPage } from '../../src/pages/protocol/messages.ts';
import type { FailedMove } from '../../src/pages/record/failedMove.ts';
import type { FreezeMemory } from '../../src/pages/record/freezeGuard.ts';
import { type Comparison, RecordPage } from '../../src/pages/record/recordPage.ts';
import type { RecordTarget } from '../../src/pages/record/recordTarget.ts';
import { targetOf } from '../../src/pages/record/resourceTarget.ts';
import type { Dialect } from '../../src/server/dialect.ts';
import { type RunningServer, startServer } from '../../src/server/startServer.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { NOTHING_RECEIVED, receive } from '../../src/webview/model/received.ts';
import { formatError } from '../../src/workbench/ui/formatError.ts';
import { FakeClock, settled, whileTimePasses } from './clock.ts';
import { type FaultProxy, openFaultProxy } from './faultProxy.ts';
import { sample } from './testServer.ts';

/** WEB-1 of the sample workspace: every field has a value, and it has four comments. */
export const WEB_1: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 1) };

/** The request timeout of the client, in simulated milliseconds. */
const DEADLINE_MS = 30_000;

export interface Setup extends AsyncDisposable {
  readonly server: RunningServer;
  readonly proxy: FaultProxy;
  /** The clock of the client, the draft store and the conversation. The server uses real time. */
  readonly clock: FakeClock;
  readonly client: Client;
  readonly store: Store;
  /** The folder of the drafts. */
  readonly folder: string;
  readonly draftStore: DraftStore;
  /** Creates another draft store over the same folder, as after a restart. */
  newDesk(): DraftStore;
  /** Creates another store and client, as another window has them. They bypass the proxy. */
  otherStore(): Store;
  /** Runs simulated time, and lets real responses arrive, until the work is done. */
  whileTimePasses<T>(work: Promise<T>): Promise<T>;
}

/** `dialect` is the one of the server. */
export async function createSetup(dialect: Dialect = 'spec'): Promise<Setup> {
  const seed = { kind: 'sample' } as const;
  const server = await startServer({
    data: ':memory:',
    seed,
    rate: 0,
    port: 0,
    dialect,
    clock: systemClock,
    logger: silentLogger,
  });
  const proxy = await openFaultProxy(server.baseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-drafts-'));
  // Starts at the current time, because drafts are compared with the timestamps of the server, which uses real time.
  const clock = new FakeClock(systemClock.now());
  const clients: Client[] = [];
  const clientAt = (baseUrl: string): Client => {
    const client = createClient({
      baseUrl,
      workspace: server.workspace,
      credential: { kind: 'key', secret: new Secret(server.apiKey), origin: baseUrl },
      clock,
      logger: silentLogger,
      wire: async () => createWire(),
      random: () => 0,
      deadlineMs: DEADLINE_MS,
    });
    clients.push(client);
    return client;
  };
  const client = clientAt(proxy.url);
  const desks: DraftStore[] = [];
  const newDesk = (): DraftStore => {
    const draftStore = new DraftStore(draftFiles(folder), clock);
    desks.push(draftStore);
    return draftStore;
  };
  return {
    server,
    proxy,
    clock,
    client,
    store: new Store(client),
    folder,
    draftStore: newDesk(),
    newDesk,
    otherStore: () => new Store(clientAt(server.baseUrl)),
    whileTimePasses: (work) => whileTimePasses(clock, work),
    [Symbol.asyncDispose]: async () => {
      proxy.heal();
      await Promise.all(clients.map((one) => one.close()));
      await proxy[Symbol.asyncDispose]();
      await server.stop();
      await Promise.all(desks.map((draftStore) => draftStore.flush()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Wraps draft files so that every operation fails while `failing` is true. */
export function failingFiles(files: DraftFiles): DraftFiles & { failing: boolean } {
  const disk = {
    failing: false,
    read: (key: string) => unlessFailing(disk, () => files.read(key)),
    write: (key: string, one: Parameters<DraftFiles['write']>[1]) => unlessFailing(disk, () => files.write(key, one)),
    remove: (key: string) => unlessFailing(disk, () => files.remove(key)),
    list: () => unlessFailing(disk, () => files.list()),
  };
  return disk;
}

async function unlessFailing<T>(disk: { readonly failing: boolean }, work: () => Promise<T>): Promise<T> {
  if (disk.failing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  return work();
}

/** The user's machine: the files that the user selects next, and the files that were downloaded. */
class Machine implements FileHost {
  chosen: readonly ChosenFile[] = [];
  /** The error message of the disk when a file is written; undefined if writing succeeds. */
  refusal: string | undefined;
  readonly written: { readonly name: string; readonly text: string }[] = [];
  readonly shown: string[] = [];

  choose(): Promise<readonly ChosenFile[]> {
    return Promise.resolve(this.chosen);
  }

  askPlace(name: string): ReturnType<FileHost['askPlace']> {
    return Promise.resolve({ write: (bytes) => this.open('', name, bytes) });
  }

  open(_id: string, name: string, bytes: Uint8Array): Promise<string | undefined> {
    if (this.refusal === undefined) this.written.push({ name, text: new TextDecoder().decode(bytes) });
    return Promise.resolve(this.refusal);
  }

  showMessage(sentence: string): void {
    this.shown.push(sentence);
  }
}

const UNREAD = { status: 'unread', rows: [] } as const;

/** A code section that shows nothing: its content has tests of its own. */
class NoCode implements CodeSection {
  readonly handled: string[] = [];

  view(): CodeView {
    return { isOpen: false, places: UNREAD, branches: UNREAD, commits: UNREAD, mentions: UNREAD };
  }

  handleMessage(word: CodeMessage): Promise<ItemAnswer> {
    this.handled.push(word.type);
    return Promise.resolve({});
  }

  commentsChanged(): void {
    this.handled.push('commentsChanged');
  }

  dispose(): void {
    this.handled.push('dispose');
  }
}

type UpdateMessage = Extract<FromHost, { readonly update: unknown }>;
/** A message of the host, together with the page's model after it. */
type ReceivedMessage = Exclude<FromHost, UpdateMessage> | (UpdateMessage & { readonly model: EditorModel });

type WithoutSeq<M> = M extends unknown ? Omit<M, 'seq'> : never;

/** The page of an open editor as the host sees it: it sends and receives messages. */
export class Page implements Disposable {
  readonly received: ReceivedMessage[] = [];
  /** The same messages, as they were transferred. */
  readonly posted: FromHost[] = [];
  readonly dropped: string[] = [];
  readonly links: string[] = [];
  readonly comparisons: Comparison[] = [];
  readonly actions: string[] = [];
  readonly titles: string[] = [];
  readonly made: RecordAddress[] = [];
  readonly notPut: FailedMove[] = [];
  /** The origin of each record in `made`. */
  readonly origins: (string | undefined)[] = [];
  readonly machine = new Machine();
  readonly code = new NoCode();
  readonly conversation: RecordPage;
  /** A page that no longer exists answers no flush. */
  isDead = false;
  /** An edit that the page holds back and sends just before it reports that it has flushed. */
  heldBack: WithoutSeq<FromPage> | undefined;
  #seq = 0;
  #received = NOTHING_RECEIVED;
  readonly #watchers = new Set<() => void>();

  constructor(
    setup: Pick<Setup, 'clock' | 'client'> & { readonly showing?: FreezeMemory | undefined },
    draftStore: DraftStore,
    store: () => Store | undefined,
    subject: RecordTarget,
  ) {
    this.conversation = new RecordPage({
      subject,
      draftStore,
      clock: setup.clock,
      store,
      me: () => sample.user('ada'),
      files: this.machine,
      code: () => this.code,
      fetchOutside: (url, options) => fetchOutside({ ...options, url, client: setup.client }),
      words: formatError,
      newId: () => crypto.randomUUID(),
      showing: setup.showing ?? { begin: async () => false, end: async () => undefined },
      post: (message) => this.#receive(message),
      openLink: (href) => this.links.push(href),
      compare: (texts) => this.comparisons.push(texts),
      act: (action) => this.actions.push(action),
      made: (address, { notPut, origin }) => {
        this.made.push(address);
        this.notPut.push(...notPut);
        this.origins.push(origin);
      },
      logDropped: (reason) => this.dropped.push(reason),
    });
    this.conversation.onDidChangeTitle((title) => this.titles.push(title));
  }

  /** Sends a message and resolves with the answer once the host has handled it. */
  async send(message: WithoutSeq<FromPage>): Promise<Extract<FromHost, { type: 'answer' }>> {
    this.#seq += 1;
    const seq = this.#seq;
    await this.post({ ...message, seq });
    const answer = this.received.find((one) => one.type === 'answer' && one.to === seq);
    if (answer?.type !== 'answer') throw new Error(`The host did not answer “${message.type}”.`);
    return answer;
  }

  async post(message: unknown): Promise<void> {
    const parsed = parseMessage(fromPage, message, (reason) => this.dropped.push(reason));
    if (parsed !== undefined) await this.conversation.handleMessage(parsed);
  }

  edit(field: FieldName, value: FieldValue): Promise<unknown> {
    return this.send({ type: 'edit', field, value: typeof value === 'object' && value !== null ? [...value] : value });
  }

  /** The model that the page shows now. */
  get model(): EditorModel {
    const last = this.received.findLast((one) => one.type === 'show' || one.type === 'reset');
    if (last?.type !== 'show' && last?.type !== 'reset') throw new Error('Nothing was shown yet.');
    return last.model;
  }

  field(name: FieldName): FieldView {
    const field = this.model.fields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`There is no field “${name}”.`);
    return field;
  }

  /** Resolves when the model satisfies the condition. */
  until(wanted: (model: EditorModel) => boolean): Promise<EditorModel> {
    return new Promise((resolve) => {
      const look = (): void => {
        const isShown = this.received.some((one) => one.type === 'show');
        if (!isShown || !wanted(this.model)) return;
        this.#watchers.delete(look);
        resolve(this.model);
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Simulates that VS Code disposes of the page and creates it again: its sequence numbers restart. */
  reborn(): void {
    this.#seq = 0;
    this.received.length = 0;
    this.posted.length = 0;
    this.#received = NOTHING_RECEIVED;
  }

  [Symbol.dispose](): void {
    this.conversation.dispose();
  }

  #receive(message: FromHost): void {
    // The transfer clones each message: a value that can't be cloned does not arrive, and neither does a Buffer.
    if (message.type === 'answer' && Buffer.isBuffer(message.picture?.bytes))
      throw new Error('A Buffer does not arrive at a page');
    const arrived = structuredClone(message);
    this.posted.push(arrived);
    this.received.push('update' in arrived ? { ...arrived, model: this.#modelAfter(arrived) } : arrived);
    for (const watcher of this.#watchers) watcher();
    if (message.type === 'flush' && !this.isDead) void this.#flush(message.flush);
  }

  #modelAfter({ update }: UpdateMessage): EditorModel {
    this.#received = receive(this.#received, update);
    const { model, isMissing } = this.#received;
    if (model === undefined || isMissing) throw new Error('The page misses an update.');
    return model;
  }

  async #flush(flush: number): Promise<void> {
    const held = this.heldBack;
    this.heldBack = undefined;
    if (held !== undefined) await this.send(held);
    await this.send({ type: 'flushed', flush });
  }
}

/** Opens the editor of a work item, or of another record, and resolves when everything is loaded. */
export async function openPage(
  setup: Setup,
  {
    address = WEB_1,
    subject = targetOf({ kind: 'workItem', within: address.project, id: address.id }),
    draftStore = setup.draftStore,
    store = () => setup.store,
    showing,
  }: Partial<{
    address: ItemAddress;
    subject: RecordTarget;
    draftStore: DraftStore;
    store: () => Store | undefined;
    showing: FreezeMemory;
  }> = {},
): Promise<Page> {
  const page = new Page({ clock: setup.clock, client: setup.client, showing }, draftStore, store, subject);
  const started = page.conversation.start();
  await page.send({ type: 'ready' });
  await setup.whileTimePasses(started);
  await settled();
  return page;
}
