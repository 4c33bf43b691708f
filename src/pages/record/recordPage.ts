// Host side of one record page: handles its messages, reads and saves the record.

import * as l10n from '@vscode/l10n';
import type { ItemAddress, RecordAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import { faultOf } from '../../client/apiError.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Disposables } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import { CommentComposer } from '../discussion/composer.ts';
import type { DiscussionDeps } from '../discussion/deps.ts';
import { Discussion, isDiscussionMessage } from '../discussion/discussion.ts';
import type { FieldName } from '../protocol/fields.ts';
import type { ItemMessage } from '../protocol/item.ts';
import type { FromHost, FromPage } from '../protocol/messages.ts';
import { ModelSender } from '../slices/modelSender.ts';
import { comparable } from './conflictView.ts';
import { FlushHandshake } from './flushHandshake.ts';
import { FreezeGuard, type FreezeMemory } from './freezeGuard.ts';
import { Lookups } from './lookups.ts';
import { modelOf } from './model.ts';
import { type CreatedInfo, RecordEdits } from './recordEdits.ts';
import type { RecordTarget } from './recordTarget.ts';

/** Both sides of a conflict as text. */
export interface Comparison {
  readonly title: string;
  readonly theirs: string;
  readonly mine: string;
}

/** What a record page uses from outside. */
export interface RecordPageDeps extends Pick<DiscussionDeps, 'files' | 'me' | 'fetchOutside' | 'code'> {
  readonly subject: RecordTarget;
  readonly draftStore: DraftStore;
  readonly clock: Clock;
  /** Returns the store, or undefined while the user is signed out. */
  store(): Store | undefined;
  /** Returns a message for the user. */
  readonly words: (fault: Fault) => string;
  newId(): string;
  readonly showing: FreezeMemory;
  post(message: FromHost): void;
  openLink(href: string): void;
  /** Shows two texts side by side. */
  compare(texts: Comparison): void;
  act(action: Extract<FromPage, { type: 'act' }>['action']): void;
  /** Called when the record is created: the page shows it from now on. */
  made(address: RecordAddress, making: CreatedInfo): void;
  /** Receives the reason why a message was ignored: its field does not exist in the record. */
  logDropped(reason: string): void;
}

/** The address of the composer of a record without comments, which is never used. */
const NOWHERE: ItemAddress = { project: '', id: '' };

export class RecordPage implements Disposable {
  readonly #deps: RecordPageDeps;
  readonly #key: string;
  /** The work item, if the record is one; only work items have comments. */
  readonly #item: ItemAddress | undefined;
  readonly #edits: RecordEdits;
  readonly #composer: CommentComposer;
  readonly #discussion: Discussion | undefined;
  readonly #subscriptions = new Disposables();
  readonly #storeSubscriptions: Disposable[] = [];
  readonly #titled = new Emitter<string>();
  readonly #flushHandshake: FlushHandshake;
  readonly #sender = new ModelSender((message) => this.#post(message));
  readonly #lookups: Lookups;
  readonly #showing: FreezeGuard;
  #wasRead = false;
  /** Number of running requests for the record. */
  #readings = 0;
  #ackSequence = -1;
  #fault: Fault | undefined;
  /** Field to focus when the page is ready. */
  #focus: FieldName | undefined;
  #opening: Promise<unknown> | undefined;
  #isShowDue = false;
  #isPageUp = false;
  #gone = false;

  /** Fires with the title that the tab should have. */
  readonly onDidChangeTitle = this.#titled.event;

  constructor(deps: RecordPageDeps) {
    this.#deps = deps;
    this.#key = deps.subject.key;
    this.#item = deps.subject.item;
    this.#flushHandshake = new FlushHandshake(deps.clock, (message) => this.#post(message));
    this.#lookups = new Lookups(deps.subject);
    this.#showing = new FreezeGuard(deps.showing, this.#key, () => deps.clock.now());
    const own = {
      ...deps,
      key: this.#key,
      title: () => this.#title(),
      changed: () => this.#show(),
      now: () => deps.clock.now(),
    };
    this.#edits = new RecordEdits(own);
    this.#composer = new CommentComposer({ ...own, address: this.#item ?? NOWHERE });
    this.#discussion =
      this.#item === undefined
        ? undefined
        : this.#subscriptions.add(new Discussion({ ...own, address: this.#item, missed: this.#lookups.miss }));
    this.#subscriptions.add(deps.draftStore.onDidChange((key) => key === this.#key && this.#show()));
    this.#listenToStore();
  }

  /** Reads the draft, the record, its comments, and those lists of choices that are needed to name a value. */
  async start(): Promise<void> {
    await this.#open();
    this.#show();
    await this.#read();
  }

  /** Uses the new store after the user has signed in or out. */
  sessionChanged(): void {
    this.#wasRead = false;
    this.#listenToStore();
    if (this.#deps.store() !== undefined) this.#edits.signedIn();
    this.#show();
    if (this.#deps.store() !== undefined) void this.#read();
  }

  /** Handles one message of the page. */
  async handleMessage(word: FromPage): Promise<void> {
    if ('field' in word && word.field !== undefined && !this.#edits.knows(word.field)) {
      this.#deps.logDropped(`no field ${word.field}`);
      return;
    }
    await this.#open();
    // A page that was destroyed and created again counts its messages from the start.
    this.#ackSequence = word.type === 'ready' ? word.seq : Math.max(this.#ackSequence, word.seq);
    if (isDiscussionMessage(word)) {
      this.#post({ type: 'answer', to: word.seq, ...(await this.#discussion?.handleMessage(word)) });
      return;
    }
    const problem = await this.#act(word);
    if (word.type === 'find') return;
    this.#post({ type: 'answer', to: word.seq, ...(problem === undefined ? {} : { problem }) });
  }

  /**
   * Sends the touched fields, including edits that the page still delayed. Resolves with an error message if that
   * failed.
   */
  async save(): Promise<string | undefined> {
    await this.flush();
    return this.#edits.save();
  }

  /** Moves the focus to a field or to the `composer`, now or when the page is ready. */
  focusOn(field: FieldName): void {
    this.#focus = field;
    this.#postFocus();
  }

  /** Resolves when the page has sent every edit, or is gone. */
  async flush(): Promise<void> {
    if (this.#isPageUp && !this.#gone) await this.#flushHandshake.ask();
  }

  /** The user closed the page. A new record without edits leaves no draft. */
  close(): void {
    this.#showing.pageGone();
    const { subject, draftStore } = this.#deps;
    const draft = draftStore.get(this.#key);
    if (!subject.isNew || draft === undefined || this.#edits.saving || Object.keys(draft.touched).length > 0) return;
    draftStore.change(this.#key, draft.title, () => ({ making: undefined }));
  }

  dispose(): void {
    this.#gone = true;
    this.#subscriptions.dispose();
    for (const one of this.#storeSubscriptions.splice(0)) one.dispose();
    this.#titled.dispose();
  }

  /** Waits until the draft on disk has been read: a change before that would overwrite it. */
  #open(): Promise<unknown> {
    this.#opening ??= this.#begin();
    return this.#opening;
  }

  async #begin(): Promise<void> {
    const { draftStore, subject } = this.#deps;
    const draft = await draftStore.open(this.#key);
    this.#composer.restore();
    if (subject.isNew && Object.keys(draft?.touched ?? {}).length > 0) this.#edits.offer();
  }

  #act(word: Exclude<FromPage, ItemMessage>): Promise<string | undefined> | undefined {
    switch (word.type) {
      case 'ready':
        this.#isPageUp = true;
        this.#showing.pageGone();
        this.#postFocus();
        this.#sender.forget();
        this.#show();
        return undefined;
      case 'resend':
        this.#sender.forget();
        this.#show();
        return undefined;
      case 'edit':
        this.#edits.edit(word.field, word.value);
        return undefined;
      case 'revert':
        this.#edits.revert(word.field);
        this.#sender.reset(this.#model());
        return undefined;
      case 'resolve':
        this.#edits.resolve(word.field, word.keep);
        this.#sender.reset(this.#model());
        return undefined;
      case 'compare':
        return this.#compare(word.field);
      case 'save':
        return this.#edits.save();
      case 'cancelSave':
        this.#edits.cancel();
        return undefined;
      case 'compose':
        return this.#composer.compose(word);
      case 'sendComment':
        return this.#composer.send(word.seq);
      case 'waitToSend':
        return this.#composer.wait(word.wait);
      case 'moreComments':
        return this.#withStore(async (store) => this.#item && store.comments.list(this.#item).loadMore());
      case 'reload':
        return this.#withStore((store) => this.#reload(store));
      case 'offer':
        return this.#withStore((store) => this.#lookups.offer(store, word.field));
      case 'find':
        return this.#find(word.seq, word.field, word.text);
      case 'textsShown':
        this.#showing.responds();
        return undefined;
      case 'expandTexts':
        this.#showing.expand();
        this.#show();
        return undefined;
      case 'openLink':
        this.#deps.openLink(word.href);
        return undefined;
      case 'act':
        this.#deps.act(word.action);
        return undefined;
      case 'flushed':
        this.#flushHandshake.acknowledge(word.flush);
        return undefined;
      default:
        return word satisfies never;
    }
  }

  async #read(): Promise<void> {
    const store = this.#deps.store();
    if (store === undefined) return;
    const { subject } = this.#deps;
    const comments = this.#item === undefined ? undefined : readComments(store, this.#item);
    this.#readings += 1;
    const fault = await subject.read(store).then(() => undefined, faultOf);
    this.#readings -= 1;
    if (store !== this.#deps.store()) return;
    this.#fault = fault;
    if (fault === undefined) this.#edits.dropSettled(store);
    this.#wasRead = true;
    this.#show();
    await Promise.all([comments, this.#discussion?.again(), this.#lookups.readAgain(store)]);
    this.#model();
    await this.#readMissed();
  }

  async #reload(store: Store): Promise<void> {
    this.#lookups.expire(store);
    await this.#read();
    await this.#lookups.renewShown(
      store,
      this.#deps.subject.confirmed(store, this.#deps.draftStore.get(this.#key)) ?? {},
    );
  }

  /** When the key or token is accepted again, reads what could not be read because of it. */
  #authenticationChanged({ authentication }: Store): void {
    if (authentication.rejection === undefined) this.#edits.signedIn();
    this.#show();
    if (authentication.rejection === undefined && this.#fault?.kind === 'unauthorized' && this.#readings === 0)
      void this.#read();
  }

  /** Waits for the record, because it comes with the names of many values. */
  #readMissed(): Promise<void> {
    return this.#lookups.readMissed(this.#wasRead ? this.#deps.store() : undefined);
  }

  async #find(to: number, field: FieldName, text: string): Promise<undefined> {
    const { choices, fault } = await this.#lookups.find(this.#deps.store(), field, text);
    this.#post({ type: 'answer', to, choices, ...(fault === undefined ? {} : { problem: this.#deps.words(fault) }) });
    return undefined;
  }

  #compare(field: FieldName): undefined {
    const conflict = this.#edits.conflicts.find((one) => one.field === field);
    const label = this.#deps.subject.kind.fields.find(({ name }) => name === field)?.label ?? field;
    if (conflict === undefined) return;
    const [theirs, mine] = comparable(String(conflict.theirs ?? ''), String(conflict.mine ?? ''));
    this.#deps.compare({ title: l10n.t('{0}: {1} (theirs ↔ yours)', this.#title(), label), theirs, mine });
  }

  async #withStore(work: (store: Store) => Promise<unknown>): Promise<string | undefined> {
    const store = this.#deps.store();
    if (store === undefined) return l10n.t('You are signed out.');
    await work(store);
    return undefined;
  }

  #listenToStore(): void {
    for (const one of this.#storeSubscriptions.splice(0)) one.dispose();
    const store = this.#deps.store();
    if (store === undefined) return;
    const { subject } = this.#deps;
    this.#storeSubscriptions.push(
      store.authentication.onDidChange(() => this.#authenticationChanged(store)),
      ...(this.#discussion?.listen(store) ?? []),
      ...subject.watch(store, () => {
        if (!this.#edits.saving) this.#edits.dropSettled(store);
        this.#show();
      }),
      ...(this.#item === undefined ? [] : [store.comments.list(this.#item).onDidChange(() => this.#show())]),
      ...this.#lookups.watch(store, () => this.#show()),
      store.allowance.onDidChange(() => this.#show()),
    );
  }

  #title(): string {
    const { subject, draftStore } = this.#deps;
    return subject.title(this.#deps.store()) ?? draftStore.get(this.#key)?.title ?? subject.kind.label;
  }

  #model() {
    const { subject, draftStore, words } = this.#deps;
    const model = modelOf({
      subject,
      store: this.#deps.store(),
      draft: draftStore.get(this.#key),
      exceededLimit: draftStore.exceededLimit(this.#key),
      ackSequence: this.#ackSequence,
      fault: this.#fault,
      saving: this.#edits.saving,
      problems: this.#edits.problems,
      notice: this.#edits.notice,
      conflicts: this.#edits.conflicts,
      composer: this.#composer.view(),
      found: this.#lookups.found,
      asked: this.#lookups.asked,
      missed: this.#lookups.miss,
      words,
      now: this.#deps.clock.now(),
      title: this.#title(),
    });
    return this.#showing.withTextStates(this.#discussion?.into(model) ?? model);
  }

  /** Updates the page once for all changes of one microtask. */
  #show(): void {
    if (this.#isShowDue || this.#gone) return;
    this.#isShowDue = true;
    queueMicrotask(() => {
      this.#isShowDue = false;
      if (this.#gone) return;
      const model = this.#model();
      if (this.#isPageUp && !this.#showing.mayShow(model, () => this.#show())) return;
      if (this.#isPageUp) this.#sender.show(this.#showing.withTextStates(model));
      void this.#readMissed();
      const isComposing = model.composer.html !== '' || model.composer.pending !== undefined;
      const isUnsent = model.unsent || isComposing || this.#discussion?.isUnsent === true;
      this.#titled.fire(`${isUnsent ? '● ' : ''}${this.#title()}`);
    });
  }

  #postFocus(): void {
    if (this.#focus === undefined || !this.#isPageUp) return;
    this.#post({ type: 'focus', where: this.#focus });
    this.#focus = undefined;
  }

  #post(message: FromHost): void {
    if (this.#isPageUp && !this.#gone) this.#deps.post(message);
  }
}

function readComments(store: Store, item: ItemAddress): Promise<void> {
  const list = store.comments.list(item);
  return list.state.status === 'ready' ? list.reload() : list.read();
}
