// Lists the unsent drafts of the account, which the user can resume, copy or discard.
// Their number is shown as the badge of the Contrail icon.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseItemKey, parseRecordKey } from '../../../cache/address.ts';
import { countDraftsOfOtherAccounts } from '../../../drafts/draftFiles.ts';
import { UnsentCounter } from '../../../drafts/unsent.ts';
import { parseNewKey } from '../../../pages/record/newRecordTarget.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { plural } from '../../../std/plural.ts';
import { COMMANDS } from '../../contributions.ts';
import { withErrorHandling } from '../../ui/errorBoundary.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { CommentDocuments } from '../comments/documents.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import { Outbox, queuedCommentsText } from './outbox.ts';
import { pickDraft, type UnsentPiece } from './pickDraft.ts';

export interface DraftListDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tree: vscode.TreeView<unknown>;
  readonly panels: RecordPanels;
  readonly documents: CommentDocuments;
  /** Returns the folder with the drafts of an account. */
  folderOf(account: string): string;
}

export class DraftList implements Disposable {
  readonly #deps: DraftListDeps;
  readonly #disposables = new DisposableStore();
  #sessionDisposables = new DisposableStore();
  #outbox: Outbox | undefined;

  constructor(deps: DraftListDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.sessions.onDidChange((session) => this.#followSession(session)));
    this.#followSession(deps.sessions.current);
  }

  /** Lists the drafts. Resolves when the user resumes a draft or cancels. */
  async show(session: Session): Promise<void> {
    const { prompts, clock } = this.#deps;
    const countOthers = () => countDraftsOfOtherAccounts(this.#deps.folderOf(session.account));
    const choice = await pickDraft({ prompts, clock, countOthers }, session);
    if (choice === 'review') await this.#outbox?.review();
    else if (choice !== undefined) await this.#resume(session, choice);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#sessionDisposables.dispose();
  }

  /** Opens the page, input box or document in which the draft was written. */
  async #resume(session: Session, { stored: { key, draft }, piece }: UnsentPiece): Promise<void> {
    const panels = this.#deps.panels;
    const newRecord = parseNewKey(key);
    if (newRecord !== undefined) {
      await panels.openNew(session, newRecord, draft.making?.implied ?? {});
      return;
    }
    const item = parseItemKey(key);
    if (piece.kind === 'comment' && piece.slot === 'palette') {
      await this.#deps.prompts.runCommand(COMMANDS.comment, item);
      return;
    }
    if (piece.kind === 'comment' && typeof piece.slot === 'object' && item !== undefined) {
      const uri = this.#deps.documents.uriOf({ session, address: item, code: piece.slot.code });
      await vscode.window.showTextDocument(uri, { preview: false });
      return;
    }
    const address = parseRecordKey(key);
    const editor = address === undefined ? undefined : panels.openRecord(session, address);
    if (piece.kind === 'field') editor?.focusOn(piece.name);
    else if (piece.kind === 'comment') editor?.focusOn('composer');
  }

  #followSession(session: Session | undefined): void {
    this.#sessionDisposables.dispose();
    this.#sessionDisposables = new DisposableStore();
    this.#outbox = undefined;
    this.#setBadge(0, 0);
    if (session === undefined) return;
    const { prompts, sessions, clock, logger } = this.#deps;
    const unsent = this.#sessionDisposables.add(new UnsentCounter(session.draftStore));
    this.#outbox = this.#sessionDisposables.add(
      new Outbox({
        prompts,
        session,
        sessions,
        unsent,
        clock,
        hasFocus: () => vscode.window.state.focused,
        onDidChangeFocus: (listener) => vscode.window.onDidChangeWindowState(({ focused }) => listener(focused)),
        withErrorHandling: (work) => withErrorHandling(logger, 'the outbox', work),
      }),
    );
    this.#sessionDisposables.add(unsent.onDidChange((count) => this.#setBadge(count, unsent.waiting)));
    const logFailure = (error: unknown): void =>
      logger.write('warn', 'the drafts could not be counted', { detail: errorMessage(error) });
    // When this window gets the focus, reads drafts that another window has written. When this window loses the focus,
    // writes its drafts to disk.
    this.#sessionDisposables.add(
      vscode.window.onDidChangeWindowState(
        ({ focused }) => void (focused ? unsent.recount() : session.draftStore.flush()).catch(logFailure),
      ),
    );
    void unsent.recount().catch(logFailure);
  }

  #setBadge(count: number, queuedCount: number): void {
    const formatted = formatCount(count);
    const tooltip = [
      plural(count, { one: l10n.t('{0} unsent draft.', formatted), other: l10n.t('{0} unsent drafts.', formatted) }),
      ...(queuedCount === 0 ? [] : [queuedCommentsText(queuedCount)]),
      l10n.t('Run “Contrail: Show Drafts” to open them.'),
    ].join(' ');
    this.#deps.tree.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}
