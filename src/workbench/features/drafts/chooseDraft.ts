// Lets the user choose an unsent draft of the account, or copy or discard drafts.
import * as l10n from '@vscode/l10n';
import type { Store } from '../../../cache/store.ts';
import { shortName } from '../../../codeLinks/codeComment.ts';
import { commentIn } from '../../../drafts/draft.ts';
import type { StoredDraft } from '../../../drafts/draftFiles.ts';
import { type DraftPiece, piecesOf } from '../../../drafts/pieces.ts';
import { allText, draftPlaceText, draftTitle, firstWords } from '../../../pages/draftText.ts';
import { identifierOfItem } from '../../../pages/record/model.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayName } from '../../../std/displayName.ts';
import { formatAge } from '../../../std/formatTime.ts';
import { plural } from '../../../std/plural.ts';
import type { ListRow, PromptButton, Prompts } from '../../ui/prompts.ts';

/** An unsent field or comment of a draft. `location` describes the field or the kind of comment. */
export interface UnsentPiece {
  readonly stored: StoredDraft;
  readonly piece: DraftPiece;
  readonly location: string;
}

export interface ChooseDraftDeps {
  readonly prompts: Prompts;
  readonly clock: Clock;
  /** Writes the text to the clipboard. */
  readonly copyText: (text: string) => Promise<void>;
  /** Resolves with the number of drafts of accounts that are not signed in. */
  readonly countOfOtherAccounts: () => Promise<number>;
}

/** A draft to continue with, or `review` for the queued comments. */
export type DraftChoice = { readonly resume: UnsentPiece } | 'review';

interface Row extends ListRow {
  /** Undefined in a row that does not show a draft. */
  readonly unsent?: UnsentPiece;
  readonly opensQueue?: true;
}

/** The id of the button that copies the text of a draft. */
const COPY = 'copy';

/** Lists the drafts until the user chooses what to continue with. Resolves with undefined if the user cancels. */
export async function chooseDraft(deps: ChooseDraftDeps, session: Session): Promise<DraftChoice | undefined> {
  for (;;) {
    const choice = await pickDraft(deps, session, await deps.countOfOtherAccounts());
    if (choice === undefined || choice === 'review' || 'resume' in choice) return choice;
    if ('copy' in choice) await copy(deps, choice.copy);
    else await discard(deps.prompts, session, choice.discard);
  }
}

async function pickDraft(
  { prompts, clock }: ChooseDraftDeps,
  session: Session,
  otherAccountsCount: number,
): Promise<DraftChoice | { readonly discard: UnsentPiece } | { readonly copy: UnsentPiece } | undefined> {
  const drafts = await session.draftStore.all();
  const list = prompts.createList<Row>({
    title: l10n.t('Unsent Drafts'),
    placeholder: l10n.t('Select a draft by {0} in {1} to continue', displayName(session.me.name), session.workspace),
    matches: ['description', 'detail'],
  });
  list.setRows([...rowsOf(session.store, drafts, clock.now()), ...otherAccountsRow(otherAccountsCount)]);
  try {
    return await new Promise((resolve) => {
      list.onDidAccept(({ row }) => {
        if (row?.unsent !== undefined) resolve({ resume: row.unsent });
        else if (row?.opensQueue) resolve('review');
      });
      list.onDidPressButton(({ button, row }) => {
        const unsent = row?.unsent;
        if (unsent !== undefined) resolve(button.id === COPY ? { copy: unsent } : { discard: unsent });
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

async function discard(
  prompts: Prompts,
  { draftStore, store }: Session,
  { stored: { key, draft }, piece, location }: UnsentPiece,
): Promise<void> {
  const question = l10n.t('Discard the unsent draft of “{0}”?', draftTitle(store, key, draft));
  const discardButton = l10n.t('Discard');
  const choice = await prompts.confirm(question, `${location}\n${firstWords(draft, piece, 300)}`, discardButton);
  if (choice === discardButton) await draftStore.discard(key, piece);
}

/** Copies the text of the draft. If the record was deleted, this is the only way to use the text. */
async function copy({ prompts, copyText }: ChooseDraftDeps, { stored: { draft }, piece }: UnsentPiece): Promise<void> {
  await copyText(allText(draft, piece));
  prompts.showStatus(l10n.t('Copied the text of the draft'), 5000);
}

function rowsOf(store: Store, drafts: readonly StoredDraft[], now: number): Row[] {
  const buttons: readonly PromptButton[] = [
    { id: COPY, icon: 'copy', tooltip: l10n.t('Copy Text') },
    { id: 'discard', icon: 'trash', tooltip: l10n.t('Discard') },
  ];
  const rows = drafts.flatMap((stored) =>
    piecesOf(stored.draft).map((piece) => ({ ...rowOf(store, stored, piece, now), buttons })),
  );
  const queuedCount = rows.filter(({ isQueued }) => isQueued).length;
  const review: Row[] =
    queuedCount === 0 ? [] : [{ label: reviewText(queuedCount), icon: { id: 'send' }, opensQueue: true }];
  return rows.length === 0 ? [{ label: l10n.t('No unsent drafts'), icon: { id: 'check' } }] : [...review, ...rows];
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
  return [
    {
      label: text,
      icon: { id: 'account' },
      detail: l10n.t('Sign in to the account of a draft to continue with it.'),
    },
  ];
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
    label,
    ...(isQueued ? { icon: { id: 'watch' } } : {}),
    description: [
      ...(name === '' ? [] : [name]),
      location,
      formatAge(draft.at, now),
      ...(isQueued ? [l10n.t('queued')] : []),
    ].join(' · '),
    detail: [excerpt, ...(isQueued || comment?.failed === undefined ? [] : [comment.failed.sentence])].join(' — '),
  };
}
