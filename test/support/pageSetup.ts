// Sets up tests of record pages: the real server behind a fault proxy, the real client, drafts in a
// real folder, and a simulated page.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../src/client/api/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import type { ItemAddress, RecordAddress } from '../../src/core/cache/address.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { createDraftFiles, type DraftFiles } from '../../src/core/drafts/draftFiles.ts';
import { DraftStore } from '../../src/core/drafts/draftStore.ts';
import type { LastNewItemValues, LastNewItemValuesStorage } from '../../src/features/recordPage/newItemSuggestions.ts';
import { RecordPage, type RecordPageHost, type TextComparison } from '../../src/features/recordPage/recordPage.ts';
import type { FieldName, FieldValue, FieldView } from '../../src/items/form/fieldProtocol.ts';
import type { FailedAdd } from '../../src/items/record/addToCycleAndModules.ts';
import { targetOf } from '../../src/items/record/existingRecordTarget.ts';
import type { SavedField } from '../../src/items/record/recordEdits.ts';
import type { RecordTarget } from '../../src/items/record/recordTarget.ts';
import { recordSections } from '../../src/recordSections.ts';
import type { Dialect } from '../../src/server/http/dialect.ts';
import type { RunningServer } from '../../src/server/startServer.ts';
import { formatError } from '../../src/shell/faults/formatError.ts';
import { applyUpdate, INITIAL_RECEIVED_STATE } from '../../src/shell/page/model/receivedState.ts';
import type { PageAccount } from '../../src/shell/pages/pageAccount.ts';
import { parseMessage } from '../../src/shell/pages/parseMessage.ts';
import type { CodeMessage, CodeView } from '../../src/shell/protocol/code.ts';
import type { DiscussionAnswer } from '../../src/shell/protocol/discussionSections.ts';
import {
  type MessageFromHost,
  type MessageFromPage,
  messageFromPage,
  type PageModel,
} from '../../src/shell/protocol/messages.ts';
import type { ChosenFile, CodeSection, FileHost } from '../../src/shell/sections/sectionDeps.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { advanceUntilDone, FakeClock, flushPromises } from './clock.ts';
import { EMPTY_CODE } from './emptyCode.ts';
import { type FaultProxy, openFaultProxy } from './faultProxy.ts';
import { startSampleServer } from './sampleServer.ts';
import { sample } from './testServer.ts';

/** WEB-1 of the sample workspace: every field has a value, and it has four comments. */
export const WEB_1: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 1) };

/** The request timeout of the client, in simulated milliseconds. */
const DEADLINE_MS = 30_000;

export interface Setup extends AsyncDisposable {
  readonly server: RunningServer;
  readonly proxy: FaultProxy;
  /** The clock of the client, the draft store and the record page. The server uses real time. */
  readonly clock: FakeClock;
  readonly client: Client;
  readonly store: Store;
  /** The folder of the drafts. */
  readonly folder: string;
  readonly draftStore: DraftStore;
  /** Creates a draft store that reads drafts from the same folder, like another window or after a restart. */
  newDraftStore(): DraftStore;
  /** Creates another store with its own client, like another window. Its requests bypass the proxy. */
  otherStore(): Store;
  /** Advances the simulated time, and lets real responses arrive, until `work` has settled. */
  whileTimePasses<T>(work: Promise<T>): Promise<T>;
}

/** Starts the server with this dialect, and creates the client, the store and the draft store. */
export async function createSetup(dialect: Dialect = 'spec'): Promise<Setup> {
  const server = await startSampleServer({ dialect });
  const proxy = await openFaultProxy(server.baseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-drafts-'));
  // Starts at the current time, because drafts are compared with the timestamps of the server, which uses real time.
  const clock = new FakeClock(systemClock.now());
  const clients: Client[] = [];
  const createClientAt = (baseUrl: string): Client => {
    const client = createClient({
      baseUrl,
      workspace: server.workspace,
      credential: { kind: 'key', secret: new Secret(server.apiKey), origin: baseUrl },
      clock,
      logger: silentLogger,
      transport: async () => createTransport(),
      random: () => 0,
      deadlineMs: DEADLINE_MS,
    });
    clients.push(client);
    return client;
  };
  const client = createClientAt(proxy.url);
  const draftStores: DraftStore[] = [];
  const newDraftStore = (): DraftStore => {
    const draftStore = new DraftStore(createDraftFiles(folder), clock);
    draftStores.push(draftStore);
    return draftStore;
  };
  return {
    server,
    proxy,
    clock,
    client,
    store: new Store(client),
    folder,
    draftStore: newDraftStore(),
    newDraftStore,
    otherStore: () => new Store(createClientAt(server.baseUrl)),
    whileTimePasses: (work) => advanceUntilDone(clock, work),
    [Symbol.asyncDispose]: async () => {
      proxy.removeFaults();
      await Promise.all(clients.map((client) => client.close()));
      await proxy[Symbol.asyncDispose]();
      await server.stop();
      await Promise.all(draftStores.map((draftStore) => draftStore.flush()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Wraps draft files: every operation fails while `isFailing` is true. */
export function failingFiles(files: DraftFiles): DraftFiles & { isFailing: boolean } {
  const wrappedFiles = {
    isFailing: false,
    read: (key: string) => runUnlessFailing(wrappedFiles, () => files.read(key)),
    write: (key: string, content: Parameters<DraftFiles['write']>[1]) =>
      runUnlessFailing(wrappedFiles, () => files.write(key, content)),
    remove: (key: string) => runUnlessFailing(wrappedFiles, () => files.remove(key)),
    list: () => runUnlessFailing(wrappedFiles, () => files.list()),
  };
  return wrappedFiles;
}

async function runUnlessFailing<T>(wrappedFiles: { readonly isFailing: boolean }, work: () => Promise<T>): Promise<T> {
  if (wrappedFiles.isFailing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  return work();
}

/** Returns a storage in memory for the values of the last new work item. */
export function inMemoryLastValues(): LastNewItemValuesStorage {
  let stored: LastNewItemValues | undefined;
  return { get: () => stored, set: (values) => void (stored = values) };
}

/** A FileHost without a user: `choose` returns `chosenFiles`; `writtenFiles` are the saved and opened files. */
class FakeFileHost implements FileHost {
  chosenFiles: readonly ChosenFile[] = [];
  /** The error message for the next files that are written; undefined if writing succeeds. */
  writeError: string | undefined;
  readonly writtenFiles: { readonly name: string; readonly text: string }[] = [];
  readonly shownMessages: string[] = [];

  choose(): Promise<readonly ChosenFile[]> {
    return Promise.resolve(this.chosenFiles);
  }

  chooseDestination(name: string): ReturnType<FileHost['chooseDestination']> {
    return Promise.resolve({ write: (bytes) => this.open('', name, bytes) });
  }

  open(_id: string, name: string, bytes: Uint8Array): Promise<string | undefined> {
    if (this.writeError === undefined) this.writtenFiles.push({ name, text: new TextDecoder().decode(bytes) });
    return Promise.resolve(this.writeError);
  }

  showMessage(message: string): void {
    this.shownMessages.push(message);
  }
}

/** A CodeSection without content: other tests test the real one. */
class EmptyCodeSection implements CodeSection {
  readonly handledMessages: string[] = [];

  view(): CodeView {
    return EMPTY_CODE;
  }

  handleMessage(message: CodeMessage): Promise<DiscussionAnswer> {
    this.handledMessages.push(message.type);
    return Promise.resolve({});
  }

  handleTextChange(): void {
    this.handledMessages.push('textChanged');
  }

  dispose(): void {
    this.handledMessages.push('dispose');
  }
}

type UpdateMessage = Extract<MessageFromHost, { readonly update: unknown }>;
/** A message of the host, together with the page's model after the message. */
type ReceivedMessage = Exclude<MessageFromHost, UpdateMessage> | (UpdateMessage & { readonly model: PageModel });

type WithoutSeq<M> = M extends unknown ? Omit<M, 'seq'> : never;

/** A simulated record page: sends messages to the host and records the messages that the host posts. */
export class Page implements Disposable {
  readonly receivedMessages: ReceivedMessage[] = [];
  /** The messages in `receivedMessages` as they were posted, without the model. */
  readonly postedMessages: MessageFromHost[] = [];
  readonly dropReasons: string[] = [];
  readonly links: string[] = [];
  readonly comparisons: TextComparison[] = [];
  readonly actions: string[] = [];
  /** Whether the user confirms a state of the work item. */
  confirmsState: (state: string) => boolean = () => true;
  /** The ids of the sub-items that the user removes from their parent on the page. */
  readonly itemsMovedOut: string[] = [];
  readonly titles: string[] = [];
  readonly createdAddresses: RecordAddress[] = [];
  readonly failedAdds: FailedAdd[] = [];
  readonly ignoredLabels: string[] = [];
  readonly savedFields: SavedField[] = [];
  readonly openedRecords: RecordAddress[] = [];
  /** The storage for the values of the last new work item; by default in memory. */
  readonly lastValues: LastNewItemValuesStorage;
  /** For each record that the page has created: whether the page then shows another new record. */
  readonly hasNextFlags: boolean[] = [];
  /** The origin of each record that the page has created. */
  readonly creationOrigins: (string | undefined)[] = [];
  readonly fileHost = new FakeFileHost();
  readonly code = new EmptyCodeSection();
  readonly recordPage: RecordPage;
  /** If true, the page does not respond to `flush` messages. */
  isUnresponsive = false;
  /** A message that the page sends only when it receives a `flush` message. */
  delayedMessage: WithoutSeq<MessageFromPage> | undefined;
  /** The current work item of the checked-out branch. */
  currentItem: ItemAddress | undefined;
  /** The account of the page while the window uses another account. */
  otherAccount: PageAccount = { name: undefined, isSignedOut: true };
  #seq = 0;
  #received = INITIAL_RECEIVED_STATE;
  readonly #watchers = new Set<() => void>();

  constructor(
    setup: Pick<Setup, 'clock' | 'client'> & {
      readonly lastValues?: LastNewItemValuesStorage | undefined;
    },
    draftStore: DraftStore,
    store: () => Store | undefined,
    target: RecordTarget,
  ) {
    this.lastValues = setup.lastValues ?? inMemoryLastValues();
    this.recordPage = new RecordPage({
      host: this.#host(setup.client, store),
      target,
      account: 'account',
      draftStore,
      clock: setup.clock,
      sections: recordSections({ files: this.fileHost, createCodeSection: () => this.code }),
      formatError,
      newId: () => crypto.randomUUID(),
      lastValuesStorage: this.lastValues,
    });
    this.recordPage.onDidChangeTitle((title) => this.titles.push(title));
  }

  /** Sends a message and resolves with the host's answer. */
  async send(message: WithoutSeq<MessageFromPage>): Promise<Extract<MessageFromHost, { type: 'answer' }>> {
    this.#seq += 1;
    const seq = this.#seq;
    await this.post({ ...message, seq });
    const answer = this.receivedMessages.find((received) => received.type === 'answer' && received.to === seq);
    if (answer?.type !== 'answer') throw new Error(`The host did not answer “${message.type}”.`);
    return answer;
  }

  async post(message: unknown): Promise<void> {
    const parsed = parseMessage(messageFromPage, message, (reason) => this.dropReasons.push(reason));
    if (parsed !== undefined) await this.recordPage.handleMessage(parsed);
  }

  edit(field: FieldName, value: FieldValue): Promise<unknown> {
    return this.send({ type: 'edit', field, value: typeof value === 'object' && value !== null ? [...value] : value });
  }

  /** The model that the page shows now. */
  get model(): PageModel {
    const lastUpdate = this.receivedMessages.findLast(
      (received) => received.type === 'show' || received.type === 'reset',
    );
    if (lastUpdate?.type !== 'show' && lastUpdate?.type !== 'reset') throw new Error('Nothing was shown yet.');
    return lastUpdate.model;
  }

  field(name: FieldName): FieldView {
    const field = this.model.fields.find((field) => field.name === name);
    if (field === undefined) throw new Error(`There is no field “${name}”.`);
    return field;
  }

  /** Resolves when the model satisfies the condition. */
  waitUntil(condition: (model: PageModel) => boolean): Promise<PageModel> {
    return new Promise((resolve) => {
      const check = (): void => {
        const isShown = this.receivedMessages.some((received) => received.type === 'show');
        if (!isShown || !condition(this.model)) return;
        this.#watchers.delete(check);
        resolve(this.model);
      };
      this.#watchers.add(check);
      check();
    });
  }

  /** Simulates that VS Code destroys the page and creates it again: its sequence numbers restart at 1. */
  recreate(): void {
    this.#seq = 0;
    this.receivedMessages.length = 0;
    this.postedMessages.length = 0;
    this.#received = INITIAL_RECEIVED_STATE;
  }

  [Symbol.dispose](): void {
    this.recordPage.dispose();
  }

  #host(client: Client, store: () => Store | undefined): RecordPageHost {
    const currentSession = (): RecordPageHost['session'] => {
      const current = store();
      return current && { store: current, client, me: { id: sample.user('ada'), name: 'Ada Park' } };
    };
    return {
      get session() {
        return currentSession();
      },
      otherAccount: () => this.otherAccount,
      isCurrentItem: ({ id }) => this.currentItem?.id === id,
      openRecord: (address) => this.openedRecords.push(address),
      moveOut: ({ id }) => this.itemsMovedOut.push(id),
      confirmState: async (_, state) => this.confirmsState(state),
      post: (message) => this.#receive(message),
      openLink: (href) => this.links.push(href),
      compare: (texts) => this.comparisons.push(texts),
      act: async (action, row) => {
        this.actions.push(row === undefined ? action : `${action} ${row}`);
      },
      onCreated: (address, { failedAdds, ignoredLabels, origin, showsNextRecord }) => {
        this.createdAddresses.push(address);
        this.hasNextFlags.push(showsNextRecord);
        this.failedAdds.push(...failedAdds);
        this.ignoredLabels.push(...ignoredLabels);
        this.creationOrigins.push(origin);
      },
      onSaved: (fields) => this.savedFields.push(...fields),
      logDropped: (reason) => this.dropReasons.push(reason),
    };
  }

  #receive(message: MessageFromHost): void {
    // `postMessage` clones each message. A Buffer or a value that cannot be cloned does not reach the page.
    if (message.type === 'answer' && Buffer.isBuffer(message.picture?.bytes))
      throw new Error('A Buffer does not arrive at a page');
    const clonedMessage = structuredClone(message);
    this.postedMessages.push(clonedMessage);
    this.receivedMessages.push(
      'update' in clonedMessage ? { ...clonedMessage, model: this.#modelAfter(clonedMessage) } : clonedMessage,
    );
    for (const watcher of this.#watchers) watcher();
    if (message.type === 'flush' && !this.isUnresponsive) void this.#flush(message.flush);
  }

  #modelAfter({ update }: UpdateMessage): PageModel {
    this.#received = applyUpdate(this.#received, update);
    const { model, isUpdateMissing } = this.#received;
    if (model === undefined || isUpdateMissing) throw new Error('The page misses an update.');
    return model;
  }

  async #flush(flush: number): Promise<void> {
    const delayedEdit = this.delayedMessage;
    this.delayedMessage = undefined;
    if (delayedEdit !== undefined) await this.send(delayedEdit);
    await this.send({ type: 'flushed', flush });
  }
}

/** Opens the page of a work item (WEB-1) or of `target`. Resolves when the page is loaded. */
export async function openPage(
  setup: Setup,
  {
    address = WEB_1,
    target = targetOf({ kind: 'workItem', within: address.project, id: address.id }),
    draftStore = setup.draftStore,
    store = () => setup.store,
    lastValues,
  }: Partial<{
    address: ItemAddress;
    target: RecordTarget;
    draftStore: DraftStore;
    store: () => Store | undefined;
    lastValues: LastNewItemValuesStorage;
  }> = {},
): Promise<Page> {
  const page = new Page({ clock: setup.clock, client: setup.client, lastValues }, draftStore, store, target);
  const started = page.recordPage.start();
  await page.send({ type: 'ready' });
  await setup.whileTimePasses(started);
  await flushPromises();
  return page;
}
