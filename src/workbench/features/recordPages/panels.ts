// The open record pages: one panel for each record or new record, restored after a reload.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type ItemAddress, type RecordAddress, recordKey } from '../../../cache/address.ts';
import { fetchOutside } from '../../../client/files/outside.ts';
import type { DiscussionDeps, FileHost } from '../../../pages/discussion/deps.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import { type FromPage, fromPage } from '../../../pages/protocol/messages.ts';
import type { FailedMove } from '../../../pages/record/failedMove.ts';
import {
  discardNewRecord,
  type NewRecord,
  type NewRecordPlace,
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
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { Emitter } from '../../../std/event.ts';
import { PANELS } from '../../contributions.ts';
import { formatError } from '../../ui/formatError.ts';
import { showStatus } from '../../ui/notifications.ts';
import { openText } from '../../ui/openLink.ts';
import { messageHtml } from '../../ui/page.ts';
import type { PageHostDeps } from '../../ui/pageHost.ts';
import { keyInState, PageTabs, type TabHost, type TabKind } from '../../ui/pageTabs.ts';
import type { ChosenItem, WorkItems } from '../workItems/items.ts';
import { runAction } from './actions.ts';
import { Comparisons } from './comparisons.ts';
import type { ShownTexts } from './shownTexts.ts';
import type { Titles } from './titles.ts';

/** The contents of a tab. */
interface OpenEditor extends Disposable {
  readonly subject: RecordTarget;
  readonly conversation: RecordPage;
}

const EDITORS: TabKind<FromPage> = {
  type: PANELS.workItem,
  get bundle() {
    return { name: 'main', title: l10n.t('Work item'), styled: false };
  },
  messages: fromPage,
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
  readonly titles: Titles;
  readonly shownTexts: ShownTexts;
  /** Reveals the row of a record that was just created. */
  reveal(address: RecordAddress): Promise<void>;
  /** Reports that a work item was created but could not be added to its cycle or module. */
  onFailedMove(session: Session, notPut: FailedMove): void;
}

/** A record that was created in a tab. */
export interface CreatedRecord {
  readonly session: Session;
  readonly address: RecordAddress;
  /** Where it was started, in the format of the feature that started it. */
  readonly origin: string | undefined;
}

export class RecordPanels implements Disposable {
  readonly #deps: RecordPanelsDeps;
  readonly #made = new Emitter<CreatedRecord>();
  readonly #subscriptions = new Disposables();
  readonly #comparisons = this.#subscriptions.add(new Comparisons());
  readonly #tabs: PageTabs<OpenEditor, FromPage>;

  readonly onDidMake = this.#made.event;

  constructor(deps: RecordPanelsDeps) {
    this.#deps = deps;
    this.#tabs = this.#subscriptions.add(new PageTabs(EDITORS, deps));
    this.#subscriptions.add(
      deps.sessions.onDidChange(() => {
        for (const { page } of this.#tabs.all) page.conversation.sessionChanged();
      }),
    );
  }

  /** Shows the work item's tab, and opens it if needed. */
  open({ session, address }: ChosenItem): RecordPage {
    return this.openRecord(session, { kind: 'workItem', within: address.project, id: address.id });
  }

  /** Shows the record's tab, and opens it if needed. */
  openRecord(session: Session, address: RecordAddress): RecordPage {
    return this.#show(session, targetOf(address));
  }

  /**
   * Shows the tab of a new record, with the values that its place implies. An unfinished new record is offered again.
   * One with an origin stays unchanged until it is created or discarded, see `startNewRecord`.
   */
  async openNew(
    session: Session,
    place: NewRecordPlace,
    implied: FieldValues,
    beginning: NewRecord = {},
  ): Promise<RecordPage> {
    await startNewRecord(session.draftStore, place, implied, beginning);
    const subject = newRecordTarget(place);
    const conversation = this.#show(session, subject);
    conversation.focusOn(subject.kind.fields[0]?.name ?? 'name');
    return conversation;
  }

  /** Closes the tab of a new record and discards its draft. */
  giveUpNew({ draftStore }: Session, place: NewRecordPlace): void {
    this.#tabs.get(newRecordTarget(place).key)?.host.view.dispose();
    discardNewRecord(draftStore, place);
  }

  /** Closes the record's tab, for example after it was deleted. Unsent text stays a draft. */
  async close(address: RecordAddress): Promise<void> {
    const tab = this.#tabs.get(recordKey(address));
    if (tab === undefined) return;
    await tab.page.conversation.flush();
    tab.host.view.dispose();
  }

  /**
   * Fills a panel that VS Code restored. Its state may be missing after a quick reload: then the title identifies the
   * record.
   */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { sessions } = this.#deps;
    await sessions.restore();
    const key = keyInState(state) ?? (await this.#deps.titles.keyOf(panel.title));
    const subject = key === undefined ? undefined : targetOfKey(key);
    if (subject === undefined) {
      panel.webview.html = messageHtml(
        panel.title,
        l10n.t('This tab could not be restored. Open it again from the Contrail view.'),
      );
      return;
    }
    if (sessions.current !== undefined) {
      this.#fill(panel, subject, sessions.current);
      return;
    }
    panel.webview.html = messageHtml(
      panel.title,
      l10n.t('You are signed out. Sign in to show this page again. Your text is kept as a draft.'),
    );
    const waiting = sessions.onDidChange((session) => {
      if (session === undefined) return;
      waiting.dispose();
      this.#fill(panel, subject, session);
    });
    panel.onDidDispose(() => waiting.dispose());
  }

  /** The record page that has the focus. `item` is set if it shows a work item. */
  get active():
    | { readonly conversation: RecordPage; readonly address: RecordAddress; readonly item: ItemAddress | undefined }
    | undefined {
    const active = this.#tabs.all.find(({ host }) => host.view.active);
    if (active === undefined) return undefined;
    const { conversation, subject } = active.page;
    return { conversation, address: subject.address, item: subject.item };
  }

  /** Work items whose tabs are visible. */
  get inFront(): readonly ItemAddress[] {
    return this.#tabs.all.flatMap(({ host, page: { subject } }) =>
      host.view.visible && subject.item !== undefined ? [subject.item] : [],
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #show(session: Session, subject: RecordTarget): RecordPage {
    const there = this.#tabs.reveal(subject.key);
    if (there !== undefined) return there.conversation;
    const title = displayText(subject.title(session.store) ?? (subject.caption(session.store) || l10n.t('Work item')));
    return this.#fill(this.#tabs.create(title), subject, session);
  }

  #fill(panel: vscode.WebviewPanel, subject: RecordTarget, session: Session): RecordPage {
    const host = this.#tabs.host(panel, ({ conversation }) => {
      conversation.close();
      host.run(session.draftStore.flush());
    });
    return this.#converse(host, subject, session);
  }

  #converse(host: TabHost<FromPage>, subject: RecordTarget, session: Session): RecordPage {
    const { clock, items, sessions } = this.#deps;
    const { account, draftStore } = session;
    const conversation = new RecordPage({
      subject,
      draftStore,
      clock,
      store: () => (sessions.current?.account === account ? sessions.current.store : undefined),
      me: () => (sessions.current?.account === account ? sessions.current.me.id : undefined),
      files: this.#deps.files,
      code: this.#deps.code,
      fetchOutside: (url, options) => fetchOutside({ ...options, url, client: session.client }),
      words: formatError,
      newId: randomUUID,
      showing: {
        begin: (key, text) =>
          this.#deps.shownTexts.begin(key, text).catch((error: unknown) => (this.#unremembered(error), false)),
        end: (key) => this.#deps.shownTexts.end(key).catch((error: unknown) => this.#unremembered(error)),
      },
      post: (message) => host.post(message),
      openLink: (href) => void openText(href),
      compare: (texts) => host.run(this.#comparisons.show(texts)),
      act: (action) => void runAction(action, subject, sessions.current?.store),
      made: (address, { notPut, origin }) => {
        void this.#becomesEditor(host, subject, address, session);
        for (const one of notPut) this.#deps.onFailedMove(session, one);
        this.#made.fire({ session, address, origin });
      },
      logDropped: (reason) => host.logDropped(reason),
    });
    const disposables = new Disposables();
    disposables.add(conversation.onDidChangeTitle((title) => this.#name(host, subject, title)));
    disposables.add(conversation);
    this.#tabs.set(subject.key, host, { subject, conversation, dispose: () => disposables.dispose() });
    this.#remember(host, subject);
    host.load((message) => conversation.handleMessage(message));
    const remember = () =>
      subject.item === undefined ? undefined : items.remember({ session, address: subject.item });
    host.run(conversation.start().then(remember));
    return conversation;
  }

  /** Turns the tab of a new record into the record's page, unless the tab was closed in the meantime. */
  async #becomesEditor(
    host: TabHost<FromPage>,
    begun: RecordTarget,
    address: RecordAddress,
    session: Session,
  ): Promise<void> {
    if (this.#tabs.get(begun.key)?.host === host) {
      this.#tabs.release(begun.key);
      this.#converse(host, targetOf(address), session);
    }
    const title = targetOf(address).title(session.store);
    showStatus(title === undefined ? l10n.t('Created') : l10n.t('Created {0}', title), 5000);
    await this.#showRow(address);
  }

  /**
   * VS Code does not find a row while it renders it, so a failure is retried once. A second failure is only logged,
   * because the record itself was created.
   */
  async #showRow(address: RecordAddress): Promise<void> {
    const show = (): Promise<void> => this.#deps.reveal(address);
    await show()
      .catch(show)
      .catch((error: unknown) =>
        this.#deps.logger.write('warn', 'the row of a new record was not shown', {
          detail: errorMessage(error),
        }),
      );
  }

  /** The text is shown anyway. */
  #unremembered(error: unknown): void {
    const detail = errorMessage(error);
    this.#deps.logger.write('warn', 'the text that a page is showing was not remembered', { detail });
  }

  #name(host: TabHost<FromPage>, subject: RecordTarget, named: string): void {
    const title = displayText(named);
    if (host.view.title === title) return;
    host.view.title = title;
    this.#remember(host, subject);
  }

  #remember(host: TabHost<FromPage>, { key }: RecordTarget): void {
    host.run(this.#deps.titles.remember(host.view.title, key));
  }
}
