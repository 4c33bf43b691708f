// Lets the user change the members of a record in a list in which the current members are checked.

import * as l10n from '@vscode/l10n';
import { ApiError } from '../../client/apiError.ts';
import type { RecordAddress } from '../../core/cache/address.ts';
import { loadRemainingPages } from '../../core/cache/lists/loadRemainingPages.ts';
import type { PagedList } from '../../core/cache/lists/pagedList.ts';
import type { RateLimitStatus } from '../../core/session/rateLimit.ts';
import type { Session } from '../../core/session/session.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import type { OnBack } from '../../shell/prompts/ask.ts';
import type { ListRow, Prompts } from '../../shell/prompts/prompts.ts';
import { loadFirstPage, loadRecordName } from '../../shell/recordPicker/pickRecord.ts';
import { isUnsupportedList, type RecordChoices } from '../../shell/recordPicker/recordChoices.ts';
import { MEMBER_TEXTS, type MemberKind, membersChangedText } from './messages.ts';

/** The records that can become members. */
export interface Candidates {
  readonly kind: MemberKind;
  readonly rateLimit: RateLimitStatus;
  ids(): readonly string[];
  row(id: string): { readonly label: string; readonly description?: string | undefined } | undefined;
  /** Loads the first page. */
  read(): Promise<void>;
  /** Returns the function that loads the next page, or undefined after the last page. */
  nextPageLoader(): (() => Promise<void>) | undefined;
  /** Returns why the last requested page could not be loaded, or undefined. */
  problem?(): string | undefined;
}

/** The methods of `Association` that this module uses. */
export interface MemberAssociation {
  list(owner: string): PagedList;
  add(owner: string, ids: readonly string[]): Promise<void>;
  remove(owner: string, ids: readonly string[]): Promise<void>;
}

interface MemberRow extends ListRow {
  readonly id: string;
}

interface MemberChange {
  readonly addedIds: readonly string[];
  readonly removedIds: readonly string[];
}

/**
 * Shows the candidates, adds the members that the user has checked, removes the members that the user has unchecked,
 * and offers to undo the change.
 */
export async function editMembers(
  prompts: Prompts,
  association: MemberAssociation,
  owner: string,
  ownerName: string,
  candidates: Candidates,
  onBack?: OnBack,
): Promise<void> {
  const title = MEMBER_TEXTS[candidates.kind].title(ownerName);
  const change = await pickMembers(prompts, title, candidates, () => loadAllIds(association.list(owner)), onBack);
  if (change === undefined || change.addedIds.length + change.removedIds.length === 0) return;
  await apply(association, owner, change);
  const undo = l10n.t('Undo');
  const choice = await prompts.notify(
    'info',
    membersChangedText(candidates.kind, change.addedIds.length, change.removedIds.length, ownerName),
    undo,
  );
  if (choice === undo) await apply(association, owner, { addedIds: change.removedIds, removedIds: change.addedIds });
}

/** Loads all current members, because a member that is not loaded would be shown unchecked. */
async function loadAllIds(list: PagedList): Promise<ReadonlySet<string>> {
  await (list.state.status === 'failed' ? list.reload() : list.read());
  const fault = await loadRemainingPages(list);
  if (fault !== undefined) throw new ApiError(fault);
  return new Set(list.state.ids);
}

async function apply(
  association: MemberAssociation,
  owner: string,
  { addedIds, removedIds }: MemberChange,
): Promise<void> {
  if (addedIds.length > 0) await association.add(owner, addedIds);
  if (removedIds.length > 0) await association.remove(owner, removedIds);
}

/** Lets the user change the members of the record `owner`. `choices` lists the records that can become members. */
export async function editMembersFromList(
  prompts: Prompts,
  session: Session,
  association: MemberAssociation,
  owner: RecordAddress,
  choices: RecordChoices,
  kind: MemberKind,
  onBack?: OnBack,
): Promise<void> {
  const { list } = choices;
  const candidates: Candidates = {
    kind,
    rateLimit: choices.rateLimit,
    ids: () => choices.ids(),
    row: (id) => choices.row(id),
    read: () => loadFirstPage(choices),
    nextPageLoader: () => (list.state.next === undefined ? undefined : () => list.loadMore()),
    problem: () => {
      const { fault } = list.state;
      if (isUnsupportedList(list.state)) return choices.texts.unsupported();
      return fault === undefined ? undefined : formatError(fault);
    },
  };
  await editMembers(prompts, association, owner.id, await loadRecordName(session, owner), candidates, onBack);
}

/** Shows the list as busy until the candidates and the current members are loaded. */
async function pickMembers(
  prompts: Prompts,
  title: string,
  candidates: Candidates,
  readCurrentIds: () => Promise<ReadonlySet<string>>,
  onBack: OnBack | undefined,
): Promise<MemberChange | undefined> {
  const list = prompts.createList<MemberRow>({
    title,
    placeholder: l10n.t('Loading…'),
    onBack,
    isMultiSelect: true,
    matchedProperties: ['description'],
    rateLimit: candidates.rateLimit,
  });
  let currentIds: ReadonlySet<string> | undefined;
  const checkedIds = new Set<string>();
  const moreButton = { id: 'more', icon: 'ellipsis', tooltip: l10n.t('Load More') };
  const update = (): void => {
    list.setPlaceholder(candidates.problem?.() ?? l10n.t('Select all that apply'));
    const rows = candidates.ids().flatMap((id) => rowOf(id, candidates, currentIds ?? new Set()));
    list.setRows(rows, { checked: rows.filter(({ id }) => checkedIds.has(id)) });
    list.setButtons(candidates.nextPageLoader() === undefined ? [] : [moreButton]);
  };
  const loadMore = async (): Promise<void> => {
    await candidates.nextPageLoader()?.();
    update();
  };
  const readAll = async (): Promise<void> => {
    const ids = await readCurrentIds();
    await candidates.read();
    for (const id of ids) checkedIds.add(id);
    currentIds = ids;
    update();
  };
  list.load(readAll());
  for await (const event of list.events()) {
    if (event.kind === 'check') {
      for (const { id } of list.rows) checkedIds.delete(id);
      for (const { id } of event.rows) checkedIds.add(id);
    } else if (event.kind === 'press') list.load(loadMore());
    else if (currentIds !== undefined) return changeOf(currentIds, checkedIds);
  }
  return undefined;
}

function changeOf(currentIds: ReadonlySet<string>, checkedIds: ReadonlySet<string>): MemberChange {
  return {
    addedIds: [...checkedIds].filter((id) => !currentIds.has(id)),
    removedIds: [...currentIds].filter((id) => !checkedIds.has(id)),
  };
}

function rowOf(id: string, candidates: Candidates, currentIds: ReadonlySet<string>): MemberRow[] {
  const row = candidates.row(id);
  if (row === undefined) return [];
  const description = [row.description, currentIds.has(id) ? l10n.t('already added') : undefined]
    .filter((part) => part !== undefined)
    .join(' · ');
  return [{ id, label: row.label, description }];
}
