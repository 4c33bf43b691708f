// Host side of an overview page: loads the work items and sends the charts to the page.

import { type RecordAddress, recordKey } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import { type Fault, faultOf } from '../../client/apiError.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import type { Charts, FromOverview, OverviewModel, ToOverview } from '../protocol/overview.ts';
import { type CountedNames, chartsOf } from './charts.ts';
import { costOf, type OverviewSource, overviewSource, readStep, totalItems } from './source.ts';

export interface OverviewDeps {
  readonly address: RecordAddress;
  readonly clock: Clock;
  /** Returns a message for the user. */
  readonly words: (fault: Fault) => string;
  post(message: ToOverview): void;
  signIn(): void;
  /** Called when the name of the record is loaded or has changed. */
  named(name: string): void;
}

const NO_COUNTS = { done: 0, started: 0, open: 0, cancelled: 0 };
const NO_CHARTS: Charts = { totals: NO_COUNTS, states: [], priorities: [], people: [], weeks: [] };

export class Overview implements Disposable {
  readonly #deps: OverviewDeps;
  #source: OverviewSource | undefined;
  #subscriptions = new Disposables();
  #status: OverviewModel['status'] = 'loading';
  #fault: Fault | undefined;
  #reading: { readonly done: number; readonly of: number } | undefined;
  /** The loading of the rest that is running; replacing or removing it ends the loading. */
  #run: object | undefined;
  #isPageUp = false;
  #isShowDue = false;
  #name = '';

  constructor(deps: OverviewDeps) {
    this.#deps = deps;
  }

  /** Sets the store that the overview reads from; undefined while the user is signed out. */
  async move(store: Store | undefined): Promise<void> {
    this.#subscriptions.dispose();
    this.#subscriptions = new Disposables();
    this.#run = undefined;
    this.#reading = undefined;
    this.#source = store === undefined ? undefined : overviewSource(store, this.#deps.address);
    if (store === undefined) {
      this.#become('signedOut', undefined);
      return;
    }
    const { projects, cycles, initiatives, epics } = store.resources;
    const show = () => this.#show();
    for (const { records } of [projects, cycles, initiatives, epics])
      this.#subscriptions.add(records.onDidChange(show));
    this.#subscriptions.add(store.lists.onDidChange(show));
    this.#subscriptions.add(store.states.onDidChange(show));
    this.#subscriptions.add(store.resources.workItems.records.onDidChange(show));
    await this.#open();
  }

  /** Handles one message of the page. */
  async handleMessage(message: FromOverview): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isPageUp = true;
        this.#show();
        return;
      case 'readRest':
        return this.#readRest();
      case 'cancel':
        this.#run = undefined;
        this.#reading = undefined;
        this.#show();
        return;
      case 'retry':
        return this.#status === 'ready' ? this.#readRest() : this.#open();
      case 'signIn':
        this.#deps.signIn();
        return;
      default:
        message satisfies never;
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#run = undefined;
    this.#source = undefined;
  }

  async #open(): Promise<void> {
    const source = this.#source;
    if (source === undefined) return;
    this.#become('loading', undefined);
    try {
      await source.open();
      await source.readStates();
      if (this.#source !== source) return;
      // A list that failed keeps its fault; without any page there is nothing to draw.
      const failed = source.lists.find(({ state }) => state.status === 'failed')?.state.fault;
      this.#become(failed === undefined ? 'ready' : 'failed', failed);
    } catch (error) {
      if (this.#source === source) this.#become('failed', faultOf(error));
    }
  }

  /** Loads page after page until everything is loaded, a request fails, or the user cancels. Loaded work items stay. */
  async #readRest(): Promise<void> {
    const source = this.#source;
    if (source === undefined || this.#run !== undefined) return;
    const run = {};
    this.#run = run;
    this.#become('ready', undefined);
    for (let done = 0; this.#run === run; done += 1) {
      const list = source.lists.find((one) => costOf([one]).requests > 0);
      if (list === undefined) break;
      this.#reading = { done, of: done + costOf(source.lists).requests };
      this.#show();
      const fault = await readStep(list);
      if (fault === undefined) continue;
      if (this.#run === run) this.#fault = fault;
      break;
    }
    if (this.#run !== run) return;
    await source.readStates();
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#reading = undefined;
    this.#show();
  }

  #become(status: OverviewModel['status'], fault: Fault | undefined): void {
    this.#status = status;
    this.#fault = fault;
    this.#show();
  }

  /** Combines all changes of one microtask into one update. */
  #show(): void {
    if (this.#isShowDue) return;
    this.#isShowDue = true;
    queueMicrotask(() => {
      this.#isShowDue = false;
      const name = this.#source?.name;
      if (name !== undefined && name !== this.#name) {
        this.#name = name;
        this.#deps.named(name);
      }
      if (this.#isPageUp) this.#deps.post({ type: 'show', model: this.#model() });
    });
  }

  #model(): OverviewModel {
    const { address, words, clock } = this.#deps;
    const source = this.#source;
    const fault = this.#fault;
    const kind = address.kind === 'cycle' || address.kind === 'initiative' ? address.kind : 'project';
    const common = {
      address: recordKey(address),
      kind,
      status: this.#status,
      name: this.#name,
      ...(fault === undefined
        ? {}
        : {
            problem: { message: words(fault), retry: fault.kind !== 'rejected', signIn: fault.kind === 'unauthorized' },
          }),
    } as const;
    if (source === undefined || this.#status !== 'ready') return { ...common, about: '', read: 0, charts: NO_CHARTS };
    const { lists, items, about, span } = source;
    const total = totalItems(lists);
    const rest = costOf(lists);
    return {
      ...common,
      about,
      read: items.length,
      ...(total === undefined ? {} : { total }),
      ...(rest.requests === 0 ? {} : { rest }),
      ...(this.#reading === undefined ? {} : { reading: this.#reading }),
      charts: chartsOf(items, remembering(source.names), clock.now(), span),
    };
  }
}

/** Caches the lookup of each id, because few ids are looked up thousands of times. */
function remembering(names: CountedNames): CountedNames {
  const states = new Map<string, ReturnType<CountedNames['state']>>();
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
