// Host side of the Stickies view: handles its messages, reads, creates and deletes stickies.

import * as l10n from '@vscode/l10n';
import type { Store } from '../../cache/store.ts';
import { type Fault, faultOf, mayHaveHappened } from '../../client/apiError.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import type { FromStickies, StickyProblem, ToStickies } from '../protocol/stickies.ts';
import { stickyForm, stickyKey } from './fields.ts';
import { stickiesModel } from './model.ts';
import { StickyEdits } from './stickyEdits.ts';

/** What the Stickies view uses from outside. */
export interface StickiesDeps {
  readonly clock: Clock;
  /** Returns a message for the user. */
  readonly words: (fault: Fault) => string;
  post(message: ToStickies): void;
  openLink(href: string): void;
  signIn(): void;
}

/** The stickies and drafts of one session. */
export interface StickiesPlace {
  readonly store: Store;
  readonly draftStore: DraftStore;
}

export class StickiesBoard implements Disposable {
  readonly #deps: StickiesDeps;
  #place: StickiesPlace | undefined;
  readonly #form = stickyForm();
  readonly #edits = new Map<string, StickyEdits>();
  #subscriptions = new Disposables();
  #problem: StickyProblem | undefined;
  #creating = false;
  #reading = false;
  #ackSequence = -1;
  #isPageUp = false;
  #isCreateWanted = false;
  #isShowDue = false;

  constructor(deps: StickiesDeps) {
    this.#deps = deps;
  }

  /** Sets the session whose stickies are shown; undefined while the user is signed out. */
  async move(place: StickiesPlace | undefined): Promise<void> {
    this.#leave();
    this.#place = place;
    this.#problem = undefined;
    if (place === undefined) {
      this.#show();
      return;
    }
    const { store } = place;
    const { stickies } = store.resources;
    this.#subscriptions.add(stickies.records.onDidChange(() => this.#show()));
    this.#subscriptions.add(store.authentication.onDidChange(() => this.#show()));
    this.#subscriptions.add(place.draftStore.onDidChange(() => this.#show()));
    this.#subscriptions.add(store.allowance.onDidChange(() => this.#show()));
    this.#subscriptions.add(stickies.list().onDidChange(() => this.#show()));
    await this.#read(() => stickies.list().read({ urgency: 'visible' }));
  }

  /** Makes the page create a sticky as soon as it is ready; for a command outside of the page. */
  createSoon(): void {
    if (this.#isPageUp) this.#deps.post({ type: 'create' });
    else this.#isCreateWanted = true;
  }

  /** Reloads the list, or retries loading more if that failed. */
  async reload(): Promise<void> {
    const list = this.#place?.store.resources.stickies.list();
    if (list === undefined) return;
    this.#problem = undefined;
    const isMore = list.state.status === 'ready' && list.state.fault !== undefined;
    await this.#read(() => (isMore ? list.loadMore() : list.reload()));
  }

  /** Takes over changes from the server in the background. Rejects with an ApiError. */
  async revalidate(signal: AbortSignal): Promise<void> {
    const place = this.#place;
    if (place === undefined || this.#reading) return;
    await place.store.resources.stickies.list().revalidate({ urgency: 'idle', signal });
    await this.#taken(place);
  }

  /** The page is destroyed: the next page starts with its first message. */
  pageGone(): void {
    this.#isPageUp = false;
    this.#ackSequence = -1;
  }

  /** Handles one message of the page. */
  async handleMessage(message: FromStickies): Promise<void> {
    this.#isPageUp = true;
    this.#ackSequence = message.seq;
    if (this.#isCreateWanted) this.#deps.post({ type: 'create' });
    this.#isCreateWanted = false;
    this.#show();
    await this.#act(message);
  }

  dispose(): void {
    this.#leave();
  }

  async #act(message: FromStickies): Promise<void> {
    switch (message.type) {
      case 'edit':
        return this.#editsOf(message.id)?.edit(message.field, message.value);
      case 'retry':
        return this.#editsOf(message.id)?.retry();
      case 'resolve':
        return this.#editsOf(message.id)?.resolve(message.keep);
      case 'remove':
        return this.#editsOf(message.id)?.remove();
      case 'undoRemove':
        return this.#editsOf(message.id)?.undoRemove();
      case 'create':
        return this.#create(message.color);
      case 'more':
        return this.#read(async () => this.#place?.store.resources.stickies.list().loadMore());
      case 'reload':
        return this.reload();
      case 'openLink':
        return this.#deps.openLink(message.href);
      case 'signIn':
        return this.#deps.signIn();
      case 'ready':
        return undefined;
      default:
        return message satisfies never;
    }
  }

  async #create(color: string): Promise<void> {
    const place = this.#place;
    if (place === undefined || this.#creating) return;
    this.#creating = true;
    this.#problem = undefined;
    this.#show();
    try {
      const sticky = await place.store.resources.stickies.create({ background_color: color });
      this.#flushShow();
      this.#deps.post({ type: 'focus', id: sticky.id });
    } catch (error) {
      const fault = faultOf(error);
      if (this.#place === place) this.#problem = notCreated(this.#deps.words(fault), mayHaveHappened(fault));
    } finally {
      this.#creating = false;
      this.#show();
    }
  }

  async #read(read: () => Promise<void>): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    this.#reading = true;
    this.#show();
    await read();
    if (!(await this.#taken(place))) return;
    this.#reading = false;
    this.#show();
  }

  /** Opens the drafts of the stickies that were read. Resolves with false if the session has changed since. */
  async #taken(place: StickiesPlace): Promise<boolean> {
    if (this.#place !== place) return false;
    const { ids } = place.store.resources.stickies.list().state;
    await Promise.all(ids.map((id) => place.draftStore.open(stickyKey(id))));
    if (this.#place !== place) return false;
    for (const id of ids) this.#editsOf(id)?.dropSettled();
    return true;
  }

  #editsOf(id: string): StickyEdits | undefined {
    const known = this.#edits.get(id);
    if (known !== undefined || this.#place === undefined) return known;
    const edits = new StickyEdits(id, { ...this.#deps, ...this.#place, form: this.#form, changed: () => this.#show() });
    this.#edits.set(id, edits);
    return edits;
  }

  #leave(): void {
    for (const edits of this.#edits.values()) edits.dispose();
    this.#edits.clear();
    this.#subscriptions.dispose();
    this.#subscriptions = new Disposables();
    this.#place = undefined;
    this.#reading = false;
    this.#creating = false;
  }

  /** Combines all changes of one microtask into one update. */
  #show(): void {
    if (this.#isShowDue) return;
    this.#isShowDue = true;
    queueMicrotask(() => this.#flushShow());
  }

  #flushShow(): void {
    this.#isShowDue = false;
    if (!this.#isPageUp) return;
    const { words } = this.#deps;
    const model = stickiesModel({
      place: this.#place,
      editsOf: (id) => this.#editsOf(id),
      words,
      ackSequence: this.#ackSequence,
      busy: this.#creating || this.#reading,
      problem: this.#problem,
    });
    this.#deps.post({ type: 'show', model });
  }
}

function notCreated(reason: string, mayExist: boolean): StickyProblem {
  const message = l10n.t('The sticky was not created. {0}', reason);
  if (!mayExist) return { message, retry: false };
  const hint = l10n.t('It may have been created anyway. Refresh the stickies before you create another.');
  return { message: `${message} ${hint}`, retry: true };
}
