// Handles the messages of an overview page in the host: loads work items and sends the charts.

import { type Fault, faultOf } from '../../client/apiError.ts';
import { type RecordAddress, recordKey } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { type PageAccount, pageAccountProblem } from '../../shell/pages/pageAccount.ts';
import type {
  BarFilter,
  Charts,
  MessageFromOverview,
  MessageToOverview,
  OverviewModel,
} from '../../shell/protocol/overview.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { handleByType, type MessageTable } from '../../std/objects/messageTable.ts';
import { type ChartNames, chartsOf } from './charts.ts';
import { loadNextPage, type OverviewSource, overviewSource, remainingRequestCount, totalItems } from './source.ts';

export interface OverviewDeps {
  readonly address: RecordAddress;
  readonly clock: Clock;
  /** Returns an error message for the user. */
  readonly formatError: (fault: Fault) => string;
  post(message: MessageToOverview): void;
  signIn(): void;
  /** Shows those work items of the record that match the filter. */
  showItems(filter: BarFilter): Promise<void>;
  /** The id of the page's account; undefined if it is not known. */
  readonly account: string | undefined;
  /** Returns the page's account, which is not the account of the window. Called while the store is undefined. */
  otherAccount(): PageAccount;
  switchAccount(): void;
  /** Called when the name of the record is loaded or has changed. */
  onNameChange(name: string): void;
}

const ZERO_COUNTS = { done: 0, started: 0, open: 0, cancelled: 0 };
const EMPTY_CHARTS: Charts = { totals: ZERO_COUNTS, states: [], priorities: [], people: [], weeks: [] };

export class Overview implements Disposable {
  readonly #deps: OverviewDeps;
  #source: OverviewSource | undefined;
  #subscriptions = new DisposableStore();
  #status: OverviewModel['status'] = 'loading';
  #fault: Fault | undefined;
  #progress: { readonly done: number; readonly of: number } | undefined;
  /** Identifies the running load of the remaining pages. That load ends when this property changes. */
  #currentLoad: object | undefined;
  /** Whether the records must be read when the hidden tab is shown. */
  #isReadDue = false;
  #isPageReady = false;
  #isUpdateScheduled = false;
  #name = '';
  readonly #handlers: MessageTable<MessageFromOverview, Promise<void> | undefined | void> = {
    ready: () => {
      this.#isPageReady = true;
      this.#scheduleUpdate();
      return this.#isReadDue ? this.#open() : undefined;
    },
    readRest: () => this.#readRest(),
    cancel: () => {
      this.#currentLoad = undefined;
      this.#progress = undefined;
      this.#scheduleUpdate();
    },
    retry: () => (this.#status === 'ready' ? this.#readRest() : this.#open()),
    signIn: () => this.#deps.signIn(),
    showItems: ({ field, value }) => this.#deps.showItems({ field, value }),
    switchAccount: () => this.#deps.switchAccount(),
  };

  constructor(deps: OverviewDeps) {
    this.#deps = deps;
  }

  /**
   * Sets the store from which the overview reads; undefined while the window does not use the page's account. If the
   * tab is hidden, the records are read when it is shown: VS Code then creates the page again, and the page sends
   * `ready`.
   */
  async setStore(store: Store | undefined, { isVisible } = { isVisible: true }): Promise<void> {
    this.#subscriptions.dispose();
    this.#subscriptions = new DisposableStore();
    this.#currentLoad = undefined;
    this.#progress = undefined;
    this.#source =
      store === undefined ? undefined : overviewSource(store, this.#deps.address, () => this.#deps.clock.now());
    if (store === undefined) {
      this.#setStatus('otherAccount', undefined);
      return;
    }
    const { projects, cycles, initiatives, epics } = store.resources;
    const scheduleUpdate = () => this.#scheduleUpdate();
    for (const { records } of [projects, cycles, initiatives, epics])
      this.#subscriptions.add(records.onDidChange(scheduleUpdate));
    this.#subscriptions.add(store.lists.onDidChange(scheduleUpdate));
    this.#subscriptions.add(store.resources.states.onDidChangeListed(scheduleUpdate));
    this.#subscriptions.add(store.resources.workItems.records.onDidChange(scheduleUpdate));
    if (isVisible) return this.#open();
    this.#setStatus('loading', undefined);
    this.#isReadDue = true;
  }

  /** Handles one message of the page. */
  async handleMessage(message: MessageFromOverview): Promise<void> {
    await handleByType(this.#handlers, message);
  }

  /**
   * Loads the changes from the server. If that fails, rejects with an ApiError, and the page still shows the loaded
   * data.
   */
  async refresh(): Promise<void> {
    const lists = this.#status === 'ready' ? (this.#source?.lists() ?? []) : [];
    if (lists.length === 0) return this.#open();
    await Promise.all(lists.map((list) => list.revalidate({ urgency: 'visible' })));
    await this.#source?.readStates();
    this.#scheduleUpdate();
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#currentLoad = undefined;
    this.#source = undefined;
  }

  async #open(): Promise<void> {
    const source = this.#source;
    if (source === undefined) return;
    this.#isReadDue = false;
    this.#setStatus('loading', undefined);
    try {
      await source.open();
      await source.readStates();
      if (this.#source !== source) return;
      // A list stores its fault and does not reject. The overview needs the first page of each list.
      const listFault = source.lists().find(({ state }) => state.status === 'failed')?.state.fault;
      this.#setStatus(listFault === undefined ? 'ready' : 'failed', listFault);
    } catch (error) {
      if (this.#source === source) this.#setStatus('failed', faultOf(error));
    }
  }

  /**
   * Loads one page of work items after the other until all pages are loaded, a request fails, or the user cancels.
   * Keeps the loaded work items.
   */
  async #readRest(): Promise<void> {
    const source = this.#source;
    if (source === undefined || this.#currentLoad !== undefined) return;
    const loadToken = {};
    this.#currentLoad = loadToken;
    this.#setStatus('ready', undefined);
    for (let done = 0; this.#currentLoad === loadToken; done += 1) {
      const list = source.lists().find((list) => remainingRequestCount([list]).requests > 0);
      if (list === undefined) break;
      this.#progress = { done, of: done + remainingRequestCount(source.lists()).requests };
      this.#scheduleUpdate();
      const fault = await loadNextPage(list);
      if (fault === undefined) continue;
      if (this.#currentLoad === loadToken) this.#fault = fault;
      break;
    }
    if (this.#currentLoad !== loadToken) return;
    await source.readStates();
    if (this.#currentLoad !== loadToken) return;
    this.#currentLoad = undefined;
    this.#progress = undefined;
    this.#scheduleUpdate();
  }

  #setStatus(status: OverviewModel['status'], fault: Fault | undefined): void {
    this.#status = status;
    this.#fault = fault;
    this.#scheduleUpdate();
  }

  /** Updates the page in a microtask, once for all changes until then. */
  #scheduleUpdate(): void {
    if (this.#isUpdateScheduled) return;
    this.#isUpdateScheduled = true;
    queueMicrotask(() => {
      this.#isUpdateScheduled = false;
      const name = this.#source?.name();
      if (name !== undefined && name !== this.#name) {
        this.#name = name;
        this.#deps.onNameChange(name);
      }
      if (this.#isPageReady) this.#deps.post({ type: 'show', model: this.#model() });
    });
  }

  #model(): OverviewModel {
    const { address, account, formatError, clock } = this.#deps;
    const source = this.#source;
    const fault = this.#fault;
    const kind = address.kind === 'cycle' || address.kind === 'initiative' ? address.kind : 'project';
    const commonProperties = {
      address: recordKey(address),
      ...(account === undefined ? {} : { account }),
      kind,
      status: this.#status,
      name: this.#name,
      ...(this.#status === 'otherAccount' ? { problem: pageAccountProblem(this.#deps.otherAccount()) } : {}),
      ...(fault === undefined
        ? {}
        : {
            problem: {
              message: formatError(fault),
              retry: fault.kind !== 'rejected',
              signIn: fault.kind === 'unauthorized',
            },
          }),
    } as const;
    if (source === undefined || this.#status !== 'ready')
      return { ...commonProperties, about: '', read: 0, charts: EMPTY_CHARTS };
    const lists = source.lists();
    const items = source.items();
    const total = totalItems(lists);
    const remainingCost = remainingRequestCount(lists);
    return {
      ...commonProperties,
      about: source.description(),
      read: items.length,
      ...(total === undefined ? {} : { total }),
      ...(remainingCost.requests === 0 ? {} : { rest: remainingCost }),
      ...(this.#progress === undefined ? {} : { reading: this.#progress }),
      charts: chartsOf(items, withCachedNames(source.names), clock.now(), source.span()),
    };
  }
}

/** Caches the names, because the names of the same few ids are looked up thousands of times. */
function withCachedNames(names: ChartNames): ChartNames {
  const states = new Map<string, ReturnType<ChartNames['state']>>();
  const people = new Map<string, string | undefined>();
  return {
    state: (id) => {
      if (!states.has(id)) states.set(id, names.state(id));
      return states.get(id);
    },
    person: (id) => {
      if (!people.has(id)) people.set(id, names.person(id));
      return people.get(id);
    },
  };
}
