// Owns the open editors: one panel per record, or per record being made, reused, restored after a reload, and its conversation.

import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type ItemAddress, type RecordAddress, recordKey } from '../../../cache/address.ts';
import { fetchOutside } from '../../../client/files/outside.ts';
import type { DiscussionDeps, FileHost } from '../../../pages/discussion/deps.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import type { FailedMove } from '../../../pages/record/failedMove.ts';
import { discardNewRecord, type NewRecord, type NewRecordPlace, startNewRecord } from '../../../pages/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../pages/record/newRecordTarget.ts';
import { RecordPage } from '../../../pages/record/recordPage.ts';
import type { RecordTarget } from '../../../pages/record/recordTarget.ts';
import { targetOf, targetOfKey } from '../../../pages/record/recordTargets.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { displayText } from '../../../std/displayName.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { Emitter } from '../../../std/event.ts';
import type { Logger } from '../../../std/logger.ts';
import { PANELS } from '../../contributions.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { formatError } from '../../ui/formatError.ts';
import { showStatus } from '../../ui/notifications.ts';
import { openText } from '../../ui/openLink.ts';
import { messageHtml, pageHtml, pageRoot } from '../../ui/page.ts';
import type { ChosenItem, WorkItems } from '../workItems/items.ts';
import { runAction } from './actions.ts';
import { Comparisons } from './comparisons.ts';
import type { ShownTexts } from './shownTexts.ts';
import type { Titles } from './titles.ts';

interface OpenEditor {
  readonly subject: RecordTarget;
  readonly panel: vscode.WebviewPanel;
  readonly conversation: RecordPage;
  readonly held: Disposable;
}

export interface RecordPanelsDeps {
  readonly files: FileHost;
  /** The way to the code of a work item. */
  readonly code: DiscussionDeps['code'];
  readonly extension: vscode.Uri;
  readonly sessions: Sessions;
  readonly items: WorkItems;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly titles: Titles;
  readonly shownTexts: ShownTexts;
  /** Shows where a record stands that was just made. */
  reveal(address: RecordAddress): Promise<void>;
  /** Says that a work item was made and is not where it was to be put. */
  tellNotPut(session: Session, notPut: FailedMove): void;
}

/** A record that was made in a tab. */
export interface CreatedRecord {
  readonly session: Session;
  readonly address: RecordAddress;
  /** Where it was begun, in the words of whoever began it there. */
  readonly origin: string | undefined;
}

export class RecordPanels implements Disposable {
  readonly #deps: RecordPanelsDeps;
  readonly #made = new Emitter<CreatedRecord>();
  readonly #open = new Map<string, OpenEditor>();
  readonly #subscriptions = new Disposables();
  readonly #comparisons = this.#subscriptions.add(new Comparisons());

  readonly onDidMake = this.#made.event;

  constructor(deps: RecordPanelsDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.sessions.onDidChange(() => {
        for (const { conversation } of this.#open.values()) conversation.sessionChanged();
      }),
    );
  }

  /** Shows the item's tab, opening it if there is none. */
  open({ session, address }: ChosenItem): RecordPage {
    return this.openRecord(session, { kind: 'workItem', within: address.project, id: address.id });
  }

  /** Shows the record's tab, opening it if there is none. */
  openRecord(session: Session, address: RecordAddress): RecordPage {
    return this.#show(session, targetOf(address));
  }

  /**
   * Shows the tab in which a record is made, with what its place implies. What was begun earlier is offered again; what was begun at an
   * origin is left as it is until it is created or given up, see `begunAt`.
   */
  async openNew(session: Session, place: NewRecordPlace, implied: FieldValues, beginning: NewRecord = {}): Promise<RecordPage> {
    await startNewRecord(session.desk, place, implied, beginning);
    const subject = newRecordTarget(place);
    const conversation = this.#show(session, subject);
    conversation.focusOn(subject.kind.fields[0]?.name ?? 'name');
    return conversation;
  }

  /** Closes the tab in which a record is made and forgets what was written there. */
  giveUpNew({ desk }: Session, place: NewRecordPlace): void {
    this.#open.get(newRecordTarget(place).key)?.panel.dispose();
    discardNewRecord(desk, place);
  }

  /** Closes the record's tab, as when it was deleted. What the user typed there and did not send stays a draft. */
  async close(address: RecordAddress): Promise<void> {
    const editor = this.#open.get(recordKey(address));
    if (editor === undefined) return;
    await editor.conversation.flush();
    editor.panel.dispose();
  }

  /** Takes over a panel that VS Code brought back. Its state may be missing after a quick reload: then its title tells which item it was. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { sessions } = this.#deps;
    await sessions.restore();
    const key = keyIn(state) ?? (await this.#deps.titles.keyOf(panel.title));
    const subject = key === undefined ? undefined : targetOfKey(key);
    if (subject === undefined) {
      panel.webview.html = messageHtml('It is not known any more what this tab showed. Open it again from the Contrail side bar.');
      return;
    }
    if (sessions.current !== undefined) {
      this.#fill(panel, subject, sessions.current);
      return;
    }
    panel.webview.html = messageHtml('You are signed out. This is shown again when you sign in; what you wrote is kept as a draft.');
    const waiting = sessions.onDidChange((session) => {
      if (session === undefined) return;
      waiting.dispose();
      this.#fill(panel, subject, session);
    });
    panel.onDidDispose(() => waiting.dispose());
  }

  /** The editor that has the focus; `item` where it is that of a work item. */
  get active(): { readonly conversation: RecordPage; readonly address: RecordAddress; readonly item: ItemAddress | undefined } | undefined {
    const active = [...this.#open.values()].find(({ panel }) => panel.active);
    if (active === undefined) return undefined;
    const { conversation, subject } = active;
    return { conversation, address: subject.address, item: subject.item };
  }

  /** Items whose tabs are in front. */
  get inFront(): readonly ItemAddress[] {
    return [...this.#open.values()].flatMap(({ panel, subject: { item } }) => (panel.visible && item !== undefined ? [item] : []));
  }

  /** The tabs themselves stay: VS Code brings them back after a reload. */
  dispose(): void {
    this.#subscriptions.dispose();
    for (const { conversation } of this.#open.values()) conversation.dispose();
  }

  #show(session: Session, subject: RecordTarget): RecordPage {
    const there = this.#open.get(subject.key);
    if (there !== undefined) {
      there.panel.reveal();
      return there.conversation;
    }
    const title = displayText(subject.title(session.store) ?? (subject.caption(session.store) || 'Work item'));
    const panel = vscode.window.createWebviewPanel(PANELS.workItem, title, vscode.ViewColumn.Active, { enableFindWidget: true });
    return this.#fill(panel, subject, session);
  }

  #fill(panel: vscode.WebviewPanel, subject: RecordTarget, session: Session): RecordPage {
    panel.onDidDispose(() => {
      const [key, editor] = this.#editorIn(panel) ?? [];
      if (key === undefined || editor === undefined) return;
      this.#open.delete(key);
      editor.conversation.close();
      editor.held.dispose();
      void session.desk.flush().catch((error: unknown) => this.#failed(error));
    });
    const { extension } = this.#deps;
    panel.iconPath = {
      light: vscode.Uri.joinPath(extension, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(extension, 'media', 'tab-dark.svg'),
    };
    panel.webview.options = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };
    return this.#converse(panel, subject, session);
  }

  #converse(panel: vscode.WebviewPanel, subject: RecordTarget, session: Session): RecordPage {
    const { extension, clock, items, sessions, logger } = this.#deps;
    const { account, desk } = session;
    const conversation = new RecordPage({
      subject,
      desk,
      clock,
      store: () => (sessions.current?.account === account ? sessions.current.store : undefined),
      me: () => (sessions.current?.account === account ? sessions.current.me.id : undefined),
      files: this.#deps.files,
      code: this.#deps.code,
      fetchOutside: (url, options) => fetchOutside({ ...options, url, client: session.client }),
      words: formatError,
      newId: randomUUID,
      showing: {
        begin: (key, text) => this.#deps.shownTexts.begin(key, text).catch((error: unknown) => (this.#unremembered(error), false)),
        end: (key) => this.#deps.shownTexts.end(key).catch((error: unknown) => this.#unremembered(error)),
      },
      post: (message) => void panel.webview.postMessage(message),
      openLink: (href) => void openText(href),
      compare: (texts) => void this.#comparisons.show(texts).catch((error: unknown) => this.#failed(error)),
      act: (action) => void runAction(action, subject, sessions.current?.store),
      made: (address, { notPut, origin }) => {
        void this.#becomesEditor(panel, subject, address, session);
        for (const one of notPut) this.#deps.tellNotPut(session, one);
        this.#made.fire({ session, address, origin });
      },
      unheard: (reason) => logger.write('warn', 'a message of the page was not understood', { reason }),
    });
    const held = new Disposables();
    held.add(panel.webview.onDidReceiveMessage((message: unknown) => void this.#hear(conversation, message)));
    held.add(conversation.onDidChangeTitle((title) => this.#name(panel, subject, title)));
    held.add(conversation);
    this.#open.set(subject.key, { subject, panel, conversation, held });
    this.#remember(panel.title, subject);
    panel.webview.html = pageHtml(panel.webview, extension);
    void conversation
      .start()
      .then(() => (subject.item === undefined ? undefined : items.remember({ session, address: subject.item })))
      .catch((error: unknown) => this.#failed(error));
    return conversation;
  }

  /** The tab in which the record was made becomes its editor, unless it was closed meanwhile. */
  async #becomesEditor(panel: vscode.WebviewPanel, begun: RecordTarget, address: RecordAddress, session: Session): Promise<void> {
    const editor = this.#open.get(begun.key);
    if (editor?.panel === panel) {
      this.#open.delete(begun.key);
      editor.held.dispose();
      this.#converse(panel, targetOf(address), session);
    }
    const title = targetOf(address).title(session.store) ?? begun.kind.noun;
    showStatus(`Created ${title}`, 5000);
    await this.#showRow(address);
  }

  /** VS Code does not find a row that it is just drawing anew: then it is looked for once more, and not being shown there is no fault of the record. */
  async #showRow(address: RecordAddress): Promise<void> {
    const show = (): Promise<void> => this.#deps.reveal(address);
    await show()
      .catch(show)
      .catch((error: unknown) =>
        this.#deps.logger.write('warn', 'the row of a new record was not shown', {
          detail: error instanceof Error ? error.message : 'unknown',
        }),
      );
  }

  #editorIn(panel: vscode.WebviewPanel): [string, OpenEditor] | undefined {
    return [...this.#open].find(([, editor]) => editor.panel === panel);
  }

  async #hear(conversation: RecordPage, message: unknown): Promise<void> {
    try {
      await conversation.hear(message);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#deps.logger.write('error', 'an editor failed', { detail: error instanceof Error ? error.message : 'unknown' });
    void showFault('Something went wrong in Contrail. What you wrote is kept as a draft.');
  }

  /** The texts are shown all the same. */
  #unremembered(error: unknown): void {
    const detail = error instanceof Error ? error.message : 'unknown';
    this.#deps.logger.write('warn', 'the text that a page is showing was not remembered', { detail });
  }

  #name(panel: vscode.WebviewPanel, subject: RecordTarget, named: string): void {
    const title = displayText(named);
    if (panel.title === title) return;
    panel.title = title;
    this.#remember(title, subject);
  }

  #remember(title: string, { key }: RecordTarget): void {
    void this.#deps.titles.remember(title, key).catch((error: unknown) => this.#failed(error));
  }
}

function keyIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('address' in state)) return undefined;
  return typeof state.address === 'string' ? state.address : undefined;
}
