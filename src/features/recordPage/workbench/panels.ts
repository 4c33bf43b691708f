// Opens record pages in panels, one for each record, and restores them after a reload.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ItemAddress, type RecordAddress, recordKey } from '../../../core/cache/address.ts';
import { isEmpty } from '../../../core/drafts/draft.ts';
import type { Session } from '../../../core/session/session.ts';
import type { FieldValues } from '../../../items/form/values.ts';
import type { FailedAdd } from '../../../items/record/addToCycleAndModules.ts';
import { targetOf } from '../../../items/record/existingRecordTarget.ts';
import {
  type CreatedInfo,
  discardNewRecord,
  type NewRecordLocation,
  type NewRecordOptions,
  startNewRecord,
} from '../../../items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../items/record/newRecordTarget.ts';
import type { RecordTarget } from '../../../items/record/recordTarget.ts';
import { targetOfKey } from '../../../items/record/targetOfKey.ts';
import { COMMANDS, CONTEXT_KEYS, PANELS } from '../../../shell/commands/contributions.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { messageHtml } from '../../../shell/pages/page.ts';
import { PageTabs, type PageTabsDeps, type TabHost, type TabKind } from '../../../shell/pages/pageTabs.ts';
import type { CreatedRecord, RecordPages } from '../../../shell/pages/recordPages.ts';
import { showStatus, showWarning } from '../../../shell/prompts/notifications.ts';
import { type MessageFromPage, messageFromPage } from '../../../shell/protocol/messages.ts';
import type { WindowAccounts } from '../../../shell/windowAccounts.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { Emitter } from '../../../std/event.ts';
import { formatList } from '../../../std/formatText.ts';
import { PreviewTab } from '../previewTab.ts';
import type { RecordPage } from '../recordPage.ts';
import { tabTitle } from '../titles.ts';
import { Comparisons } from './comparisons.ts';
import {
  RecordTab,
  type RecordTabDeps,
  type ShownRecord,
  type TabAccount,
  type TabGroup,
  tabAccountOf,
} from './recordTab.ts';

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

export interface RecordPanelsDeps extends PageTabsDeps, RecordTabDeps {
  readonly accounts: Pick<WindowAccounts, 'nameOf' | 'use'>;
  /** Reveals the tree row of a record that was just created. */
  reveal(address: RecordAddress): Promise<void>;
  /** Shows that a work item was created but could not be added to its cycle or module. */
  onFailedAdd(session: Session, failedAdd: FailedAdd): void;
}

export class RecordPanels implements RecordPages, TabGroup, Disposable {
  readonly #deps: RecordPanelsDeps;
  readonly #createdEmitter = new Emitter<CreatedRecord>();
  readonly #disposables = new DisposableStore();
  readonly #tabs: PageTabs<RecordTab, MessageFromPage>;

  /** What shows where the user was before they opened the page of a new record, by the key of its target. */
  readonly #returns = new Map<string, () => Promise<void>>();
  readonly #openEmitter = new Emitter<void>();
  readonly previewTab: PreviewTab<TabHost<MessageFromPage>>;
  readonly comparisons = this.#disposables.add(new Comparisons());
  #currentItem: ItemAddress | undefined;

  readonly onDidCreate = this.#createdEmitter.event;
  readonly onDidChangeOpen = this.#openEmitter.event;

  constructor(deps: RecordPanelsDeps) {
    this.#deps = deps;
    this.#tabs = this.#disposables.add(new PageTabs(RECORD_TAB, deps));
    this.previewTab = new PreviewTab(deps.clock);
    this.#disposables.add(
      deps.sessions.onDidChange(() => {
        for (const { page: tab } of this.#tabs.all) tab.handleSessionChange();
      }),
    );
  }

  open({ session, address }: ChosenItem): RecordPage {
    return this.openRecord(session, { kind: 'workItem', within: address.project, id: address.id });
  }

  openRecord(session: Session, address: RecordAddress): RecordPage {
    const tab = this.#show(session, targetOf(address));
    this.previewTab.keepOpen(tab.host);
    return tab.page;
  }

  async preview({ session, address: { project, id } }: ChosenItem): Promise<void> {
    const target = targetOf({ kind: 'workItem', within: project, id });
    const { key } = target;
    const { account } = session;
    const isDoubleClick = this.previewTab.click(key);
    const isOpen = (): boolean =>
      this.#tabs.get(key)?.page.owner.account === account || this.#tabs.restoredTab({ key, account }) !== undefined;
    const reusableTab = isOpen() ? undefined : await this.#reusableTab(session);
    if (!this.previewTab.isLastClick(key) || this.#deps.sessions.current !== session) return;
    const wasOpen = isOpen();
    const { host } =
      reusableTab === undefined || wasOpen ? this.#show(session, target) : this.#reuse(reusableTab, session, target);
    if (isDoubleClick) this.previewTab.keepOpen(host);
    else if (!wasOpen) this.previewTab.set(host);
  }

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
    const { page } = this.#show(session, target);
    page.focusOn(target.form.fields[0]?.name ?? 'name');
    return page;
  }

  showCreated(session: Session, address: RecordAddress, created: CreatedInfo): void {
    void this.#revealRow(address);
    this.#reportCreated(session, address, created);
  }

  isOpen(key: string): boolean {
    return this.#tabs.get(key) !== undefined;
  }

  discardNew({ draftStore }: Session, location: NewRecordLocation): void {
    this.#tabs.get(newRecordTarget(location).key)?.host.view.dispose();
    discardNewRecord(draftStore, location);
  }

  async close(address: RecordAddress): Promise<void> {
    const tab = this.#tabs.get(recordKey(address));
    if (tab === undefined) return;
    await tab.page.page.flush();
    tab.host.view.dispose();
  }

  /**
   * Loads the record's page into a panel that VS Code restored. The state that Contrail 0.1.0 stored contains no
   * account.
   */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { sessions } = this.#deps;
    await sessions.restore();
    const record = this.#tabs.recordOf(panel, state);
    const target = record === undefined ? undefined : targetOfKey(record.key);
    if (record === undefined || target === undefined) {
      panel.webview.html = messageHtml(
        panel.title,
        l10n.t('This tab could not be restored. Open it again from the Contrail view.'),
      );
      return;
    }
    // If the tab belongs to an account that the window does not use, its page waits until the window uses the account
    // again.
    const { account } = record;
    if (account !== undefined) {
      const draftStore = sessions.draftStoreOf(account);
      const name = await this.#deps.accounts.nameOf(account);
      this.#loadInto(panel, target, { account, draftStore, name }, panel.title.replace(/^● /, ''));
    } else if (sessions.current !== undefined) this.#loadInto(panel, target, tabAccountOf(sessions.current));
    else this.#loadAfterSignIn(panel, target);
  }

  get active():
    | { readonly recordPage: RecordPage; readonly address: RecordAddress; readonly item: ItemAddress | undefined }
    | undefined {
    const active = this.#tabs.all.find(({ host }) => host.view.active);
    if (active === undefined) return undefined;
    const { page: recordPage, target } = active.page;
    return { recordPage, address: target.address, item: target.item };
  }

  /** Must be called when the current work item of the checked-out branch may have changed. */
  setCurrentItem(item: ItemAddress | undefined): void {
    if (item === undefined ? this.#currentItem === undefined : this.isCurrentItem(item)) return;
    this.#currentItem = item;
    for (const { page: tab } of this.#tabs.all) tab.page.handleCurrentItemChange();
    this.onDidChangeView();
  }

  get visibleItems(): readonly ItemAddress[] {
    return this.#tabs.all.flatMap(({ host, page: { target } }) =>
      host.view.visible && target.item !== undefined ? [target.item] : [],
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  showNew(session: Session, location: NewRecordLocation): Promise<RecordPage> {
    return this.openNew(session, location, {});
  }

  isCurrentItem({ project, id }: ItemAddress): boolean {
    return this.#currentItem?.id === id && this.#currentItem.project === project;
  }

  onCreated(tab: RecordTab, address: RecordAddress, created: CreatedInfo): void {
    const { showsNextRecord } = created;
    const { target, owner, lastSession } = tab;
    void this.#showCreated(tab, address, showsNextRecord);
    if (showsNextRecord && !this.isOpen(target.key)) discardNewRecord(owner.draftStore, target.address);
    if (lastSession !== undefined) this.#reportCreated(lastSession, address, created);
  }

  onDidChangeTitle({ target }: RecordTab): void {
    this.#tabs.rememberTitle(target.key);
  }

  /** Sets what the active page shows, which the menus in the title bar of the page depend on. */
  onDidChangeView(): void {
    const active = this.#tabs.all.find(({ host }) => host.view.active)?.page.target;
    const kind = active === undefined || active.isNew ? undefined : active.address.kind;
    const isCurrent = active?.item !== undefined && this.isCurrentItem(active.item);
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.pageKind, kind);
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.pageIsCurrent, isCurrent);
  }

  /**
   * Resolves with the preview tab after its page has sent all edits to the host. Resolves with undefined if there is no
   * preview tab, or if its record has unsent edits.
   */
  async #reusableTab({ account, draftStore }: Session): Promise<RecordTab | undefined> {
    const tab = this.#tabs.all.find(
      ({ host, page: { owner } }) => this.previewTab.is(host) && owner.account === account,
    )?.page;
    if (tab === undefined) return undefined;
    const { host, page, target } = tab;
    // A page that is not visible has already sent its edits.
    if (host.view.visible) await page.flush();
    const draft = draftStore.get(target.key);
    if (draft !== undefined && !isEmpty(draft)) this.previewTab.keepOpen(host);
    const isUnchanged = this.#tabs.get(target.key)?.page === tab && this.previewTab.is(host);
    return isUnchanged ? tab : undefined;
  }

  /** Shows another record in the panel of the tab. */
  #reuse(previous: RecordTab, session: Session, target: RecordTarget): RecordTab {
    const { host } = previous;
    previous.release();
    this.#tabs.detach(previous.target.key);
    host.view.title = titleOf(session, target);
    const tab = this.#start({ host, target, owner: tabAccountOf(session), previous });
    host.view.reveal();
    return tab;
  }

  #show(session: Session, target: RecordTarget): RecordTab {
    // Two users of one workspace have the same records. If the record's tab belongs to another account, the tab is
    // closed, and its unsent text remains a draft.
    const openTab = this.#tabs.get(target.key);
    if (openTab !== undefined && openTab.page.owner.account !== session.account) openTab.host.view.dispose();
    const { key } = target;
    const { account } = session;
    return (
      this.#tabs.reveal(key) ??
      this.#loadInto(this.#tabs.create(titleOf(session, target), { key, account }), target, tabAccountOf(session))
    );
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
      this.#loadInto(panel, target, tabAccountOf(session));
    });
    panel.onDidDispose(() => sessionListener.dispose());
  }

  #loadInto(panel: vscode.WebviewPanel, target: RecordTarget, owner: TabAccount, restoredTitle?: string): RecordTab {
    const host = this.#tabs.createHost(panel, (tab) => {
      tab.close();
      this.#openEmitter.fire();
    });
    return this.#start({ host, target, owner, restoredTitle });
  }

  #start(shown: ShownRecord): RecordTab {
    const tab = new RecordTab(this.#deps, this, shown);
    this.#tabs.setPage(tab.target.key, tab.host, tab);
    this.#openEmitter.fire();
    tab.start();
    this.onDidChangeView();
    return tab;
  }

  #reportCreated(session: Session, address: RecordAddress, { failedAdds, ignoredLabels, origin }: CreatedInfo): void {
    for (const failedAdd of failedAdds) this.#deps.onFailedAdd(session, failedAdd);
    if (ignoredLabels.length > 0)
      void showWarning(l10n.t('Created, but the server did not store: {0}.', formatList(ignoredLabels)));
    this.#createdEmitter.fire({ session, address, origin });
  }

  /**
   * Shows that a record was created: in its row, in the status bar, and on its page. Its page replaces the page of the
   * new record, unless that page was closed, already shows the next new record, or was opened from code.
   */
  async #showCreated(tab: RecordTab, address: RecordAddress, hasNext: boolean): Promise<void> {
    const { host, target: newTarget, owner } = tab;
    const returnToOrigin = this.#returns.get(newTarget.key);
    this.#returns.delete(newTarget.key);
    const isShown = this.#tabs.get(newTarget.key)?.host === host;
    if (!hasNext && isShown && returnToOrigin !== undefined) {
      await this.#closeCreated(tab, address, returnToOrigin);
      return;
    }
    if (!hasNext && isShown) {
      this.#tabs.disposePage(newTarget.key);
      this.#start({ host, target: targetOf(address), owner });
    }
    const title = tab.session === undefined ? undefined : targetOf(address).title(tab.session.store);
    showStatus(title === undefined ? l10n.t('Created') : l10n.t('Created {0}', title), 5000);
    await this.#revealRow(address);
  }

  /** Closes the page of a record that was created from code, and returns to the code unless the user is elsewhere. */
  async #closeCreated(tab: RecordTab, address: RecordAddress, returnToOrigin: () => Promise<void>): Promise<void> {
    const { view } = tab.host;
    const wasActive = view.active;
    view.dispose();
    const item = { project: address.within, id: address.id };
    const identifier = tab.session?.store.identifier(item);
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
}

function titleOf({ store }: Session, target: RecordTarget): string {
  const title = target.title(store) ?? (target.caption(store) || l10n.t('Work Item'));
  return tabTitle(title, target.item !== undefined);
}
