// Opens record pages in panels, one for each record, and restores them after a reload.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ItemAddress, type RecordAddress, recordKey } from '../../../cache/address.ts';
import type { ChangeStep } from '../../../cache/changes/itemChange.ts';
import { ApiError } from '../../../client/apiError.ts';
import { downloadExternalFile } from '../../../client/files/externalFile.ts';
import { isEmpty } from '../../../drafts/draft.ts';
import type { DraftStore } from '../../../drafts/draftStore.ts';
import type { DiscussionDeps, FileHost } from '../../../pages/discussion/deps.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import type { CycleOrModuleRow } from '../../../pages/protocol/cycleAndModules.ts';
import { type MessageFromPage, messageFromPage } from '../../../pages/protocol/messages.ts';
import type { FirstUpdate } from '../../../pages/protocol/slices.ts';
import type { FailedAdd } from '../../../pages/record/addToCycleAndModules.ts';
import { targetOf } from '../../../pages/record/existingRecordTarget.ts';
import type { LastNewItemValues, LastNewItemValuesStorage } from '../../../pages/record/newItemSuggestions.ts';
import {
  discardNewRecord,
  type NewRecordLocation,
  type NewRecordOptions,
  startNewRecord,
} from '../../../pages/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../pages/record/newRecordTarget.ts';
import type { CreatedInfo } from '../../../pages/record/recordEdits.ts';
import { RecordPage } from '../../../pages/record/recordPage.ts';
import type { RecordTarget } from '../../../pages/record/recordTarget.ts';
import { targetOfKey } from '../../../pages/record/targetOfKey.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { Emitter } from '../../../std/event.ts';
import { formatList } from '../../../std/formatText.ts';
import { type TabIconName, tabIconNameOf } from '../../../tree/presentation/tabIcon.ts';
import { sessionAccountName } from '../../accountName.ts';
import { COMMANDS, CONTEXT_KEYS, PANELS } from '../../contributions.ts';
import type { RememberedList } from '../../rememberedList.ts';
import { formatError } from '../../ui/formatError.ts';
import { showInfo, showStatus, showWarning } from '../../ui/notifications.ts';
import { openExternalLink } from '../../ui/openLink.ts';
import { messageHtml } from '../../ui/page.ts';
import type { PageHostDeps } from '../../ui/pageHost.ts';
import { keyInState, PageTabs, setTabIcon, type Tab, type TabHost, type TabKind } from '../../ui/pageTabs.ts';
import type { LastCommentVisibilities } from '../comments/lastCommentVisibilities.ts';
import type { PageAccounts } from '../signIn/pageAccounts.ts';
import type { ChosenItem, WorkItemPicker } from '../workItems/workItemPicker.ts';
import { actionCommand } from './actionCommand.ts';
import { Comparisons } from './comparisons.ts';
import { PreviewTab } from './previewTab.ts';
import { undoableSteps } from './savedSteps.ts';
import { type TabTitleStore, tabTitle, UNSAVED_MARK } from './titles.ts';

/** The page of a record, in a tab. */
interface OpenPage extends Disposable {
  readonly target: RecordTarget;
  /** The account with which the record is shown, see `Session.account`. */
  readonly account: string;
  readonly recordPage: RecordPage;
  /** Disconnects this page from the tab. Must be called before the tab shows another page. */
  releaseTab(): void;
}

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
interface ShownAccount {
  /** The account as in `Session.account`. */
  readonly account: string;
  readonly draftStore: DraftStore;
  /** The name of the account as a part of a sentence; undefined if the user is not signed in to the account. */
  readonly name: string | undefined;
  /** The title of the restored tab, without the mark for unsaved changes. */
  readonly restoredTitle?: string | undefined;
}

function toShownAccount(session: Session): ShownAccount {
  const { account, draftStore } = session;
  return { account, draftStore, name: sessionAccountName(session) };
}

const RECORD_TAB: TabKind<MessageFromPage> = {
  type: PANELS.workItem,
  keepsHiddenPage: true,
  get bundle() {
    return { name: 'main', title: l10n.t('Work Item'), hasStylesheet: false };
  },
  messages: messageFromPage,
  get failureMessage() {
    return l10n.t('Something went wrong in Contrail. Your text is kept as a draft.');
  },
};

export interface RecordPanelsDeps extends PageHostDeps {
  readonly files: FileHost;
  /** Returns the Code section of a work item's page. */
  readonly createCodeSection: DiscussionDeps['createCodeSection'];
  /** Removes the parent of a work item. */
  moveOut(session: Session, item: ItemAddress): void;
  readonly sessions: Sessions;
  readonly accounts: Pick<PageAccounts, 'nameOf' | 'use'>;
  readonly items: WorkItemPicker;
  readonly clock: Clock;
  readonly titles: TabTitleStore;
  /** The values of the work item that was created last, for each account and project. */
  readonly lastValues: RememberedList<LastNewItemValues>;
  readonly lastVisibilities: LastCommentVisibilities;
  /** Reveals the tree row of a record that was just created. */
  reveal(address: RecordAddress): Promise<void>;
  /** Lets the user choose the cycle or, depending on `action`, the modules of a new work item. */
  chooseCycleOrModules(
    session: Session,
    action: CycleOrModuleRow['action'],
    location: NewRecordLocation,
  ): Promise<void>;
  /** Shows that a work item was created but could not be added to its cycle or module. */
  onFailedAdd(session: Session, failedAdd: FailedAdd): void;
  /** Called with the fields of a work item that were saved on its page, so that they can be undone. */
  onSaved(session: Session, steps: readonly ChangeStep[]): void;
}

/** A record that was just created, either on the page of a new record or from a title in an input box. */
export interface CreatedRecord {
  readonly session: Session;
  readonly address: RecordAddress;
  /** The text that was passed to `openNew` as `origin`. Only the feature that called `openNew` can parse it. */
  readonly origin: string | undefined;
}

export class RecordPanels implements Disposable {
  readonly #deps: RecordPanelsDeps;
  readonly #createdEmitter = new Emitter<CreatedRecord>();
  readonly #disposables = new DisposableStore();
  readonly #comparisons = this.#disposables.add(new Comparisons());
  readonly #tabs: PageTabs<OpenPage, MessageFromPage>;

  /** What shows where the user was before they opened the page of a new record, by the key of its target. */
  readonly #returns = new Map<string, () => Promise<void>>();
  readonly #openEmitter = new Emitter<void>();
  readonly #previewTab: PreviewTab<TabHost<MessageFromPage>>;
  #currentItem: ItemAddress | undefined;

  readonly onDidCreate = this.#createdEmitter.event;
  /** Fires when a tab is opened or closed, or shows another record. */
  readonly onDidChangeOpen = this.#openEmitter.event;

  constructor(deps: RecordPanelsDeps) {
    this.#deps = deps;
    this.#tabs = this.#disposables.add(new PageTabs(RECORD_TAB, deps));
    this.#previewTab = new PreviewTab(deps.clock);
    this.#disposables.add(
      deps.sessions.onDidChange(() => {
        for (const { host, page } of this.#tabs.all)
          page.recordPage.handleSessionChange({ isVisible: host.view.visible });
      }),
    );
  }

  /** Reveals the work item's tab, or opens a tab. */
  open({ session, address }: ChosenItem): RecordPage {
    return this.openRecord(session, { kind: 'workItem', within: address.project, id: address.id });
  }

  /** Reveals the record's tab, or opens a tab. */
  openRecord(session: Session, address: RecordAddress): RecordPage {
    const target = targetOf(address);
    const recordPage = this.#show(session, target);
    const host = this.#tabs.get(target.key)?.host;
    if (host !== undefined) this.#previewTab.keepOpen(host);
    return recordPage;
  }

  /**
   * Shows the work item after a click on its row, in the preview tab. Reuses the preview tab of an earlier click,
   * unless that tab has become permanent: by a double click, by opening the work item in another way, or by an edit.
   */
  async preview({ session, address: { project, id } }: ChosenItem): Promise<void> {
    const target = targetOf({ kind: 'workItem', within: project, id });
    const isDoubleClick = this.#previewTab.click(target.key);
    const isOpen = (): boolean => this.#tabs.get(target.key)?.page.account === session.account;
    const reusableTab = isOpen() ? undefined : await this.#reusableTab(session);
    if (!this.#previewTab.isLastClick(target.key) || this.#deps.sessions.current !== session) return;
    const wasOpen = isOpen();
    if (reusableTab === undefined || wasOpen) this.#show(session, target);
    else this.#reuse(reusableTab, session, target);
    const host = this.#tabs.get(target.key)?.host;
    if (host === undefined) return;
    if (isDoubleClick) this.#previewTab.keepOpen(host);
    else if (!wasOpen) this.#previewTab.set(host);
  }

  /**
   * Opens the tab of a new record, with initial values. If an unsaved new record already exists at the location, shows
   * that record (see `startNewRecord`). With `returnToOrigin`, the tab is closed when the record was created, and this
   * function shows where the user was before.
   */
  async openNew(
    session: Session,
    location: NewRecordLocation,
    initialValues: FieldValues,
    newRecord: NewRecordOptions = {},
    returnToOrigin?: () => Promise<void>,
  ): Promise<RecordPage> {
    await startNewRecord(session.draftStore, location, initialValues, newRecord);
    const target = newRecordTarget(location);
    this.#returns.delete(target.key);
    if (returnToOrigin !== undefined) this.#returns.set(target.key, returnToOrigin);
    const recordPage = this.#show(session, target);
    recordPage.focusOn(target.form.fields[0]?.name ?? 'name');
    return recordPage;
  }

  /**
   * Reveals the row of a work item that was created from a title in an input box, and reports cycles or modules to
   * which it could not be added.
   */
  showCreated(session: Session, address: RecordAddress, created: CreatedInfo): void {
    void this.#revealRow(address);
    this.#reportCreated(session, address, created);
  }

  /** Whether a tab shows the record with this draft key. */
  isOpen(key: string): boolean {
    return this.#tabs.get(key) !== undefined;
  }

  /** Closes the tab of a new record and discards its draft. */
  discardNew({ draftStore }: Session, location: NewRecordLocation): void {
    this.#tabs.get(newRecordTarget(location).key)?.host.view.dispose();
    discardNewRecord(draftStore, location);
  }

  /** Closes the record's tab, for example after the record was deleted. Unsent text remains a draft. */
  async close(address: RecordAddress): Promise<void> {
    const tab = this.#tabs.get(recordKey(address));
    if (tab === undefined) return;
    await tab.page.recordPage.flush();
    tab.host.view.dispose();
  }

  /**
   * Loads the record's page into a panel that VS Code restored. After a quick reload, the panel's state may be missing;
   * then the record is identified by the title of the tab.
   */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { sessions } = this.#deps;
    await sessions.restore();
    const key = keyInState(state) ?? (await this.#deps.titles.keyOf(panel.title));
    const target = key === undefined ? undefined : targetOfKey(key);
    if (target === undefined) {
      panel.webview.html = messageHtml(
        panel.title,
        l10n.t('This tab could not be restored. Open it again from the Contrail view.'),
      );
      return;
    }
    // If the tab belongs to an account that the window does not use, its page waits until the window uses the account
    // again.
    const account = await this.#deps.titles.accountOf(panel.title);
    if (account !== undefined) {
      const draftStore = sessions.draftStoreOf(account);
      const name = await this.#deps.accounts.nameOf(account);
      this.#loadInto(panel, target, { account, draftStore, name, restoredTitle: panel.title.replace(/^● /, '') });
    } else if (sessions.current !== undefined) this.#loadInto(panel, target, toShownAccount(sessions.current));
    else this.#loadAfterSignIn(panel, target);
  }

  /** The record page that has the focus. `item` is defined if the record is a work item. */
  get active():
    | { readonly recordPage: RecordPage; readonly address: RecordAddress; readonly item: ItemAddress | undefined }
    | undefined {
    const active = this.#tabs.all.find(({ host }) => host.view.active);
    if (active === undefined) return undefined;
    const { recordPage, target } = active.page;
    return { recordPage, address: target.address, item: target.item };
  }

  /** Must be called when the current work item of the checked-out branch may have changed. */
  setCurrentItem(item: ItemAddress | undefined): void {
    if (item === undefined ? this.#currentItem === undefined : this.#isCurrentItem(item)) return;
    this.#currentItem = item;
    for (const { page } of this.#tabs.all) page.recordPage.handleCurrentItemChange();
    this.#updatePageContext();
  }

  /** Work items whose tabs are visible. */
  get visibleItems(): readonly ItemAddress[] {
    return this.#tabs.all.flatMap(({ host, page: { target } }) =>
      host.view.visible && target.item !== undefined ? [target.item] : [],
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /**
   * Resolves with the preview tab after its page has sent all edits to the host. Resolves with undefined if there is no
   * preview tab, or if its record has unsent edits.
   */
  async #reusableTab({ account, draftStore }: Session): Promise<Tab<OpenPage, MessageFromPage> | undefined> {
    const tab = this.#tabs.all.find(({ host, page }) => this.#previewTab.is(host) && page.account === account);
    if (tab === undefined) return undefined;
    const { host, page } = tab;
    // A page that is not visible has already sent its edits.
    if (host.view.visible) await page.recordPage.flush();
    const draft = draftStore.get(page.target.key);
    if (draft !== undefined && !isEmpty(draft)) this.#previewTab.keepOpen(host);
    const isUnchanged = this.#tabs.get(page.target.key)?.page === page && this.#previewTab.is(host);
    return isUnchanged ? tab : undefined;
  }

  /** Shows another record in the tab. */
  #reuse({ host, page }: Tab<OpenPage, MessageFromPage>, session: Session, target: RecordTarget): void {
    page.releaseTab();
    this.#tabs.detach(page.target.key);
    host.view.title = titleOf(session, target);
    this.#startPage(host, target, toShownAccount(session), page);
    host.view.reveal();
  }

  #show(session: Session, target: RecordTarget): RecordPage {
    // Two users of one workspace have the same records. If the record's tab belongs to another account, the tab is
    // closed, and its unsent text remains a draft.
    const openTab = this.#tabs.get(target.key);
    if (openTab !== undefined && openTab.page.account !== session.account) openTab.host.view.dispose();
    const openPage = this.#tabs.reveal(target.key);
    if (openPage !== undefined) return openPage.recordPage;
    return this.#loadInto(this.#tabs.create(titleOf(session, target)), target, toShownAccount(session));
  }

  /** Waits for a sign-in to any account, because the account that the tab belongs to is unknown. */
  #loadAfterSignIn(panel: vscode.WebviewPanel, target: RecordTarget): void {
    panel.webview.html = messageHtml(
      panel.title,
      l10n.t('You are signed out. Sign in to show this page again. Your text is kept as a draft.'),
    );
    const sessionListener = this.#deps.sessions.onDidChange((session) => {
      if (session === undefined) return;
      sessionListener.dispose();
      this.#loadInto(panel, target, toShownAccount(session));
    });
    panel.onDidDispose(() => sessionListener.dispose());
  }

  #loadInto(panel: vscode.WebviewPanel, target: RecordTarget, shownAccount: ShownAccount): RecordPage {
    const host = this.#tabs.createHost(panel, ({ recordPage }) => {
      recordPage.close();
      host.runWork(shownAccount.draftStore.flush());
      this.#openEmitter.fire();
    });
    return this.#startPage(host, target, shownAccount);
  }

  /**
   * @param previous the page that the tab has shown until now. It is disposed of when it has handled its last messages.
   */
  #startPage(
    host: TabHost<MessageFromPage>,
    target: RecordTarget,
    shownAccount: ShownAccount,
    previous?: OpenPage,
  ): RecordPage {
    let previousPage = previous;
    let isTabReleased = false;
    const { clock, items, sessions } = this.#deps;
    const { account, draftStore, name, restoredTitle } = shownAccount;
    let lastSession: Session | undefined;
    const currentSession = (): Session | undefined => {
      const session = sessions.current?.account === account ? sessions.current : undefined;
      lastSession = session ?? lastSession;
      return session;
    };
    const recordPage = new RecordPage({
      target,
      draftStore,
      clock,
      store: () => currentSession()?.store,
      me: () => currentSession()?.me.id,
      otherAccount: () => ({ name, isSignedOut: sessions.current === undefined }),
      restoredTitle,
      files: this.#deps.files,
      createCodeSection: this.#deps.createCodeSection,
      isCurrentItem: (item) => this.#isCurrentItem(item),
      subItemActions: {
        open: (item) => void vscode.commands.executeCommand(COMMANDS.openWorkItem, item),
        moveOut: (item) => {
          const session = currentSession();
          if (session !== undefined) this.#deps.moveOut(session, item);
        },
      },
      downloadExternalFile: async (url, options) => {
        const client = currentSession()?.client;
        if (client === undefined) throw new ApiError({ kind: 'cancelled' });
        return downloadExternalFile({ ...options, url, client });
      },
      formatError,
      newId: randomUUID,
      post: (message) => {
        if (!isTabReleased) host.post(message);
      },
      openLink: (href) => void openExternalLink(href),
      compare: (texts) => host.runWork(this.#comparisons.show(texts)),
      act: async (action, row) => {
        switch (action) {
          case 'switchAccount':
            host.runWork(this.#switchTo(account, recordPage, target));
            return;
          case 'close':
            host.view.dispose();
            return;
          case 'copyUnsent':
            host.runWork(copyUnsentText(recordPage));
            return;
          case 'createAgain':
            host.runWork(this.#createAgain(currentSession(), recordPage));
            return;
          default: {
            const session = currentSession();
            if ((action === 'changeCycle' || action === 'changeModule') && target.isNew) {
              if (session !== undefined) await this.#deps.chooseCycleOrModules(session, action, target.address);
              return;
            }
            const commandToRun = actionCommand(action, target, sessions.current?.store, row);
            if (commandToRun !== undefined)
              await vscode.commands.executeCommand(commandToRun.command, commandToRun.argument);
          }
        }
      },
      onCreated: (address, created) => {
        const { showsNextRecord } = created;
        // The record may be created after the window has switched to another account.
        const session = currentSession() ?? lastSession;
        void this.#showCreated(host, target, address, shownAccount, showsNextRecord);
        if (showsNextRecord && this.#tabs.get(target.key) === undefined) discardNewRecord(draftStore, target.address);
        if (session === undefined) return;
        this.#reportCreated(session, address, created);
      },
      onSaved: (fields) => {
        const session = currentSession() ?? lastSession;
        if (session !== undefined && target.item !== undefined)
          this.#deps.onSaved(session, undoableSteps(target.item, fields));
      },
      lastVisibilityStorage: this.#deps.lastVisibilities.lastVisibilityFor(account, target.address.within),
      lastValuesStorage: target.isNew ? this.#lastValuesOf(account, target.address) : undefined,
      openItem: (address) => {
        const session = currentSession();
        if (session !== undefined) this.open({ session, address });
      },
      logDropped: (reason) => host.logDropped(reason),
    });
    const disposables = new DisposableStore();
    let shownIcon: TabIconName | undefined;
    const showIcon = (): void => {
      const icon = tabIconNameOf(target.address, currentSession()?.store);
      // While the account is signed out, the tab keeps the icon of the last known state.
      if (icon === shownIcon || (shownIcon !== undefined && currentSession() === undefined)) return;
      shownIcon = icon;
      setTabIcon(host.view, icon);
    };
    showIcon();
    disposables.add(
      recordPage.onDidChangeTitle((title) => {
        if (isTabReleased) return;
        this.#setTitle(host, target, account, title);
        showIcon();
      }),
    );
    disposables.add(recordPage);
    const disposePreviousPage = (): void => {
      previousPage?.dispose();
      previousPage = undefined;
    };
    disposables.add({ dispose: disposePreviousPage });
    disposables.add({ dispose: () => (isTabReleased = true) });
    const releaseTab = (): void => {
      isTabReleased = true;
      recordPage.close();
      host.runWork(draftStore.flush());
    };
    this.#tabs.setPage(target.key, host, {
      target,
      account,
      recordPage,
      releaseTab,
      dispose: () => disposables.dispose(),
    });
    this.#openEmitter.fire();
    this.#storeTitle(host, target, account);
    disposables.add(
      host.view.onDidChangeViewState(() => {
        this.#updatePageContext();
        if (host.view.visible) recordPage.handleShown();
      }),
    );
    this.#updatePageContext();
    const handleMessage = (message: MessageFromPage): Promise<unknown> => {
      if (MESSAGES_ENDING_PREVIEW.has(message.type)) this.#previewTab.keepOpen(host);
      // Each page sends `ready` first, so all messages before `ready` come from the previous page.
      if (message.type === 'ready') disposePreviousPage();
      return (previousPage?.recordPage ?? recordPage).handleMessage(message);
    };
    const loadPage = async (): Promise<void> => {
      const content = await recordPage.firstContent();
      if (isTabReleased) return;
      if (content === undefined) host.load(handleMessage);
      else {
        const data: FirstUpdate = { id: randomUUID(), update: content.update };
        host.load(handleMessage, { data, html: content.html });
      }
    };
    host.runWork(loadPage());
    const rememberItem = async (): Promise<void> => {
      const session = currentSession();
      if (session !== undefined && target.item !== undefined) await items.remember({ session, address: target.item });
    };
    host.runWork(recordPage.start().then(rememberItem));
    return recordPage;
  }

  #reportCreated(session: Session, address: RecordAddress, { failedAdds, ignoredLabels, origin }: CreatedInfo): void {
    for (const failedAdd of failedAdds) this.#deps.onFailedAdd(session, failedAdd);
    if (ignoredLabels.length > 0)
      void showWarning(l10n.t('Created, but the server did not store: {0}.', formatList(ignoredLabels)));
    this.#createdEmitter.fire({ session, address, origin });
  }

  #lastValuesOf(account: string, { within }: RecordAddress): LastNewItemValuesStorage {
    const { lastValues } = this.#deps;
    const owner = `${account} ${within}`;
    return {
      get: () => lastValues.entriesOf(owner)[0],
      set: (values) => void lastValues.add(owner, values).catch((error: unknown) => this.#logNotStored(error)),
    };
  }

  #isCurrentItem({ project, id }: ItemAddress): boolean {
    return this.#currentItem?.id === id && this.#currentItem.project === project;
  }

  /** Sets what the active page shows, which the menus in the title bar of the page depend on. */
  #updatePageContext(): void {
    const active = this.#tabs.all.find(({ host }) => host.view.active)?.page.target;
    const kind = active === undefined || active.isNew ? undefined : active.address.kind;
    const isCurrent = active?.item !== undefined && this.#isCurrentItem(active.item);
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.pageKind, kind);
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.pageIsCurrent, isCurrent);
  }

  /**
   * Switches the window to the account of the page. The focus moves to the first field, because the button that had the
   * focus is removed.
   */
  async #switchTo(account: string, recordPage: RecordPage, { form }: RecordTarget): Promise<void> {
    if (await this.#deps.accounts.use(account)) recordPage.focusOn(form.fields[0]?.name ?? 'name');
  }

  /**
   * Opens the page of a new record with the values of a deleted record. If an unsent new record already exists, opens
   * that record instead.
   */
  async #createAgain(session: Session | undefined, deleted: RecordPage): Promise<void> {
    if (session === undefined) return;
    const { location, hasUnsentDraft } = await deleted.startFromDeleted();
    await this.openNew(session, location, {});
    if (hasUnsentDraft)
      void showInfo(l10n.t('This page has unsaved input. Create or discard it first, then select Create Again.'));
  }

  /**
   * Shows that a record was created: in its row, in the status bar, and on its page. Its page replaces the page of the
   * new record, unless that page was closed, already shows the next new record, or was opened from code.
   */
  async #showCreated(
    host: TabHost<MessageFromPage>,
    newTarget: RecordTarget,
    address: RecordAddress,
    shownAccount: ShownAccount,
    hasNext: boolean,
  ): Promise<void> {
    const returnToOrigin = this.#returns.get(newTarget.key);
    this.#returns.delete(newTarget.key);
    const isShown = this.#tabs.get(newTarget.key)?.host === host;
    if (!hasNext && isShown && returnToOrigin !== undefined) {
      await this.#closeCreated(host, address, shownAccount, returnToOrigin);
      return;
    }
    if (!hasNext && isShown) {
      this.#tabs.disposePage(newTarget.key);
      this.#startPage(host, targetOf(address), { ...shownAccount, restoredTitle: undefined });
    }
    const { current } = this.#deps.sessions;
    const title = current?.account === shownAccount.account ? targetOf(address).title(current.store) : undefined;
    showStatus(title === undefined ? l10n.t('Created') : l10n.t('Created {0}', title), 5000);
    await this.#revealRow(address);
  }

  /** Closes the page of a record that was created from code, and returns to the code unless the user is elsewhere. */
  async #closeCreated(
    host: TabHost<MessageFromPage>,
    address: RecordAddress,
    { account }: ShownAccount,
    returnToOrigin: () => Promise<void>,
  ): Promise<void> {
    const wasActive = host.view.active;
    host.view.dispose();
    const { current } = this.#deps.sessions;
    const item = { project: address.within, id: address.id };
    const identifier = current?.account === account ? current.store.identifier(item) : undefined;
    showStatus(identifier === undefined ? l10n.t('Created') : l10n.t('{0} created', identifier), 10_000, undefined, {
      command: COMMANDS.openWorkItem,
      argument: item,
      tooltip: l10n.t('Open Work Item'),
    });
    if (wasActive) await returnToOrigin();
    await this.#revealRow(address);
  }

  /**
   * Reveals the record's row in the tree. Revealing fails while VS Code renders the row, so it is tried twice. A second
   * failure is only logged, because the record was created.
   */
  async #revealRow(address: RecordAddress): Promise<void> {
    const show = (): Promise<void> => this.#deps.reveal(address);
    await show()
      .catch(show)
      .catch((error: unknown) =>
        this.#deps.logger.write('warn', 'the row of a new record was not shown', {
          detail: errorMessage(error),
        }),
      );
  }

  /** Logs that the values of the last new work item could not be stored. The page works without them. */
  #logNotStored(error: unknown): void {
    const detail = errorMessage(error);
    this.#deps.logger.write('warn', 'data of a page was not stored', { detail });
  }

  #setTitle(host: TabHost<MessageFromPage>, target: RecordTarget, account: string, newTitle: string): void {
    const title = tabTitle(newTitle, target.item !== undefined);
    if (title.startsWith(UNSAVED_MARK)) this.#previewTab.keepOpen(host);
    if (host.view.title === title) return;
    host.view.title = title;
    this.#storeTitle(host, target, account);
  }

  #storeTitle(host: TabHost<MessageFromPage>, { key }: RecordTarget, account: string): void {
    host.runWork(this.#deps.titles.remember(host.view.title, key, account));
  }
}

async function copyUnsentText({ unsentText }: RecordPage): Promise<void> {
  await vscode.env.clipboard.writeText(unsentText);
  showStatus(l10n.t('Copied'), 3000);
}

function titleOf({ store }: Session, target: RecordTarget): string {
  const title = target.title(store) ?? (target.caption(store) || l10n.t('Work Item'));
  return tabTitle(title, target.item !== undefined);
}
