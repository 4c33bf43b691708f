// Lists the unsent drafts of the window's account and, below them, the drafts of the other accounts.
// The user can continue, copy or discard a draft, or review queued comments.
import * as l10n from '@vscode/l10n';
import type { Store } from '../../core/cache/store/store.ts';
import { fileNameWithLines } from '../../core/comments/codeComment.ts';
import { commentIn } from '../../core/drafts/draft.ts';
import type { StoredDraft } from '../../core/drafts/draftFiles.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import { type DraftEntry, entriesOf } from '../../core/drafts/entries.ts';
import type { Account } from '../../core/session/accounts/account.ts';
import type { Session } from '../../core/session/session.ts';
import {
  draftEntryLabel,
  draftTitle,
  draftUserNames,
  entryExcerpt,
  entryText,
  identifierInTitle,
} from '../../items/record/draftText.ts';
import { listedAccountName } from '../../shell/accountName.ts';
import type { ListRow, PromptButton, Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName } from '../../std/displayName.ts';
import { formatAge } from '../../std/formatTime.ts';
import { plural } from '../../std/plural.ts';
import type { AccountDrafts } from './otherAccounts.ts';

/** An unsent field or comment of a draft. `location` describes the field or the kind of comment. */
export interface UnsentEntry {
  readonly stored: StoredDraft;
  readonly entry: DraftEntry;
  readonly location: string;
}

export interface PickDraftDeps {
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly readOtherDrafts: () => Promise<readonly AccountDrafts[]>;
  /** Returns the draft store of an account. `account` is the `Session.account` of the account. */
  readonly storeOf: (account: string) => Pick<DraftStore, 'discard'>;
}

interface DraftRow extends ListRow {
  /** The unsent field or comment of the row's draft. Undefined in a row that does not show a draft. */
  readonly unsent?: UnsentEntry;
  /** The account of the draft, if it is not the account of the window. */
  readonly owner?: DraftOwner;
  readonly opensQueue?: true;
}

type DraftOwner = Pick<AccountDrafts, 'id' | 'account'>;

/** A draft of another account. The window must use that account before the draft can be continued. */
export interface OtherAccountEntry {
  readonly owner: DraftOwner;
  readonly unsent: UnsentEntry;
}

type Choice =
  | {
      readonly action: 'resume' | 'copy' | 'discard';
      readonly unsent: UnsentEntry;
      /** The account of the draft. Undefined if it is the account of the window. */
      readonly owner: DraftOwner | undefined;
    }
  | 'review';

/**
 * Resolves with the entry that the user selects to continue, with 'review' for the queued comments, or with undefined
 * if the user cancels. An entry of another account is returned with its account. After an entry is copied or discarded,
 * the list is shown again.
 */
export async function pickDraft(
  deps: PickDraftDeps,
  session: Session | undefined,
): Promise<UnsentEntry | OtherAccountEntry | 'review' | undefined> {
  for (;;) {
    const choice = await chooseAction(deps, session);
    if (choice === undefined || choice === 'review') return choice;
    const { action, unsent, owner } = choice;
    if (action === 'resume') return owner === undefined ? unsent : { owner, unsent };
    if (action === 'copy') await copyDraft(deps.prompts, owner === undefined ? session : undefined, unsent);
    else await discardDraft(deps, owner === undefined ? session : undefined, owner?.id ?? session?.account, unsent);
  }
}

async function chooseAction(
  { prompts, clock, readOtherDrafts: readOthers }: PickDraftDeps,
  session: Session | undefined,
): Promise<Choice | undefined> {
  const otherDrafts = await readOthers();
  const list = prompts.createList<DraftRow>({
    title: l10n.t('Drafts'),
    placeholder:
      otherDrafts.length === 0 && session !== undefined
        ? l10n.t('Select a draft of {0} in {1} to continue', displayName(session.me.name), session.workspace)
        : l10n.t('Select a draft to continue'),
    matchedProperties: ['description', 'detail'],
  });
  const rows = [
    ...(session === undefined ? [] : rowsOf(session.store, await session.draftStore.all(), clock.now())),
    ...otherDrafts.flatMap((accountDrafts) => otherAccountRows(accountDrafts, clock.now())),
  ];
  const emptyRow: DraftRow = { label: l10n.t('No drafts'), icon: { id: 'check' } };
  list.setRows(rows.length === 0 ? [emptyRow] : rows);
  for await (const event of list.events()) {
    if (event.kind === 'check' || event.row === undefined) continue;
    const { unsent, owner, opensQueue } = event.row;
    const pressed = event.kind === 'press' && event.button.id === 'copy' ? 'copy' : 'discard';
    if (unsent !== undefined) return { action: event.kind === 'accept' ? 'resume' : pressed, unsent, owner };
    if (opensQueue && event.kind === 'accept') return 'review';
  }
  return undefined;
}

/** Discards the draft. `session` is undefined for a draft of another account. */
async function discardDraft(
  { prompts, storeOf }: PickDraftDeps,
  session: Session | undefined,
  account: string | undefined,
  { stored: { key, draft }, entry, location }: UnsentEntry,
): Promise<void> {
  if (account === undefined) return;
  const title = session === undefined ? draft.title : draftTitle(session.store, key, draft);
  const question = l10n.t('Discard the unsent draft of “{0}”?', title);
  const discardButton = l10n.t('Discard');
  const choice = await prompts.confirm(
    question,
    `${location}\n${entryExcerpt(draft, entry, draftUserNames(session?.store, key), 300)}`,
    discardButton,
  );
  if (choice === discardButton) await storeOf(account).discard(key, entry);
}

/** Copies the text of the draft. If the record was deleted, this is the only way to use the text. */
async function copyDraft(
  prompts: Prompts,
  session: Session | undefined,
  { stored: { key, draft }, entry }: UnsentEntry,
): Promise<void> {
  await prompts.copyText(entryText(draft, entry, draftUserNames(session?.store, key)));
  prompts.showStatus(l10n.t('Copied the text of the draft'), 5000);
}

function rowsOf(store: Store, drafts: readonly StoredDraft[], now: number): DraftRow[] {
  const rows = drafts.flatMap((stored) =>
    entriesOf(stored.draft).map((entry) =>
      rowOf(store, draftTitle(store, stored.key, stored.draft), stored, entry, now),
    ),
  );
  const queuedCount = rows.filter(({ isQueued }) => isQueued).length;
  const reviewRows: DraftRow[] =
    queuedCount === 0 ? [] : [{ label: reviewText(queuedCount), icon: { id: 'send' }, opensQueue: true }];
  return [...reviewRows, ...rows];
}

function reviewText(count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, {
    one: l10n.t('Review {0} Queued Comment…', formattedCount),
    other: l10n.t('Review {0} Queued Comments…', formattedCount),
  });
}

/** Returns the rows of the drafts of another account, below a heading with its name. */
function otherAccountRows({ id, account, drafts }: AccountDrafts, now: number): DraftRow[] {
  const name = ownerName(account);
  const rows = drafts.flatMap((stored) =>
    entriesOf(stored.draft).map((entry) => {
      const { isQueued: _, ...row } = rowOf(undefined, stored.draft.title, stored, entry, now);
      const detail = [row.detail, name].filter((part) => part !== '').join(' — ');
      return { ...row, owner: { id, account }, detail, icon: { id: 'account' } };
    }),
  );
  return rows.length === 0 ? [] : [{ label: name, isSeparator: true }, ...rows];
}

function ownerName(account: Account | undefined): string {
  if (account === undefined) return l10n.t('Account that you are signed out of');
  return account.service === 'local' ? l10n.t('Sample workspace') : listedAccountName(account);
}

function rowOf(
  store: Store | undefined,
  title: string,
  stored: StoredDraft,
  entry: DraftEntry,
  now: number,
): DraftRow & { readonly isQueued: boolean; readonly detail: string } {
  const { key, draft } = stored;
  const location = draftEntryLabel(key, draft, entry, fileNameWithLines);
  const comment = entry.kind === 'comment' ? commentIn(draft, entry.slot) : undefined;
  const isQueued = comment?.waiting !== undefined;
  const excerpt = entryExcerpt(draft, entry, draftUserNames(store, key));
  // VS Code sorts matching labels by length. If the label contained the title, the row of WEB-16 could precede the row
  // of WEB-1.
  const identifier = identifierInTitle(title);
  const label = identifier === '' ? title : identifier;
  const name = title.slice(label.length).trim();
  return {
    unsent: { stored, entry, location },
    isQueued,
    label,
    ...(isQueued ? { icon: { id: 'watch' } } : {}),
    // The name is last: a narrow list cuts off the end, and the detail shows what the user wrote.
    description: [
      location,
      formatAge(draft.at, now),
      ...(isQueued ? [l10n.t('queued')] : []),
      ...(name === '' ? [] : [name]),
    ].join(' · '),
    detail: [excerpt, ...(isQueued || comment?.failed === undefined ? [] : [comment.failed.problem])].join(' — '),
    buttons: rowButtons(),
  };
}

function rowButtons(): readonly PromptButton[] {
  return [copyButton(), { id: 'discard', icon: 'trash', tooltip: l10n.t('Discard') }];
}

function copyButton(): PromptButton {
  return { id: 'copy', icon: 'copy', tooltip: l10n.t('Copy Text') };
}
