// Lists the unsent drafts of the account, which the user can resume, copy or discard.
// Their number is shown as the badge of the Contrail icon.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseItemKey, parseRecordKey } from '../../../cache/address.ts';
import type { Store } from '../../../cache/store.ts';
import { shortName } from '../../../codeLinks/codeComment.ts';
import { commentIn } from '../../../drafts/draft.ts';
import { countDraftsOfOtherAccounts, type StoredDraft } from '../../../drafts/draftFiles.ts';
import { type DraftPiece, piecesOf } from '../../../drafts/pieces.ts';
import { UnsentCounter } from '../../../drafts/unsent.ts';
import { allText, draftPlaceText, draftTitle, firstWords } from '../../../pages/draftText.ts';
import { identifierOfItem } from '../../../pages/record/model.ts';
import { parseNewKey } from '../../../pages/record/newRecordTarget.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayName } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { formatAge } from '../../../std/formatTime.ts';
import type { Logger } from '../../../std/logger.ts';
import { plural } from '../../../std/plural.ts';
import { COMMANDS } from '../../contributions.ts';
import { withErrorHandling } from '../../ui/errorBoundary.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { confirm, showStatus } from '../../ui/notifications.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { onHide } from '../../ui/quickPick.ts';
import type { CommentDocuments } from '../comments/documents.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import { Outbox, queuedCommentsText } from './outbox.ts';

/** An unsent field or comment of a draft. `location` describes the field or the kind of comment. */
interface UnsentPiece {
  readonly stored: StoredDraft;
  readonly piece: DraftPiece;
  readonly location: string;
}

interface Row extends vscode.QuickPickItem {
  /** Undefined in a row that does not show a draft. */
  readonly unsent?: UnsentPiece;
  readonly opensQueue?: true;
}

type Choice =
  | { readonly discard: UnsentPiece }
  | { readonly copy: UnsentPiece }
  | { readonly resume: UnsentPiece }
  | 'review';

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

interface RowButtons {
  readonly copy: vscode.QuickInputButton;
  readonly discard: vscode.QuickInputButton;
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
    const choice = await choose(session, await countDraftsOfOtherAccounts(this.#deps.folderOf(session.account)));
    if (choice === undefined) return;
    if (choice === 'review') return this.#outbox?.review();
    if ('resume' in choice) return this.#resume(session, choice.resume);
    if ('copy' in choice) await copy(choice.copy);
    else await discard(session, choice.discard);
    return this.show(session);
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
      await vscode.commands.executeCommand(COMMANDS.comment, item);
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

async function choose(session: Session, otherAccountsCount: number): Promise<Choice | undefined> {
  const picker = vscode.window.createQuickPick<Row>();
  picker.title = l10n.t('Unsent Drafts');
  picker.placeholder = l10n.t(
    'Select a draft by {0} in {1} to continue',
    displayName(session.me.name),
    session.workspace,
  );
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const buttons: RowButtons = {
    copy: { iconPath: new vscode.ThemeIcon('copy'), tooltip: l10n.t('Copy Text') },
    discard: { iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Discard') },
  };
  try {
    const drafts = await session.draftStore.all();
    picker.items = [...rowsOf(session.store, drafts, buttons, Date.now()), ...otherAccountsRow(otherAccountsCount)];
    return await new Promise<Choice | undefined>((resolve) => {
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row?.unsent !== undefined) resolve({ resume: row.unsent });
        else if (row?.opensQueue) resolve('review');
      });
      picker.onDidTriggerItemButton(({ button, item: { unsent } }) => {
        if (unsent !== undefined) resolve(button === buttons.copy ? { copy: unsent } : { discard: unsent });
      });
      onHide(picker, () => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

async function discard(
  { draftStore, store }: Session,
  { stored: { key, draft }, piece, location }: UnsentPiece,
): Promise<void> {
  const question = l10n.t('Discard the unsent draft of “{0}”?', draftTitle(store, key, draft));
  const discardButton = l10n.t('Discard');
  const choice = await confirm(question, `${location}\n${firstWords(draft, piece, 300)}`, discardButton);
  if (choice === discardButton) await draftStore.discard(key, piece);
}

/** Copies the text of the draft. If the record was deleted, this is the only way to use the text. */
async function copy({ stored: { draft }, piece }: UnsentPiece): Promise<void> {
  await vscode.env.clipboard.writeText(allText(draft, piece));
  showStatus(l10n.t('Copied the text of the draft'), 5000);
}

function rowsOf(store: Store, drafts: readonly StoredDraft[], { copy, discard }: RowButtons, now: number): Row[] {
  const rows = drafts.flatMap((stored) =>
    piecesOf(stored.draft).map((piece) => ({ ...rowOf(store, stored, piece, now), buttons: [copy, discard] })),
  );
  const queuedCount = rows.filter(({ isQueued }) => isQueued).length;
  const review: Row[] = queuedCount === 0 ? [] : [{ label: `$(send) ${reviewText(queuedCount)}`, opensQueue: true }];
  return rows.length === 0 ? [{ label: `$(check) ${l10n.t('No unsent drafts')}` }] : [...review, ...rows];
}

function reviewText(count: number): string {
  const formatted = formatCount(count);
  return plural(count, {
    one: l10n.t('Review {0} Queued Comment…', formatted),
    other: l10n.t('Review {0} Queued Comments…', formatted),
  });
}

function otherAccountsRow(count: number): Row[] {
  if (count === 0) return [];
  const formatted = formatCount(count);
  const text = plural(count, {
    one: l10n.t('{0} draft from another account', formatted),
    other: l10n.t('{0} drafts from other accounts', formatted),
  });
  return [{ label: `$(account) ${text}`, detail: l10n.t('Sign in to the account of a draft to continue with it.') }];
}

function rowOf(
  store: Store,
  stored: StoredDraft,
  piece: DraftPiece,
  now: number,
): Row & { readonly isQueued: boolean } {
  const { key, draft } = stored;
  const location = draftPlaceText(key, draft, piece, shortName);
  const comment = piece.kind === 'comment' ? commentIn(draft, piece.slot) : undefined;
  const isQueued = comment?.waiting !== undefined;
  const excerpt = firstWords(draft, piece);
  // VS Code sorts matching labels by length. If the label contained the title, the row of WEB-16 could precede the row
  // of WEB-1.
  const title = draftTitle(store, key, draft);
  const identifier = identifierOfItem(title);
  const label = identifier === '' ? title : identifier;
  const name = title.slice(label.length).trim();
  return {
    unsent: { stored, piece, location },
    isQueued,
    label: `${isQueued ? '$(watch) ' : ''}${escapeCodicons(label)}`,
    description: escapeCodicons(
      [
        ...(name === '' ? [] : [name]),
        location,
        formatAge(draft.at, now),
        ...(isQueued ? [l10n.t('queued')] : []),
      ].join(' · '),
    ),
    detail: escapeCodicons(
      [excerpt, ...(isQueued || comment?.failed === undefined ? [] : [comment.failed.sentence])].join(' — '),
    ),
  };
}
