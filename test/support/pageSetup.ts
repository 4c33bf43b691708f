// Owns the ground that rooms above the API are tested on: the real service, a faulty road to it, the real client,
// drafts in a real folder, and the page of an open editor.
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
import { type Comparison, RecordPage } from '../../src/pages/record/recordPage.ts';
import type { RecordTarget } from '../../src/pages/record/recordTarget.ts';
import { targetOf } from '../../src/pages/record/resourceTarget.ts';
import type { ShowingMemory } from '../../src/pages/record/showing.ts';
import type { Dialect } from '../../src/server/dialect.ts';
import { type RunningServer, startServer } from '../../src/server/startServer.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { NOTHING_RECEIVED, receive } from '../../src/webview/model/received.ts';
import { formatError } from '../../src/workbench/ui/formatError.ts';
import { FakeClock, settled, whileTimePasses } from './clock.ts';
import { type FaultProxy, openFaultProxy } from './faultProxy.ts';
import { sample } from './service.ts';

/** WEB-1 of the sample: every field filled in, four comments. */
export const WEB_1: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 1) };

/** The client's deadline, in simulated milliseconds. */
const DEADLINE_MS = 30_000;

export interface Setup extends AsyncDisposable {
  readonly service: RunningServer;
  readonly proxy: FaultProxy;
  /** Of the client, the desk and the conversation. The service keeps real time. */
  readonly clock: FakeClock;
  readonly client: Client;
  readonly store: Store;
  /** Where drafts are kept. */
  readonly folder: string;
  readonly desk: DraftStore;
  /** Another one over the same folder, as after a restart. */
  newDesk(): DraftStore;
  /** Another store and client, as another window has. They do not go through the proxy. */
  otherStore(): Store;
  /** Lets simulated time run, and real answers come in, until the work is done. */
  whileTimePasses<T>(work: Promise<T>): Promise<T>;
}

/** `dialect` is the service's. */
export async function createSetup(dialect: Dialect = 'spec'): Promise<Setup> {
  const seed = { kind: 'sample' } as const;
  const service = await startServer({
    data: ':memory:',
    seed,
    rate: 0,
    port: 0,
    dialect,
    clock: systemClock,
    logger: silentLogger,
  });
  const proxy = await openFaultProxy(service.baseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-drafts-'));
  // Not before what the service says of its records, which keeps real time: drafts are compared with that.
  const clock = new FakeClock(systemClock.now());
  const clients: Client[] = [];
  const clientAt = (baseUrl: string): Client => {
    const client = createClient({
      baseUrl,
      workspace: service.workspace,
      credential: { kind: 'key', secret: new Secret(service.apiKey), origin: baseUrl },
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
    const desk = new DraftStore(draftFiles(folder), clock);
    desks.push(desk);
    return desk;
  };
  return {
    service,
    proxy,
    clock,
    client,
    store: new Store(client),
    folder,
    desk: newDesk(),
    newDesk,
    otherStore: () => new Store(clientAt(service.baseUrl)),
    whileTimePasses: (work) => whileTimePasses(clock, work),
    [Symbol.asyncDispose]: async () => {
      proxy.heal();
      await Promise.all(clients.map((one) => one.close()));
      await proxy[Symbol.asyncDispose]();
      await service.stop();
      await Promise.all(desks.map((desk) => desk.flush()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A disk that fails as long as it is told to. */
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

/** The reader's machine: the files that she chooses next, and what came of those that were fetched. */
class Machine implements FileHost {
  chosen: readonly ChosenFile[] = [];
  /** What the disk says when something is written. */
  refusal: string | undefined;
  readonly written: { readonly name: string; readonly text: string }[] = [];
  readonly told: string[] = [];

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

  tell(sentence: string): void {
    this.told.push(sentence);
  }
}

const UNREAD = { status: 'unread', rows: [] } as const;

/** The code of a work item, of which nothing is known: what it shows is tested where it is read. */
class NoCode implements CodeSection {
  readonly heard: string[] = [];

  view(): CodeView {
    return { isOpen: false, places: UNREAD, branches: UNREAD, commits: UNREAD, mentions: UNREAD };
  }

  hear(word: CodeMessage): Promise<ItemAnswer> {
    this.heard.push(word.say);
    return Promise.resolve({});
  }

  commentsChanged(): void {
    this.heard.push('commentsChanged');
  }

  dispose(): void {
    this.heard.push('dispose');
  }
}

type UpdateMessage = Extract<FromHost, { readonly update: unknown }>;
/** What the host says, with the model that the page has then. */
type Told = Exclude<FromHost, UpdateMessage> | (UpdateMessage & { readonly model: EditorModel });

type WithoutSeq<M> = M extends unknown ? Omit<M, 'seq'> : never;

/** The page of an open editor, as the host sees it: it says and is told. */
export class Page implements Disposable {
  readonly told: Told[] = [];
  /** The same as it travels. */
  readonly posted: FromHost[] = [];
  readonly unheard: string[] = [];
  readonly links: string[] = [];
  readonly comparisons: Comparison[] = [];
  readonly actions: string[] = [];
  readonly titles: string[] = [];
  readonly made: RecordAddress[] = [];
  readonly notPut: FailedMove[] = [];
  /** Of those. */
  readonly origins: (string | undefined)[] = [];
  readonly machine = new Machine();
  readonly code = new NoCode();
  readonly conversation: RecordPage;
  /** A page that is gone answers no flush. */
  isDead = false;
  /** What it says before it has flushed: an edit held back. */
  heldBack: WithoutSeq<FromPage> | undefined;
  #seq = 0;
  #received = NOTHING_RECEIVED;
  readonly #watchers = new Set<() => void>();

  constructor(
    setup: Pick<Setup, 'clock' | 'client'> & { readonly showing?: ShowingMemory | undefined },
    desk: DraftStore,
    store: () => Store | undefined,
    subject: RecordTarget,
  ) {
    this.conversation = new RecordPage({
      subject,
      desk,
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
      unheard: (reason) => this.unheard.push(reason),
    });
    this.conversation.onDidChangeTitle((title) => this.titles.push(title));
  }

  /** Resolves with the answer when the message has been heard. */
  async say(message: WithoutSeq<FromPage>): Promise<Extract<FromHost, { say: 'answer' }>> {
    this.#seq += 1;
    const seq = this.#seq;
    await this.post({ ...message, seq });
    const answer = this.told.find((one) => one.say === 'answer' && one.to === seq);
    if (answer?.say !== 'answer') throw new Error(`The host did not answer “${message.say}”.`);
    return answer;
  }

  async post(message: unknown): Promise<void> {
    const parsed = parseMessage(fromPage, message, (reason) => this.unheard.push(reason));
    if (parsed !== undefined) await this.conversation.hear(parsed);
  }

  edit(field: FieldName, value: FieldValue): Promise<unknown> {
    return this.say({ say: 'edit', field, value: typeof value === 'object' && value !== null ? [...value] : value });
  }

  /** What is shown now. */
  get model(): EditorModel {
    const last = this.told.findLast((one) => one.say === 'show' || one.say === 'reset');
    if (last?.say !== 'show' && last?.say !== 'reset') throw new Error('Nothing was shown yet.');
    return last.model;
  }

  field(name: FieldName): FieldView {
    const field = this.model.fields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`There is no field “${name}”.`);
    return field;
  }

  /** Resolves when what is shown is as wanted. */
  until(wanted: (model: EditorModel) => boolean): Promise<EditorModel> {
    return new Promise((resolve) => {
      const look = (): void => {
        const isShown = this.told.some((one) => one.say === 'show');
        if (!isShown || !wanted(this.model)) return;
        this.#watchers.delete(look);
        resolve(this.model);
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Is thrown away by the editor and made again: it counts from the start. */
  reborn(): void {
    this.#seq = 0;
    this.told.length = 0;
    this.posted.length = 0;
    this.#received = NOTHING_RECEIVED;
  }

  [Symbol.dispose](): void {
    this.conversation.dispose();
  }

  #receive(message: FromHost): void {
    // What the host posts is cloned on its way: whatever cannot be cloned would not arrive, nor would a Buffer.
    if (message.say === 'answer' && Buffer.isBuffer(message.picture?.bytes))
      throw new Error('A Buffer does not arrive at a page');
    const arrived = structuredClone(message);
    this.posted.push(arrived);
    this.told.push('update' in arrived ? { ...arrived, model: this.#modelAfter(arrived) } : arrived);
    for (const watcher of this.#watchers) watcher();
    if (message.say === 'flush' && !this.isDead) void this.#flush(message.flush);
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
    if (held !== undefined) await this.say(held);
    await this.say({ say: 'flushed', flush });
  }
}

/** Opens the editor of an item, or of another subject, and waits until everything has been read. */
export async function openPage(
  setup: Setup,
  {
    address = WEB_1,
    subject = targetOf({ kind: 'workItem', within: address.project, id: address.id }),
    desk = setup.desk,
    store = () => setup.store,
    showing,
  }: Partial<{
    address: ItemAddress;
    subject: RecordTarget;
    desk: DraftStore;
    store: () => Store | undefined;
    showing: ShowingMemory;
  }> = {},
): Promise<Page> {
  const page = new Page({ clock: setup.clock, client: setup.client, showing }, desk, store, subject);
  const started = page.conversation.start();
  await page.say({ say: 'ready' });
  await setup.whileTimePasses(started);
  await settled();
  return page;
}
