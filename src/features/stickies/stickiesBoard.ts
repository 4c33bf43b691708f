// Handles the messages of the Stickies view in the host: reads, creates and deletes stickies.

import * as l10n from '@vscode/l10n';
import { type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import type { MessageFromStickies, MessageToStickies, StickyProblem } from '../../shell/protocol/stickies.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { handleByType, type MessageTable } from '../../std/objects/messageTable.ts';
import { stickyForm, stickyKey } from './fields.ts';
import { stickiesModel } from './model.ts';
import { StickyEdits } from './stickyEdits.ts';

export interface StickiesDeps {
  readonly clock: Clock;
  /** Returns an error message for the user. */
  readonly formatError: (fault: Fault) => string;
  post(message: MessageToStickies): void;
  openLink(href: string): void;
  signIn(): void;
}

/** The stickies and drafts of one session. */
export interface StickiesSession {
  readonly store: Store;
  readonly draftStore: DraftStore;
}

export class StickiesBoard implements Disposable {
  readonly #deps: StickiesDeps;
  #session: StickiesSession | undefined;
  #hasAccounts = false;
  readonly #form = stickyForm();
  readonly #edits = new Map<string, StickyEdits>();
  #subscriptions = new DisposableStore();
  #problem: StickyProblem | undefined;
  #creating = false;
  #reading = false;
  #ackSequence = -1;
  #isPageReady = false;
  #isCreateRequested = false;
  #isUpdateScheduled = false;
  readonly #handlers: MessageTable<MessageFromStickies, Promise<void> | undefined | void> = {
    edit: ({ id, field, value }) => this.#editsOf(id)?.edit(field, value),
    retry: ({ id }) => this.#editsOf(id)?.retry(),
    resolve: ({ id, keep }) => this.#editsOf(id)?.resolve(keep),
    remove: ({ id }) => this.#editsOf(id)?.remove(),
    undoRemove: ({ id }) => this.#editsOf(id)?.undoRemove(),
    create: ({ color }) => this.#create(color),
    more: () => this.#read(async () => this.#session?.store.resources.stickies.list().loadMore()),
    reload: () => this.reload(),
    openLink: ({ href }) => this.#deps.openLink(href),
    signIn: () => this.#deps.signIn(),
    ready: () => undefined,
  };

  constructor(deps: StickiesDeps) {
    this.#deps = deps;
  }

  /**
   * Sets the session whose stickies are shown; undefined while the user is signed out. `hasAccounts` is true if a
   * signed-out user can switch to an account instead of signing in.
   */
  async setSession(session: StickiesSession | undefined, hasAccounts = false): Promise<void> {
    this.#leaveSession();
    this.#session = session;
    this.#hasAccounts = hasAccounts;
    this.#problem = undefined;
    if (session === undefined) {
      this.#scheduleUpdate();
      return;
    }
    const { store } = session;
    const { stickies } = store.resources;
    this.#subscriptions.add(stickies.records.onDidChange(() => this.#scheduleUpdate()));
    this.#subscriptions.add(store.authentication.onDidChange(() => this.#scheduleUpdate()));
    this.#subscriptions.add(session.draftStore.onDidChange(() => this.#scheduleUpdate()));
    this.#subscriptions.add(store.allowance.onDidChange(() => this.#scheduleUpdate()));
    this.#subscriptions.add(stickies.list().onDidChange(() => this.#scheduleUpdate()));
    await this.#read(() => stickies.list().read({ urgency: 'visible' }));
  }

  /** Makes the page create a sticky as soon as the page is ready. Called by commands outside of the page. */
  createWhenReady(): void {
    if (this.#isPageReady) this.#deps.post({ type: 'create' });
    else this.#isCreateRequested = true;
  }

  /** Reloads the list, or loads its next page again if loading that page failed. */
  async reload(): Promise<void> {
    const list = this.#session?.store.resources.stickies.list();
    if (list === undefined) return;
    this.#problem = undefined;
    const hasLoadMoreFailed = list.state.status === 'ready' && list.state.fault !== undefined;
    await this.#read(() => (hasLoadMoreFailed ? list.loadMore() : list.reload()));
  }

  /** Checks in the background whether the list has changed on the server. Rejects with an ApiError. */
  async revalidate(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    if (session === undefined || this.#reading) return;
    await session.store.resources.stickies.list().revalidate({ urgency: 'background', signal });
    await this.#openDrafts(session);
  }

  /** Must be called when the page is destroyed. The next page numbers its messages from the start again. */
  handlePageDestroyed(): void {
    this.#isPageReady = false;
    this.#ackSequence = -1;
  }

  /** Handles one message of the page. */
  async handleMessage(message: MessageFromStickies): Promise<void> {
    this.#isPageReady = true;
    this.#ackSequence = message.seq;
    if (this.#isCreateRequested) this.#deps.post({ type: 'create' });
    this.#isCreateRequested = false;
    this.#scheduleUpdate();
    await handleByType(this.#handlers, message);
  }

  dispose(): void {
    this.#leaveSession();
  }

  async #create(color: string): Promise<void> {
    const session = this.#session;
    if (session === undefined || this.#creating) return;
    this.#creating = true;
    this.#problem = undefined;
    this.#scheduleUpdate();
    try {
      const sticky = await session.store.resources.stickies.create({ background_color: color });
      this.#sendModel();
      this.#deps.post({ type: 'focus', id: sticky.id });
    } catch (error) {
      const fault = faultOf(error);
      if (this.#session === session)
        this.#problem = creationProblem(this.#deps.formatError(fault), mayHaveBeenProcessed(fault));
    } finally {
      this.#creating = false;
      this.#scheduleUpdate();
    }
  }

  async #read(read: () => Promise<void>): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    this.#reading = true;
    this.#scheduleUpdate();
    await read();
    if (!(await this.#openDrafts(session))) return;
    this.#reading = false;
    this.#scheduleUpdate();
  }

  /**
   * Reads the drafts of the loaded stickies from disk. Resolves with false if the session changes before the drafts are
   * read.
   */
  async #openDrafts(session: StickiesSession): Promise<boolean> {
    if (this.#session !== session) return false;
    const { ids } = session.store.resources.stickies.list().state;
    await Promise.all(ids.map((id) => session.draftStore.open(stickyKey(id))));
    if (this.#session !== session) return false;
    for (const id of ids) this.#editsOf(id)?.dropSettled();
    return true;
  }

  #editsOf(id: string): StickyEdits | undefined {
    const existingEdits = this.#edits.get(id);
    if (existingEdits !== undefined || this.#session === undefined) return existingEdits;
    const edits = new StickyEdits(id, {
      ...this.#deps,
      ...this.#session,
      form: this.#form,
      changed: () => this.#scheduleUpdate(),
    });
    this.#edits.set(id, edits);
    return edits;
  }

  #leaveSession(): void {
    for (const edits of this.#edits.values()) edits.dispose();
    this.#edits.clear();
    this.#subscriptions.dispose();
    this.#subscriptions = new DisposableStore();
    this.#session = undefined;
    this.#reading = false;
    this.#creating = false;
  }

  /** Updates the page in a microtask, once for all changes until then. */
  #scheduleUpdate(): void {
    if (this.#isUpdateScheduled) return;
    this.#isUpdateScheduled = true;
    queueMicrotask(() => this.#sendModel());
  }

  #sendModel(): void {
    this.#isUpdateScheduled = false;
    if (!this.#isPageReady) return;
    const { formatError } = this.#deps;
    const model = stickiesModel({
      session: this.#session,
      hasAccounts: this.#hasAccounts,
      editsOf: (id) => this.#editsOf(id),
      formatError,
      ackSequence: this.#ackSequence,
      busy: this.#creating || this.#reading,
      problem: this.#problem,
    });
    this.#deps.post({ type: 'show', model });
  }
}

function creationProblem(reason: string, mayExist: boolean): StickyProblem {
  if (!mayExist) return { message: l10n.t('The sticky was not created. {0}', reason), retry: false };
  const message = l10n.t(
    '{0} The sticky may have been created anyway. Refresh the stickies before you create another.',
    reason,
  );
  return { message, retry: true };
}
