// Opens record pages in panels, one for each record, and restores them after a reload.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type ItemAddress, type RecordAddress, recordKey } from '../../../cache/address.ts';
import { downloadExternalFile } from '../../../client/files/outside.ts';
import type { DiscussionDeps, FileHost } from '../../../pages/discussion/deps.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import { type MessageFromPage, messageFromPage } from '../../../pages/protocol/messages.ts';
import type { FailedMove } from '../../../pages/record/failedMove.ts';
import {
  discardNewRecord,
  type NewRecord,
  type NewRecordLocation,
  startNewRecord,
} from '../../../pages/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../pages/record/newRecordTarget.ts';
import { RecordPage } from '../../../pages/record/recordPage.ts';
import type { RecordTarget } from '../../../pages/record/recordTarget.ts';
import { targetOfKey } from '../../../pages/record/recordTargets.ts';
import { targetOf } from '../../../pages/record/resourceTarget.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { displayText } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { Emitter } from '../../../std/event.ts';
import { PANELS } from '../../contributions.ts';
import { formatError } from '../../ui/formatError.ts';
import { showStatus } from '../../ui/notifications.ts';
import { openExternalLink } from '../../ui/openLink.ts';
import { messageHtml } from '../../ui/page.ts';
import type { PageHostDeps } from '../../ui/pageHost.ts';
import { keyInState, PageTabs, type TabHost, type TabKind } from '../../ui/pageTabs.ts';
import type { ChosenItem, WorkItems } from '../workItems/items.ts';
import { runAction } from './actions.ts';
import { Comparisons } from './comparisons.ts';
import type { ShownTexts } from './shownTexts.ts';
import type { TabTitleStore } from './titles.ts';

/** The page of a record, in a tab. */
interface OpenPage extends Disposable {
  readonly subject: RecordTarget;
  readonly conversation: RecordPage;
}

const RECORD_TAB: TabKind<MessageFromPage> = {
  type: PANELS.workItem,
  get bundle() {
    return { name: 'main', title: l10n.t('Work item'), styled: false };
  },
  messages: messageFromPage,
  get failure() {
    return l10n.t('Something went wrong in Contrail. Your text is kept as a draft.');
  },
};

export interface RecordPanelsDeps extends PageHostDeps {
  readonly files: FileHost;
  /** Creates the Code section of a work item's page. */
  readonly code: DiscussionDeps['code'];
  readonly sessions: Sessions;
  readonly items: WorkItems;
  readonly clock: Clock;
  readonly titles: TabTitleStore;
  readonly shownTexts: ShownTexts;
  /** Reveals the tree row of a record that was just created. */
  reveal(address: RecordAddress): Promise<void>;
  /** Shows that a work item was created but could not be added to its cycle or module. */
  onFailedMove(session: Session, failedMove: FailedMove): void;
}

/** A record that was created in a tab. */
export interface CreatedRecord {
  readonly session: Session;
  readonly address: RecordAddress;
  /** The `origin` that was passed to `openNew`. Its format is known to the feature that started the record. */
  readonly origin: string | undefined;
}

export class RecordPanels implements Disposable {
  readonly #deps: RecordPanelsDeps;
  readonly #onDidMakeEmitter = new Emitter<CreatedRecord>();
  readonly #disposables = new DisposableStore();
  readonly #comparisons = this.#disposables.add(new Comparisons());
  readonly #tabs: PageTabs<OpenPage, MessageFromPage>;

  readonly onDidCreate = this.#onDidMakeEmitter.event;

  constructor(deps: RecordPanelsDeps) {
    this.#deps = deps;
    this.#tabs = this.#disposables.add(new PageTabs(RECORD_TAB, deps));
    this.#disposables.add(
      deps.sessions.onDidChange(() => {
        for (const { page } of this.#tabs.all) page.conversation.sessionChanged();
      }),
    );
  }

  /** Reveals the work item's tab, or opens a tab. */
  open({ session, address }: ChosenItem): RecordPage {
    return this.openRecord(session, { kind: 'workItem', within: address.project, id: address.id });
  }

  /** Reveals the record's tab, or opens a tab. */
  openRecord(session: Session, address: RecordAddress): RecordPage {
    return this.#show(session, targetOf(address));
  }

  /**
   * Opens the tab of a new record, with initial values. If the place already has an unsaved new record, shows that
   * record (see `startNewRecord`).
   */
  async openNew(
    session: Session,
    place: NewRecordLocation,
    initialValues: FieldValues,
    newRecord: NewRecord = {},
  ): Promise<RecordPage> {
    await startNewRecord(session.draftStore, place, initialValues, newRecord);
    const target = newRecordTarget(place);
    const conversation = this.#show(session, target);
    conversation.focusOn(target.form.fields[0]?.name ?? 'name');
    return conversation;
  }

  /** Closes the tab of a new record and discards its draft. */
  discardNew({ draftStore }: Session, place: NewRecordLocation): void {
    this.#tabs.get(newRecordTarget(place).key)?.host.view.dispose();
    discardNewRecord(draftStore, place);
  }

  /** Closes the record's tab, for example after the record was deleted. Unsent text remains a draft. */
  async close(address: RecordAddress): Promise<void> {
    const tab = this.#tabs.get(recordKey(address));
    if (tab === undefined) return;
    await tab.page.conversation.flush();
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
    if (sessions.current !== undefined) {
      this.#loadInto(panel, target, sessions.current);
      return;
    }
    panel.webview.html = messageHtml(
      panel.title,
      l10n.t('You are signed out. Sign in to show this page again. Your text is kept as a draft.'),
    );
    const sessionListener = sessions.onDidChange((session) => {
      if (session === undefined) return;
      sessionListener.dispose();
      this.#loadInto(panel, target, session);
    });
    panel.onDidDispose(() => sessionListener.dispose());
  }

  /** The record page that has the focus. `item` is defined if the record is a work item. */
  get active():
    | { readonly conversation: RecordPage; readonly address: RecordAddress; readonly item: ItemAddress | undefined }
    | undefined {
    const active = this.#tabs.all.find(({ host }) => host.view.active);
    if (active === undefined) return undefined;
    const { conversation, subject: target } = active.page;
    return { conversation, address: target.address, item: target.item };
  }

  /** Work items whose tabs are visible. */
  get inFront(): readonly ItemAddress[] {
    return this.#tabs.all.flatMap(({ host, page: { subject: target } }) =>
      host.view.visible && target.item !== undefined ? [target.item] : [],
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #show(session: Session, target: RecordTarget): RecordPage {
    const openPage = this.#tabs.reveal(target.key);
    if (openPage !== undefined) return openPage.conversation;
    const title = displayText(target.title(session.store) ?? (target.caption(session.store) || l10n.t('Work item')));
    return this.#loadInto(this.#tabs.create(title), target, session);
  }

  #loadInto(panel: vscode.WebviewPanel, target: RecordTarget, session: Session): RecordPage {
    const host = this.#tabs.host(panel, ({ conversation }) => {
      conversation.close();
      host.run(session.draftStore.flush());
    });
    return this.#startPage(host, target, session);
  }

  #startPage(host: TabHost<MessageFromPage>, target: RecordTarget, session: Session): RecordPage {
    const { clock, items, sessions } = this.#deps;
    const { account, draftStore } = session;
    const conversation = new RecordPage({
      target,
      draftStore,
      clock,
      store: () => (sessions.current?.account === account ? sessions.current.store : undefined),
      me: () => (sessions.current?.account === account ? sessions.current.me.id : undefined),
      files: this.#deps.files,
      code: this.#deps.code,
      fetchOutside: (url, options) => downloadExternalFile({ ...options, url, client: session.client }),
      formatError,
      newId: randomUUID,
      freezeMemory: {
        begin: (key, text) =>
          this.#deps.shownTexts.begin(key, text).catch((error: unknown) => (this.#logNotStored(error), false)),
        end: (key) => this.#deps.shownTexts.end(key).catch((error: unknown) => this.#logNotStored(error)),
      },
      post: (message) => host.post(message),
      openLink: (href) => void openExternalLink(href),
      compare: (texts) => host.run(this.#comparisons.show(texts)),
      act: (action) => void runAction(action, target, sessions.current?.store),
      onCreated: (address, { failedMoves, origin }) => {
        void this.#replaceByCreated(host, target, address, session);
        for (const failedMove of failedMoves) this.#deps.onFailedMove(session, failedMove);
        this.#onDidMakeEmitter.fire({ session, address, origin });
      },
      logDropped: (reason) => host.logDropped(reason),
    });
    const disposables = new DisposableStore();
    disposables.add(conversation.onDidChangeTitle((title) => this.#setTitle(host, target, title)));
    disposables.add(conversation);
    this.#tabs.set(target.key, host, { subject: target, conversation, dispose: () => disposables.dispose() });
    this.#storeTitle(host, target);
    host.load((message) => conversation.handleMessage(message));
    const remember = () => (target.item === undefined ? undefined : items.remember({ session, address: target.item }));
    host.run(conversation.start().then(remember));
    return conversation;
  }

  /** Replaces the page of a new record by the page of the created record, unless the tab was closed. */
  async #replaceByCreated(
    host: TabHost<MessageFromPage>,
    newTarget: RecordTarget,
    address: RecordAddress,
    session: Session,
  ): Promise<void> {
    if (this.#tabs.get(newTarget.key)?.host === host) {
      this.#tabs.release(newTarget.key);
      this.#startPage(host, targetOf(address), session);
    }
    const title = targetOf(address).title(session.store);
    showStatus(title === undefined ? l10n.t('Created') : l10n.t('Created {0}', title), 5000);
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

  /** Logs that a text could not be stored. The page shows the text in any case. */
  #logNotStored(error: unknown): void {
    const detail = errorMessage(error);
    this.#deps.logger.write('warn', 'the text that a page is showing was not remembered', { detail });
  }

  #setTitle(host: TabHost<MessageFromPage>, target: RecordTarget, newTitle: string): void {
    const title = displayText(newTitle);
    if (host.view.title === title) return;
    host.view.title = title;
    this.#storeTitle(host, target);
  }

  #storeTitle(host: TabHost<MessageFromPage>, { key }: RecordTarget): void {
    host.run(this.#deps.titles.remember(host.view.title, key));
  }
}
