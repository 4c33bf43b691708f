// Handles the messages of one record page in the extension host, and reads and saves the record.

import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { ApiError, faultOf, isRecordGone } from '../../client/apiError.ts';
import { downloadExternalFile } from '../../client/files/externalFile.ts';
import { type ItemAddress, keyOf, type RecordAddress } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { LastVisibilityStorage } from '../../core/comments/lastVisibility.ts';
import { isEdited } from '../../core/drafts/draft.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import type { Session } from '../../core/session/session.ts';
import type { FieldName } from '../../items/form/fieldProtocol.ts';
import { DESCRIPTION_FIELD } from '../../items/form/recordForm.ts';
import type { PageAction } from '../../items/form/recordProtocol.ts';
import type { FieldValues } from '../../items/form/values.ts';
import { KIND_NAMES } from '../../items/kindNames.ts';
import { draftUserNames } from '../../items/record/draftText.ts';
import type { CreatedInfo } from '../../items/record/newRecordDraft.ts';
import { RecordEdits, type SavedField } from '../../items/record/recordEdits.ts';
import type { RecordTarget } from '../../items/record/recordTarget.ts';
import { resourceStoreOf } from '../../items/record/resourceStoreOf.ts';
import type { PageAccount } from '../../shell/pages/pageAccount.ts';
import { type DiscussionMessage, discussionMessages } from '../../shell/protocol/discussionSections.ts';
import type { MessageFromHost, MessageFromPage } from '../../shell/protocol/messages.ts';
import type { PageUpdate } from '../../shell/protocol/slices.ts';
import type {
  ComposerSection,
  ContentsSection,
  DiscussionSections,
  RecordSections,
} from '../../shell/sections/pageSections.ts';
import type { SubItemActions } from '../../shell/sections/sectionDeps.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { DisposableStore } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import { handleByType, type MessageTable } from '../../std/objects/messageTable.ts';
import { accessibleText } from './accessibleText.ts';
import { textsToCompare } from './conflictView.ts';
import { watchCycleAndModules } from './cycleAndModules.ts';
import { startNewRecordFromDeleted, unsentText } from './deletedRecord.ts';
import { firstHtml } from './firstHtml.ts';
import { FlushHandshake } from './flushHandshake.ts';
import { type LookupResult, Lookups } from './lookups.ts';
import { modelOf } from './model.ts';
import {
  applicableValues,
  createSimilarFinder,
  type FindSimilar,
  type LastNewItemValuesStorage,
  lastValuesOf,
} from './newItemSuggestions.ts';
import { withoutRepeatedProblems } from './repeatedProblems.ts';
import { ModelSender } from './slices/modelSender.ts';

/** The two texts of a conflict for a diff editor, and the editor's title. */
export interface TextComparison {
  readonly title: string;
  readonly theirs: string;
  readonly mine: string;
}

/** The tab of a page, and what the user does on the page with the rest of the window. */
export interface RecordPageHost extends SubItemActions {
  /** The session of the page's account; undefined while the window does not use this account. */
  readonly session: Pick<Session, 'store' | 'me' | 'client'> | undefined;
  /** Returns the page's account, which is not the account of the window. Called while `session` is undefined. */
  otherAccount(): PageAccount;
  /** Whether the work item is the current one of the checked-out branch. */
  isCurrentItem(item: ItemAddress): boolean;
  post(message: MessageFromHost): void;
  openLink(href: string): void;
  /** Shows the texts in a diff editor. */
  compare(texts: TextComparison): void;
  /** Resolves when the action is done. `row` is the id of the relation, link or comment that it is for. */
  act(action: PageAction, row?: string): Promise<void>;
  /** Called when the record is created, with its address. The page shows the created record from then on. */
  onCreated(address: RecordAddress, created: CreatedInfo): void;
  /** Resolves with whether the user wants to change the state of the work item, which may complete it too early. */
  confirmState(item: ItemAddress, state: string): Promise<boolean>;
  /** Called with the fields that a request of this page has changed. */
  onSaved(fields: readonly SavedField[]): void;
  /** Called when a message is ignored because the record does not have the field that the message names. */
  logDropped(reason: string): void;
}

export interface RecordPageDeps {
  readonly host: RecordPageHost;
  readonly sections: RecordSections;
  readonly target: RecordTarget;
  /** The account of the tab, see `Session.account`. */
  readonly account: string;
  readonly draftStore: DraftStore;
  readonly clock: Clock;
  /** The title of the restored tab, which is shown until the record is loaded. */
  readonly restoredTitle?: string | undefined;
  /** Returns an error message for the user. */
  readonly formatError: (fault: Fault) => string;
  newId(): string;
  /** Stores the visibility of the previous comment that the user wrote in the project. */
  readonly lastVisibilityStorage?: LastVisibilityStorage | undefined;
  /** For a new work item: stores the values of the work item that the user created most recently in the project. */
  readonly lastValuesStorage?: LastNewItemValuesStorage | undefined;
}

/** The composer needs an address, but never uses it for a record without comments. */
const UNUSED_ADDRESS: ItemAddress = { project: '', id: '' };

const DISCUSSION_MESSAGE_TYPES: ReadonlySet<string> = new Set(discussionMessages.map(({ shape }) => shape.type.value));

/** Whether `DiscussionSections` handles the message, and not `RecordPage`. */
function isDiscussionMessage(message: MessageFromPage): message is DiscussionMessage {
  return DISCUSSION_MESSAGE_TYPES.has(message.type);
}

type OwnMessage = Exclude<MessageFromPage, DiscussionMessage>;

export class RecordPage implements Disposable {
  readonly #deps: RecordPageDeps;
  readonly #key: string;
  /** The address of the work item; undefined for other kinds of records, which have no comments. */
  readonly #item: ItemAddress | undefined;
  readonly #edits: RecordEdits;
  readonly #composer: ComposerSection;
  readonly #discussion: DiscussionSections | undefined;
  /** What a record other than a work item contains. */
  readonly #contents: ContentsSection | undefined;
  readonly #subscriptions = new DisposableStore();
  #storeSubscriptions: Disposable[] = [];
  readonly #titleEmitter = new Emitter<string>();
  readonly #flushHandshake: FlushHandshake;
  readonly #sender = new ModelSender((message) => this.#post(message));
  readonly #lookups: Lookups;
  readonly #findSimilar: FindSimilar;
  #hasReadRecord = false;
  /** Whether the record must be read when the hidden tab is shown. */
  #isReadDue = false;
  /** Number of running requests for the record. */
  #runningReads = 0;
  #ackSequence = -1;
  #fault: Fault | undefined;
  /** The values that the page showed most recently; undefined until the record is loaded. */
  #shownValues: FieldValues | undefined;
  #lastTitle: string | undefined;
  /** Field to focus when the page is ready. */
  #fieldToFocus: FieldName | undefined;
  /** Id of the comment to show when the page is ready. */
  #commentToShow: string | undefined;
  #draftOpening: Promise<unknown> | undefined;
  #isUpdateScheduled = false;
  #isPageReady = false;
  #isDisposed = false;

  /** Each function returns or resolves with an error message for the user, or undefined. */
  readonly #handlers: MessageTable<OwnMessage, Promise<string | undefined> | undefined | void> = {
    ready: () => this.#showReady(),
    resend: () => this.#resend(),
    edit: ({ field, value }) => this.#edits.edit(field, value),
    revert: ({ field }) => {
      this.#edits.revert(field);
      this.#sender.reset(this.#model());
    },
    resolve: ({ field, keep }) => {
      this.#edits.resolve(field, keep);
      this.#sender.reset(this.#model());
    },
    compare: ({ field }) => this.#compare(field),
    save: (message) => this.#save(message),
    cancelSave: () => this.#edits.cancel(),
    compose: (message) => this.#composer.compose(message),
    sendComment: ({ seq }) => this.#composer.send(seq),
    waitToSend: ({ wait }) => this.#composer.setQueued(wait),
    moreComments: () => this.#withStore(async (store) => this.#item && store.comments.list(this.#item).loadMore()),
    reload: () => this.#withStore((store) => this.#reload(store)),
    offer: ({ field }) => this.#withStore((store) => this.#lookups.readChoices(store, field)),
    find: ({ seq, field, text }) => this.#answerChoices(seq, this.#lookups.find(this.#store, field, text)),
    createChoice: ({ seq, field, newChoice, text }) =>
      this.#answerChoices(seq, this.#lookups.create(this.#store, field, newChoice, text)),
    openLink: ({ href }) => this.#deps.host.openLink(href),
    useLastValues: () => this.#useLastValues(),
    openSimilar: ({ id }) =>
      this.#deps.host.openRecord({ kind: 'workItem', within: this.#deps.target.address.within, id }),
    openContent: ({ key }) => {
      const address = this.#contents?.addressOf(key);
      if (address !== undefined) this.#deps.host.openRecord(address);
    },
    act: ({ action, row }) => this.#deps.host.act(action, row).then(() => undefined),
    flushed: ({ flush }) => this.#flushHandshake.acknowledge(flush),
  };

  /** Fires with the title that the tab should have. */
  readonly onDidChangeTitle = this.#titleEmitter.event;

  constructor(deps: RecordPageDeps) {
    this.#deps = deps;
    this.#lastTitle = deps.restoredTitle;
    this.#key = deps.target.key;
    this.#item = deps.target.item;
    this.#flushHandshake = new FlushHandshake(deps.clock, (message) => this.#post(message));
    this.#lookups = new Lookups(deps.target);
    this.#findSimilar = createSimilarFinder(deps.target.address.within);
    const { host, sections } = deps;
    const sharedDeps = {
      ...deps,
      key: this.#key,
      store: () => host.session?.store,
      me: () => host.session?.me.id,
      onSaved: (fields: readonly SavedField[]) => host.onSaved(fields),
      title: () => this.#title(),
      changed: () => this.#scheduleUpdate(),
      now: () => deps.clock.now(),
    };
    this.#edits = new RecordEdits({
      ...sharedDeps,
      onCreated: (address, created) => this.#created(address, created),
      confirmState: async (state) => this.#item === undefined || host.confirmState(this.#item, state),
      onDeleted: (fault) => this.#setFault(fault),
    });
    this.#composer = sections.createComposer({ ...sharedDeps, address: this.#item ?? UNUSED_ADDRESS });
    this.#discussion =
      this.#item === undefined
        ? undefined
        : this.#subscriptions.add(
            sections.createDiscussion({
              ...sharedDeps,
              address: this.#item,
              subItemActions: host,
              downloadExternalFile: async (url, options) => {
                const client = host.session?.client;
                if (client === undefined) throw new ApiError({ kind: 'cancelled' });
                return downloadExternalFile({ ...options, url, client });
              },
              onMissingList: this.#lookups.reportMissingList,
            }),
          );
    this.#contents =
      this.#item !== undefined || deps.target.isNew
        ? undefined
        : sections.createContents({ ...sharedDeps, address: deps.target.address });
    this.#subscriptions.add(deps.draftStore.onDidChange((key) => key === this.#key && this.#scheduleUpdate()));
    this.#listenToStore();
  }

  /** Reads the draft, the record, its comments, and the lists that contain the names of its values. */
  async start(): Promise<void> {
    await this.#ensureDraftOpened();
    this.#scheduleUpdate();
    await this.#read();
  }

  /**
   * Resolves with the update that the page shows before it has received a message, and with HTML that it shows before
   * its script has loaded; or with undefined while nothing of the record is known.
   */
  async firstContent(): Promise<{ readonly update: PageUpdate; readonly html: string } | undefined> {
    await this.#ensureDraftOpened();
    const model = this.#model();
    if (model.status === 'loading') return undefined;
    return { update: this.#sender.firstUpdate(model), html: firstHtml(model) };
  }

  /**
   * Must be called after the user has signed in or out, to use the new store. If the tab is hidden, the record is read
   * when the tab is shown: see `handleShown`.
   */
  handleSessionChange({ isVisible }: { readonly isVisible: boolean }): void {
    this.#hasReadRecord = false;
    this.#shownValues = undefined;
    this.#listenToStore();
    if (this.#store !== undefined) this.#edits.handleSignIn();
    this.#scheduleUpdate();
    this.#isReadDue = !isVisible;
    if (isVisible) void this.#read();
  }

  /** Must be called when the tab is shown. Reads the record if the account changed while the tab was hidden. */
  handleShown(): void {
    if (this.#isReadDue) void this.#read();
  }

  /** Must be called when the current work item of the checked-out branch has changed. */
  handleCurrentItemChange(): void {
    if (this.#item !== undefined) this.#scheduleUpdate();
  }

  /** Handles one message of the page. */
  async handleMessage(message: MessageFromPage): Promise<void> {
    if ('field' in message && message.field !== undefined && !this.#edits.hasField(message.field)) {
      this.#deps.host.logDropped(`no field ${message.field}`);
      return;
    }
    await this.#ensureDraftOpened();
    // A page that was destroyed and created again numbers its messages from the start again.
    this.#ackSequence = message.type === 'ready' ? message.seq : Math.max(this.#ackSequence, message.seq);
    if (isDiscussionMessage(message)) {
      this.#post({ type: 'answer', to: message.seq, ...(await this.#discussion?.handleMessage(message)) });
      return;
    }
    const problem = await handleByType(this.#handlers, message);
    if (message.type === 'find' || message.type === 'createChoice') return;
    this.#post({ type: 'answer', to: message.seq, ...(problem === undefined ? {} : { problem }) });
  }

  /**
   * Sends the edited fields, including edits that the page has not sent to the host yet. Resolves with an error message
   * if that failed.
   */
  async save(): Promise<string | undefined> {
    await this.flush();
    return this.#focusOnConflictAfter(this.#edits.save());
  }

  /** Moves the focus to the first conflict if the save failed because of conflicts. */
  async #focusOnConflictAfter(save: Promise<string | undefined>): Promise<string | undefined> {
    const problem = await save;
    const [conflict] = this.#edits.conflicts;
    if (problem !== undefined && conflict !== undefined && this.#edits.notice?.isConflict === true)
      this.focusOn(conflict.field);
    return problem;
  }

  /** Reads the record, its comments and the names of its values again. Does nothing while the user is signed out. */
  async reload(): Promise<void> {
    await this.#withStore((store) => this.#reload(store));
  }

  /** Returns what the user typed or chose and the server has not confirmed, without markup. */
  get unsentText(): string {
    const draft = this.#deps.draftStore.get(this.#key);
    return draft === undefined ? '' : unsentText(draft, draftUserNames(this.#store, this.#key));
  }

  /** Fills the draft of a new record with the values of this deleted record: see `startNewRecordFromDeleted`. */
  async startFromDeleted(): ReturnType<typeof startNewRecordFromDeleted> {
    await this.flush();
    const startResult = await startNewRecordFromDeleted(
      this.#deps.draftStore,
      this.#deps.target,
      this.#shownValues ?? {},
    );
    this.#sender.reset(this.#model());
    return startResult;
  }

  /** Moves the focus to a field, or to the composer for the name `composer`, now or when the page is ready. */
  focusOn(field: FieldName): void {
    this.#fieldToFocus = field;
    this.#postFocus();
  }

  /**
   * Shows the comment: loads it, and moves the focus to it. Resolves with false if the comment was deleted or the user
   * is signed out.
   * @throws ApiError
   */
  async showComment(id: string): Promise<boolean> {
    const store = this.#store;
    if (store === undefined || this.#item === undefined) return false;
    this.#commentToShow = id;
    this.#postFocus();
    return store.comments.loadUntil(this.#item, id);
  }

  /** Resolves with the title and the text of a Markdown document with what the page shows. */
  async accessibleDocument(): Promise<{ readonly title: string; readonly text: string }> {
    await this.flush();
    const model = this.#model();
    return { title: model.identifier, text: accessibleText(model, this.#deps.clock.now()) };
  }

  /** Shows the keyboard shortcuts of the page. */
  showKeyboardShortcuts(): void {
    this.#post({ type: 'showKeys' });
  }

  /** Resolves when the page has sent all edits, or does not respond. */
  async flush(): Promise<void> {
    if (this.#isPageReady && !this.#isDisposed) await this.#flushHandshake.requestFlush();
  }

  /**
   * Must be called when the user closes the page. Saves chosen values that are not saved yet, sends the delayed
   * deletions, and discards the draft of a new record without edits.
   */
  close(): void {
    void this.#edits.saveChosen();
    this.#discussion?.close();
    const { target, draftStore } = this.#deps;
    const draft = draftStore.get(this.#key);
    if (!target.isNew || draft === undefined || this.#edits.saving || isEdited(draft)) return;
    draftStore.change(this.#key, draft.title, () => ({ newRecord: undefined }));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscriptions.dispose();
    for (const subscription of this.#storeSubscriptions.splice(0)) subscription.dispose();
    this.#titleEmitter.dispose();
  }

  /** Resolves when the draft has been read from disk. A change before that would overwrite the draft on disk. */
  #ensureDraftOpened(): Promise<unknown> {
    this.#draftOpening ??= this.#openDraft();
    return this.#draftOpening;
  }

  async #openDraft(): Promise<void> {
    const { draftStore, target } = this.#deps;
    const draft = await draftStore.open(this.#key);
    this.#composer.restore();
    if (target.isNew && Object.keys(draft?.touched ?? {}).length > 0) this.#edits.showRestoredNotice();
  }

  #showReady(): void {
    this.#isPageReady = true;
    this.#postFocus();
    this.#resend();
  }

  #resend(): void {
    this.#sender.invalidate();
    this.#scheduleUpdate();
  }

  #created(address: RecordAddress, created: CreatedInfo): void {
    const { target, lastValuesStorage } = this.#deps;
    const store = this.#store;
    const newLastValues =
      store === undefined ? undefined : lastValuesOf(store, target.address, target.form.fields, created.values);
    if (newLastValues !== undefined) lastValuesStorage?.set(newLastValues);
    this.#deps.host.onCreated(address, created);
  }

  #useLastValues(): void {
    const { target, draftStore, lastValuesStorage } = this.#deps;
    const draft = draftStore.get(this.#key);
    const formValues = { ...target.confirmed(this.#store, draft), ...draft?.touched };
    for (const [name, value] of applicableValues(lastValuesStorage?.get(), formValues)) this.#edits.edit(name, value);
  }

  async #save({ fields, another }: Extract<MessageFromPage, { type: 'save' }>): Promise<string | undefined> {
    const { target } = this.#deps;
    const startsNext = another === true && target.isNew && target.address.kind === 'workItem';
    const problem = await this.#focusOnConflictAfter(this.#edits.save(fields, startsNext));
    if (startsNext && problem === undefined) {
      this.#sender.reset(this.#model());
      this.focusOn(target.form.fields[0]?.name ?? 'name');
    }
    return problem;
  }

  async #read(): Promise<void> {
    const store = this.#store;
    if (store === undefined) return;
    this.#isReadDue = false;
    const { target } = this.#deps;
    // Comments that may be current are read after the work item, which shows whether they are.
    const earlyComments = this.#areCommentsCurrent(store) ? undefined : this.#readComments(store);
    this.#runningReads += 1;
    const fault = await target.read(store).then(() => undefined, faultOf);
    this.#runningReads -= 1;
    const comments = earlyComments ?? this.#readComments(store);
    if (store !== this.#store) return;
    this.#setFault(fault);
    if (fault === undefined) this.#edits.dropSettled(store);
    this.#hasReadRecord = true;
    this.#scheduleUpdate();
    await Promise.all([
      comments,
      this.#discussion?.reload(),
      this.#contents?.read(store),
      this.#lookups.retryFailedLists(store),
    ]);
    this.#model();
    await this.#readMissingNames();
  }

  #areCommentsCurrent(store: Store): boolean {
    return this.#item === undefined || store.comments.isCurrent(this.#item, versionOf(store, this.#item));
  }

  /** Reads the comments unless they are current. */
  async #readComments(store: Store): Promise<void> {
    if (this.#item !== undefined && !this.#areCommentsCurrent(store))
      await store.comments.readAgain(this.#item, versionOf(store, this.#item));
  }

  async #reload(store: Store): Promise<void> {
    this.#lookups.expire(store);
    if (this.#item !== undefined) store.comments.expire(this.#item);
    await Promise.all([this.#read(), this.#discussion?.reloadLinked(store)]);
    await this.#lookups.reloadExpiredNames(
      store,
      this.#deps.target.confirmed(store, this.#deps.draftStore.get(this.#key)) ?? {},
    );
  }

  /** Reads the record again if the server had rejected the key or token and now accepts it. */
  #authenticationChanged({ authentication }: Store): void {
    if (authentication.rejection === undefined) this.#edits.handleSignIn();
    this.#scheduleUpdate();
    if (authentication.rejection === undefined && this.#fault?.kind === 'unauthorized' && this.#runningReads === 0)
      void this.#read();
  }

  /**
   * Loads missing lists, but only after the record, because the response with the record contains the names of many
   * values.
   */
  #readMissingNames(): Promise<void> {
    return this.#lookups.readMissingNames(this.#hasReadRecord ? this.#store : undefined);
  }

  async #answerChoices(to: number, result: Promise<LookupResult>): Promise<undefined> {
    const { choices, fault } = await result;
    this.#post({
      type: 'answer',
      to,
      choices,
      ...(fault === undefined ? {} : { problem: this.#deps.formatError(fault) }),
    });
    return undefined;
  }

  #compare(field: FieldName): void {
    const conflict = this.#edits.conflicts.find((conflict) => conflict.field === field);
    const label = this.#deps.target.form.fields.find(({ name }) => name === field)?.label ?? field;
    if (conflict === undefined) return;
    const [theirs, mine] = textsToCompare(
      String(conflict.theirs ?? ''),
      String(conflict.mine ?? ''),
      draftUserNames(this.#store, this.#key),
    );
    this.#deps.host.compare({ title: l10n.t('{0}: {1} (theirs ↔ mine)', this.#title(), label), theirs, mine });
  }

  async #withStore(work: (store: Store) => Promise<unknown>): Promise<string | undefined> {
    const store = this.#store;
    if (store === undefined) return l10n.t('You are signed out.');
    await work(store);
    return undefined;
  }

  #listenToStore(): void {
    for (const subscription of this.#storeSubscriptions.splice(0)) subscription.dispose();
    const store = this.#store;
    if (store === undefined) return;
    const { target } = this.#deps;
    this.#storeSubscriptions = [
      store.authentication.onDidChange(() => this.#authenticationChanged(store)),
      ...(this.#discussion?.subscribe(store) ?? []),
      ...(this.#contents?.subscribe(store) ?? []),
      ...target.watch(store, () => this.#recordChanged(store)),
      ...(this.#item === undefined ? [] : watchCycleAndModules(store, this.#item, () => this.#scheduleUpdate())),
      ...(this.#item === undefined ? [] : [store.comments.list(this.#item).onDidChange(() => this.#scheduleUpdate())]),
      ...this.#lookups.watch(store, () => this.#scheduleUpdate()),
      store.allowance.onDidChange(() => this.#scheduleUpdate()),
    ];
  }

  #recordChanged(store: Store): void {
    if (!this.#edits.saving) this.#edits.dropSettled(store);
    this.#scheduleUpdate();
    // The cache also drops records that still exist, for example when a project is no longer synchronized.
    const confirmed = this.#confirmedValues();
    const isDescriptionRemoved =
      this.#shownDescription[DESCRIPTION_FIELD] !== undefined && confirmed?.[DESCRIPTION_FIELD] === undefined;
    const wasRemovedFromCache = this.#shownValues !== undefined && (confirmed === undefined || isDescriptionRemoved);
    if (wasRemovedFromCache && this.#runningReads === 0 && this.#fault === undefined) void this.#read();
  }

  /**
   * Stores the fault of the latest request. If the record no longer exists, removes it from its list, because otherwise
   * views would show it until the next synchronization.
   */
  #setFault(fault: Fault | undefined): void {
    this.#fault = fault;
    const { target } = this.#deps;
    const store = this.#store;
    if (store === undefined || target.isNew || fault === undefined || !isRecordGone(fault)) return;
    const { kind, id, within } = target.address;
    resourceStoreOf(store.resources, kind).removeFromList(id, within);
  }

  get #store(): Store | undefined {
    return this.#deps.host.session?.store;
  }

  get #shownDescription(): FieldValues {
    const description = this.#shownValues?.[DESCRIPTION_FIELD];
    return description === undefined ? {} : { [DESCRIPTION_FIELD]: description };
  }

  #confirmedValues(): FieldValues | undefined {
    const { target, draftStore } = this.#deps;
    const store = this.#store;
    return store === undefined ? undefined : target.confirmed(store, draftStore.get(this.#key));
  }

  #title(): string {
    const { target, draftStore } = this.#deps;
    const title = target.title(this.#store) ?? draftStore.get(this.#key)?.title;
    this.#lastTitle = title ?? this.#lastTitle;
    return this.#lastTitle ?? KIND_NAMES[target.address.kind].name();
  }

  #model() {
    const confirmed = this.#confirmedValues();
    // The cache drops descriptions, which the page then still shows.
    this.#shownValues = confirmed === undefined ? this.#shownValues : { ...this.#shownDescription, ...confirmed };
    const { host, target, account, draftStore, formatError } = this.#deps;
    const model = modelOf({
      account,
      otherAccount: () => host.otherAccount(),
      target,
      store: this.#store,
      me: host.session?.me.id,
      draft: draftStore.get(this.#key),
      exceededLimit: draftStore.exceededLimit(this.#key),
      ackSequence: this.#ackSequence,
      fault: this.#fault,
      shownValues: this.#shownValues,
      isScopeMissing: this.#edits.isScopeMissing,
      isCurrentItem: this.#item !== undefined && host.isCurrentItem(this.#item),
      saving: this.#edits.saving,
      problems: this.#edits.problems,
      fieldsBeingSaved: this.#edits.fieldsBeingSaved,
      notice: this.#edits.notice,
      conflicts: this.#edits.conflicts,
      composer: this.#composer.view(),
      foundChoices: this.#lookups.foundChoices,
      requestedFields: this.#lookups.requestedFields,
      onMissingList: this.#lookups.reportMissingList,
      formatError,
      now: this.#deps.clock.now(),
      title: this.#title(),
      lastValues: this.#deps.lastValuesStorage?.get(),
      findSimilar: this.#findSimilar,
    });
    if (this.#contents !== undefined && model.status === 'ready') return { ...model, contents: this.#contents.view() };
    return this.#discussion === undefined ? model : withoutRepeatedProblems(this.#discussion.addToModel(model));
  }

  /** Updates the page in a microtask, once for all changes until then. */
  #scheduleUpdate(): void {
    if (this.#isUpdateScheduled || this.#isDisposed) return;
    this.#isUpdateScheduled = true;
    queueMicrotask(() => {
      this.#isUpdateScheduled = false;
      if (this.#isDisposed) return;
      const model = this.#model();
      if (this.#isPageReady) this.#sender.show(model);
      void this.#readMissingNames();
      const isComposing = model.composer.html !== '' || model.composer.pending !== undefined;
      const isUnsent = model.unsent || isComposing || this.#discussion?.hasUnsentText === true;
      this.#titleEmitter.fire(`${isUnsent ? '● ' : ''}${this.#title()}`);
    });
  }

  #postFocus(): void {
    if (!this.#isPageReady) return;
    if (this.#fieldToFocus !== undefined) this.#post({ type: 'focus', where: this.#fieldToFocus });
    if (this.#commentToShow !== undefined) this.#post({ type: 'showComment', id: this.#commentToShow });
    this.#fieldToFocus = undefined;
    this.#commentToShow = undefined;
  }

  #post(message: MessageFromHost): void {
    if (this.#isPageReady && !this.#isDisposed) this.#deps.host.post(message);
  }
}

function versionOf({ resources }: Store, item: ItemAddress): string | undefined {
  return resources.workItems.records.confirmed(keyOf(item))?.updated_at;
}
