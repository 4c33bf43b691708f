// Lists every unsent piece of the account's drafts, to resume, copy or discard it.
// Their count is the badge of the tree.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseAddress, parseRecordKey } from '../../../cache/address.ts';
import type { Store } from '../../../cache/store.ts';
import { shortName } from '../../../codeLinks/codeComment.ts';
import { commentIn } from '../../../drafts/draft.ts';
import { countElsewhere, type StoredDraft } from '../../../drafts/draftFiles.ts';
import { type DraftPiece, piecesOf } from '../../../drafts/pieces.ts';
import { UnsentText } from '../../../drafts/unsent.ts';
import { allText, draftPlaceText, draftTitle, firstWords } from '../../../pages/draftText.ts';
import { identifierOfItem } from '../../../pages/record/model.ts';
import { parseNewKey } from '../../../pages/record/newRecordTarget.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayName } from '../../../std/displayName.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { formatAge } from '../../../std/formatTime.ts';
import type { Logger } from '../../../std/logger.ts';
import { plural } from '../../../std/plural.ts';
import { COMMANDS } from '../../contributions.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { confirm, showStatus } from '../../ui/notifications.ts';
import { onHide } from '../../ui/prompts.ts';
import type { CommentDocuments } from '../comments/documents.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import { Outbox, queuedCommentsText } from './outbox.ts';

/** An unsent piece, and a description of its place. */
interface Unsettled {
  readonly kept: StoredDraft;
  readonly piece: DraftPiece;
  readonly where: string;
}

interface Row extends vscode.QuickPickItem {
  /** Absent on a row that does not show a draft. */
  readonly unsettled?: Unsettled;
  readonly opensQueue?: true;
}

type Choice =
  | { readonly discard: Unsettled }
  | { readonly copy: Unsettled }
  | { readonly resume: Unsettled }
  | 'review';

export interface DraftListDeps {
  readonly sessions: Sessions;
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
  readonly #disposables = new Disposables();
  #current = new Disposables();
  #outbox: Outbox | undefined;

  constructor(deps: DraftListDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.sessions.onDidChange((session) => this.#follow(session)));
    this.#follow(deps.sessions.current);
  }

  /** Lists the drafts. Resolves when the user resumes one, or cancels. */
  async show(session: Session): Promise<void> {
    const choice = await choose(session, await countElsewhere(this.#deps.folderOf(session.account)));
    if (choice === undefined) return;
    if (choice === 'review') return this.#outbox?.review();
    if ('resume' in choice) return this.#resume(session, choice.resume);
    if ('copy' in choice) await copy(choice.copy);
    else await discard(session, choice.discard);
    return this.show(session);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#current.dispose();
  }

  /** Opens the place where the draft was written. */
  async #resume(session: Session, { kept: { key, draft }, piece }: Unsettled): Promise<void> {
    const panels = this.#deps.panels;
    const begun = parseNewKey(key);
    if (begun !== undefined) {
      await panels.openNew(session, begun, draft.making?.implied ?? {});
      return;
    }
    const item = parseAddress(key);
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

  #follow(session: Session | undefined): void {
    this.#current.dispose();
    this.#current = new Disposables();
    this.#outbox = undefined;
    this.#badge(0, 0);
    if (session === undefined) return;
    const { logger, sessions } = this.#deps;
    const unsent = this.#current.add(new UnsentText(session.draftStore));
    this.#outbox = this.#current.add(new Outbox({ session, sessions, unsent, logger }));
    this.#current.add(unsent.onDidChange((count) => this.#badge(count, unsent.waiting)));
    const failed = (error: unknown): void =>
      logger.write('warn', 'the drafts could not be counted', { detail: errorMessage(error) });
    // Reads drafts that another window wrote when this window gets the focus, and writes drafts to disk when it loses
    // it.
    this.#current.add(
      vscode.window.onDidChangeWindowState(
        ({ focused }) => void (focused ? unsent.begin() : session.draftStore.flush()).catch(failed),
      ),
    );
    void unsent.begin().catch(failed);
  }

  #badge(count: number, waiting: number): void {
    const formatted = formatCount(count);
    const tooltip = [
      plural(count, { one: l10n.t('{0} unsent draft.', formatted), other: l10n.t('{0} unsent drafts.', formatted) }),
      ...(waiting === 0 ? [] : [queuedCommentsText(waiting)]),
      l10n.t('Run “Contrail: Show Drafts” to open them.'),
    ].join(' ');
    this.#deps.tree.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}

async function choose(session: Session, elsewhere: number): Promise<Choice | undefined> {
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
    picker.items = [...rowsOf(session.store, drafts, buttons, Date.now()), ...rowOfOthers(elsewhere)];
    return await new Promise<Choice | undefined>((resolve) => {
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row?.unsettled !== undefined) resolve({ resume: row.unsettled });
        else if (row?.opensQueue) resolve('review');
      });
      picker.onDidTriggerItemButton(({ button, item: { unsettled } }) => {
        if (unsettled !== undefined) resolve(button === buttons.copy ? { copy: unsettled } : { discard: unsettled });
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
  { kept: { key, draft }, piece, where }: Unsettled,
): Promise<void> {
  const question = l10n.t('Discard the unsent draft of “{0}”?', draftTitle(store, key, draft));
  const yes = l10n.t('Discard');
  const answer = await confirm(question, `${where}\n${firstWords(draft, piece, 300)}`, yes);
  if (answer === yes) await draftStore.discard(key, piece);
}

/** The record may be deleted, so the text cannot be sent anywhere. */
async function copy({ kept: { draft }, piece }: Unsettled): Promise<void> {
  await vscode.env.clipboard.writeText(allText(draft, piece));
  showStatus(l10n.t('Copied the text of the draft'), 5000);
}

function rowsOf(store: Store, drafts: readonly StoredDraft[], { copy, discard }: RowButtons, now: number): Row[] {
  const rows = drafts.flatMap((kept) =>
    piecesOf(kept.draft).map((piece) => ({ ...rowOf(store, kept, piece, now), buttons: [copy, discard] })),
  );
  const waiting = rows.filter(({ isWaiting }) => isWaiting).length;
  const review: Row[] = waiting === 0 ? [] : [{ label: `$(send) ${reviewText(waiting)}`, opensQueue: true }];
  return rows.length === 0 ? [{ label: `$(check) ${l10n.t('No unsent drafts')}` }] : [...review, ...rows];
}

function reviewText(count: number): string {
  const formatted = formatCount(count);
  return plural(count, {
    one: l10n.t('Review {0} Queued Comment…', formatted),
    other: l10n.t('Review {0} Queued Comments…', formatted),
  });
}

function rowOfOthers(count: number): Row[] {
  if (count === 0) return [];
  const formatted = formatCount(count);
  const text = plural(count, {
    one: l10n.t('{0} draft from another account', formatted),
    other: l10n.t('{0} drafts from other accounts', formatted),
  });
  return [{ label: `$(account) ${text}`, detail: l10n.t('Sign in to the account of a draft to continue with it.') }];
}

function rowOf(store: Store, kept: StoredDraft, piece: DraftPiece, now: number): Row & { readonly isWaiting: boolean } {
  const { key, draft } = kept;
  const where = draftPlaceText(key, draft, piece, shortName);
  const comment = piece.kind === 'comment' ? commentIn(draft, piece.slot) : undefined;
  const isWaiting = comment?.waiting !== undefined;
  const words = firstWords(draft, piece);
  // VS Code sorts the shortest label that contains the typed text first: with a title in the label, WEB-16 could
  // precede WEB-1.
  const title = draftTitle(store, key, draft);
  const identifier = identifierOfItem(title);
  const label = identifier === '' ? title : identifier;
  const name = title.slice(label.length).trim();
  return {
    unsettled: { kept, piece, where },
    isWaiting,
    label: `${isWaiting ? '$(watch) ' : ''}${escapeCodicons(label)}`,
    description: escapeCodicons(
      [...(name === '' ? [] : [name]), where, formatAge(draft.at, now), ...(isWaiting ? [l10n.t('queued')] : [])].join(
        ' · ',
      ),
    ),
    detail: escapeCodicons(
      [words, ...(isWaiting || comment?.failed === undefined ? [] : [comment.failed.sentence])].join(' — '),
    ),
  };
}
