// A tab that shows the page of a record, in the account that the tab belongs to.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress, RecordAddress } from '../../../core/cache/address.ts';
import type { ChangeStep } from '../../../core/cache/changes/itemChange.ts';
import type { LastVisibilityStorage } from '../../../core/comments/lastVisibility.ts';
import type { DraftStore } from '../../../core/drafts/draftStore.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import type { PageAction } from '../../../items/form/recordProtocol.ts';
import type { CreatedInfo, NewRecordLocation } from '../../../items/record/newRecordDraft.ts';
import type { SavedField } from '../../../items/record/recordEdits.ts';
import type { RecordTarget } from '../../../items/record/recordTarget.ts';
import { sessionAccountName } from '../../../shell/accountName.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import type { WorkItemPicker } from '../../../shell/itemPicker/workItemPicker.ts';
import { openExternalLink } from '../../../shell/notifications/openLink.ts';
import type { PageAccount } from '../../../shell/pages/pageAccount.ts';
import { setTabIcon, type TabHost } from '../../../shell/pages/pageTabs.ts';
import { showInfo, showStatus } from '../../../shell/prompts/notifications.ts';
import type { CycleOrModuleRow } from '../../../shell/protocol/cycleAndModules.ts';
import type { MessageFromHost, MessageFromPage } from '../../../shell/protocol/messages.ts';
import type { FirstUpdate } from '../../../shell/protocol/slices.ts';
import type { RememberedList } from '../../../shell/rememberedList.ts';
import type { RecordSections } from '../../../shell/sections/pageSections.ts';
import { type TabIconName, tabIconNameOf } from '../../../shell/tree/tabIcon.ts';
import type { WindowAccounts } from '../../../shell/windowAccounts.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { actionCommand } from '../actionCommand.ts';
import type { LastNewItemValues, LastNewItemValuesStorage } from '../newItemSuggestions.ts';
import type { PreviewTab } from '../previewTab.ts';
import { RecordPage, type RecordPageHost, type TextComparison } from '../recordPage.ts';
import { undoableSteps } from '../savedSteps.ts';
import { tabTitle, UNSAVED_MARK } from '../titles.ts';
import type { Comparisons } from './comparisons.ts';

/** Messages after which a preview tab becomes a permanent tab: the user has edited something or started an upload. */
const MESSAGES_ENDING_PREVIEW: ReadonlySet<MessageFromPage['type']> = new Set([
  'edit',
  'save',
  'compose',
  'sendComment',
  'editComment',
  'saveComment',
  'deleteComment',
  'attachFiles',
  'attachBytes',
  'retryUpload',
  'deleteAttachment',
  'editSubItem',
  'addSubItem',
]);

/** The account whose record a tab shows. */
export interface TabAccount {
  /** The account as in `Session.account`. */
  readonly account: string;
  readonly draftStore: DraftStore;
  /** The name of the account as a part of a sentence; undefined if the user is not signed in to the account. */
  readonly name: string | undefined;
}

export function tabAccountOf(session: Session): TabAccount {
  const { account, draftStore } = session;
  return { account, draftStore, name: sessionAccountName(session) };
}

/** What each tab uses of the window. */
export interface RecordTabDeps {
  readonly sessions: Sessions;
  readonly accounts: Pick<WindowAccounts, 'use'>;
  readonly items: Pick<WorkItemPicker, 'remember'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sections: RecordSections;
  /** The values of the work item that was created last, for each account and project. */
  readonly lastValues: RememberedList<LastNewItemValues>;
  readonly lastVisibilities: { lastVisibilityFor(account: string, project: string): LastVisibilityStorage };
  /** Removes the parent of a work item. */
  moveOut(session: Session, item: ItemAddress): void;
  /** Asks the user if the state completes the work item too early. Resolves with whether it may be changed. */
  confirmState(session: Session, item: ItemAddress, state: string): Promise<boolean>;
  /** Lets the user choose the cycle or, depending on `action`, the modules of a new work item. */
  chooseCycleOrModules(
    session: Session,
    action: CycleOrModuleRow['action'],
    location: NewRecordLocation,
  ): Promise<void>;
  /** Called with the fields of a work item that were saved on its page, so that they can be undone. */
  onSaved(session: Session, steps: readonly ChangeStep[]): void;
}

/** What all tabs have in common. */
export interface TabGroup {
  readonly previewTab: Pick<PreviewTab<TabHost<MessageFromPage>>, 'keepOpen'>;
  readonly comparisons: Comparisons;
  isCurrentItem(item: ItemAddress): boolean;
  openRecord(session: Session, address: RecordAddress): unknown;
  /** Shows the page of the new record with a draft at this location. */
  showNew(session: Session, location: NewRecordLocation): Promise<unknown>;
  /** Called when the record of the tab was created. */
  onCreated(tab: RecordTab, address: RecordAddress, created: CreatedInfo): void;
  /** Called when the tab is shown, hidden, focused or left. */
  onDidChangeView(): void;
  /** Called when the title of the tab has changed. */
  onDidChangeTitle(tab: RecordTab): void;
}

/** The record that a panel shows. */
export interface ShownRecord {
  readonly host: TabHost<MessageFromPage>;
  readonly target: RecordTarget;
  readonly owner: TabAccount;
  /** The title of a restored panel, without the mark for unsaved changes. */
  readonly restoredTitle?: string | undefined;
  /** The tab object of the panel until now. */
  readonly previous?: RecordTab | undefined;
}

/** Connects one record page with its panel. The panel may show the page of another record later, in another tab object. */
export class RecordTab implements RecordPageHost, Disposable {
  readonly host: TabHost<MessageFromPage>;
  readonly target: RecordTarget;
  readonly owner: TabAccount;
  readonly page: RecordPage;
  readonly #deps: RecordTabDeps;
  readonly #group: TabGroup;
  readonly #disposables = new DisposableStore();
  /** The tab object whose page the panel still shows: until the new page is ready, all messages are for that page. */
  #previous: RecordTab | undefined;
  #lastSession: Session | undefined;
  #shownIcon: TabIconName | undefined;
  /** Whether the panel shows another page, or is closed. */
  #isReleased = false;

  constructor(deps: RecordTabDeps, group: TabGroup, { host, target, owner, restoredTitle, previous }: ShownRecord) {
    this.#deps = deps;
    this.#group = group;
    this.host = host;
    this.target = target;
    this.owner = owner;
    this.#previous = previous;
    this.#lastSession = this.session;
    const { address, isNew } = target;
    this.page = this.#disposables.add(
      new RecordPage({
        host: this,
        target,
        restoredTitle,
        account: owner.account,
        draftStore: owner.draftStore,
        clock: deps.clock,
        sections: deps.sections,
        formatError,
        newId: randomUUID,
        lastVisibilityStorage: deps.lastVisibilities.lastVisibilityFor(owner.account, address.within),
        lastValuesStorage: isNew ? this.#lastValuesStorage() : undefined,
      }),
    );
    this.#showIcon();
    this.#disposables.add(this.page.onDidChangeTitle((title) => this.#setTitle(title)));
    this.#disposables.add(
      host.view.onDidChangeViewState(() => {
        group.onDidChangeView();
        if (host.view.visible) this.page.handleShown();
      }),
    );
  }

  /** Loads the page into the panel, and reads the record. */
  start(): void {
    this.host.runWork(this.#load());
    this.host.runWork(this.page.start().then(() => this.#rememberItem()));
  }

  /** Disconnects the page from the panel. Must be called before the panel shows another page. */
  release(): void {
    this.#isReleased = true;
    this.close();
  }

  /** Must be called when the page was closed. Unsent text remains a draft. */
  close(): void {
    this.page.close();
    this.host.runWork(this.owner.draftStore.flush());
  }

  dispose(): void {
    this.#isReleased = true;
    this.#disposePrevious();
    this.#disposables.dispose();
  }

  get account(): string {
    return this.owner.account;
  }

  get session(): Session | undefined {
    const { current } = this.#deps.sessions;
    return current?.account === this.owner.account ? current : undefined;
  }

  /** The session, or the last one: the window may have switched to another account while a request was running. */
  get lastSession(): Session | undefined {
    return this.session ?? this.#lastSession;
  }

  handleSessionChange(): void {
    this.#lastSession = this.lastSession;
    this.page.handleSessionChange({ isVisible: this.host.view.visible });
  }

  otherAccount(): PageAccount {
    return { name: this.owner.name, isSignedOut: this.#deps.sessions.current === undefined };
  }

  isCurrentItem(item: ItemAddress): boolean {
    return this.#group.isCurrentItem(item);
  }

  post(message: MessageFromHost): void {
    if (!this.#isReleased) this.host.post(message);
  }

  openLink(href: string): void {
    void openExternalLink(href);
  }

  openRecord(address: RecordAddress): void {
    if (this.session !== undefined) this.#group.openRecord(this.session, address);
  }

  async confirmState(item: ItemAddress, state: string): Promise<boolean> {
    return this.session === undefined || this.#deps.confirmState(this.session, item, state);
  }

  moveOut(item: ItemAddress): void {
    if (this.session !== undefined) this.#deps.moveOut(this.session, item);
  }

  compare(texts: TextComparison): void {
    this.host.runWork(this.#group.comparisons.show(texts));
  }

  async act(action: PageAction, row?: string): Promise<void> {
    switch (action) {
      case 'switchAccount':
        return this.host.runWork(this.#switchAccount());
      case 'close':
        return this.host.view.dispose();
      case 'copyUnsent':
        return this.host.runWork(this.#copyUnsentText());
      case 'createAgain':
        return this.host.runWork(this.#createAgain());
      default:
        return (action === 'changeCycle' || action === 'changeModule') && this.target.isNew
          ? this.#chooseCycleOrModules(action)
          : this.#runCommand(action, row);
    }
  }

  onCreated(address: RecordAddress, created: CreatedInfo): void {
    this.#group.onCreated(this, address, created);
  }

  onSaved(fields: readonly SavedField[]): void {
    const { item } = this.target;
    if (this.lastSession !== undefined && item !== undefined)
      this.#deps.onSaved(this.lastSession, undoableSteps(item, fields));
  }

  logDropped(reason: string): void {
    this.host.logDropped(reason);
  }

  async #load(): Promise<void> {
    const content = await this.page.firstContent();
    if (this.#isReleased) return;
    const handleMessage = (message: MessageFromPage): Promise<void> => this.#handleMessage(message);
    if (content === undefined) this.host.load(handleMessage);
    else {
      const data: FirstUpdate = { id: randomUUID(), update: content.update };
      this.host.load(handleMessage, { data, html: content.html });
    }
  }

  #handleMessage(message: MessageFromPage): Promise<void> {
    if (MESSAGES_ENDING_PREVIEW.has(message.type)) this.#group.previewTab.keepOpen(this.host);
    // Each page sends `ready` first, so all messages before `ready` come from the previous page.
    if (message.type === 'ready') this.#disposePrevious();
    return (this.#previous ?? this).page.handleMessage(message);
  }

  /** The previous page is disposed of only when it has handled its last messages. */
  #disposePrevious(): void {
    this.#previous?.dispose();
    this.#previous = undefined;
  }

  async #rememberItem(): Promise<void> {
    const { item } = this.target;
    if (this.session !== undefined && item !== undefined)
      await this.#deps.items.remember({ session: this.session, address: item });
  }

  #setTitle(newTitle: string): void {
    if (this.#isReleased) return;
    const title = tabTitle(newTitle, this.target.item !== undefined);
    const { view } = this.host;
    const isUnsaved = title.startsWith(UNSAVED_MARK);
    if (isUnsaved) this.#group.previewTab.keepOpen(this.host);
    if (view.title !== title) {
      view.title = title;
      // While the user types, the title may change with each key, and the state of the tab is stored already.
      if (!isUnsaved) this.#group.onDidChangeTitle(this);
    }
    this.#showIcon();
  }

  /** While the account is signed out, the tab keeps the icon of the last known state. */
  #showIcon(): void {
    const { session } = this;
    const icon = tabIconNameOf(this.target.address, session?.store);
    if (icon === this.#shownIcon || (this.#shownIcon !== undefined && session === undefined)) return;
    this.#shownIcon = icon;
    setTabIcon(this.host.view, icon);
  }

  #lastValuesStorage(): LastNewItemValuesStorage {
    const { lastValues, logger } = this.#deps;
    const owner = `${this.owner.account} ${this.target.address.within}`;
    return {
      get: () => lastValues.entriesOf(owner)[0],
      set: (values) =>
        void lastValues.add(owner, values).catch((error: unknown) =>
          logger.write('warn', 'the values of the last new work item were not stored', {
            detail: errorMessage(error),
          }),
        ),
    };
  }

  /** The focus moves to the first field, because the button that had the focus is removed. */
  async #switchAccount(): Promise<void> {
    if (await this.#deps.accounts.use(this.owner.account))
      this.page.focusOn(this.target.form.fields[0]?.name ?? 'name');
  }

  async #copyUnsentText(): Promise<void> {
    await vscode.env.clipboard.writeText(this.page.unsentText);
    showStatus(l10n.t('Copied'), 3000);
  }

  /**
   * Opens the page of a new record with the values of this deleted record. If an unsent new record already exists, opens
   * that record instead.
   */
  async #createAgain(): Promise<void> {
    const { session } = this;
    if (session === undefined) return;
    const { location, hasUnsentDraft } = await this.page.startFromDeleted();
    await this.#group.showNew(session, location);
    if (hasUnsentDraft)
      void showInfo(l10n.t('This page has unsaved input. Create or discard it first, then select Create Again.'));
  }

  async #chooseCycleOrModules(action: CycleOrModuleRow['action']): Promise<void> {
    if (this.session !== undefined) await this.#deps.chooseCycleOrModules(this.session, action, this.target.address);
  }

  async #runCommand(action: Parameters<typeof actionCommand>[0], row: string | undefined): Promise<void> {
    const command = actionCommand(action, this.target, this.#deps.sessions.current?.store, row);
    if (command !== undefined) await vscode.commands.executeCommand(command.command, command.argument);
  }
}
