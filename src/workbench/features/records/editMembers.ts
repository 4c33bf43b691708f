// Lets the user change the members of a record in a list in which the current members are checked.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { loadRemainingPages } from '../../../cache/lists/loadAll.ts';
import type { PagedList } from '../../../cache/lists/pagedList.ts';
import { ApiError } from '../../../client/apiError.ts';
import type { RateLimit } from '../../../session/rateLimit.ts';
import { displayText } from '../../../std/displayName.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { showInfo } from '../../ui/notifications.ts';
import { onHide } from '../../ui/quickPick.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';
import { MEMBER_TEXTS, type MemberKind, membersChangedText } from './messages.ts';

/** The records that can become members. */
export interface Candidates {
  readonly kind: MemberKind;
  readonly rateLimit: RateLimit;
  ids(): readonly string[];
  row(id: string): { readonly label: string; readonly description?: string | undefined } | undefined;
  /** Loads the first page. */
  read(): Promise<void>;
  /** Returns the function that loads the next page, or undefined after the last page. */
  more(): (() => Promise<void>) | undefined;
  /** Returns why the last requested page could not be loaded, or undefined. */
  problem?(): string | undefined;
}

/** The methods of `Association` that this module uses. */
export interface MemberEdit {
  list(owner: string): PagedList;
  add(owner: string, ids: readonly string[]): Promise<void>;
  remove(owner: string, ids: readonly string[]): Promise<void>;
}

interface Row extends vscode.QuickPickItem {
  readonly id: string;
}

interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Shows the candidates, adds and removes members as the user has checked them, and offers to undo the change. */
export async function chooseMembers(
  association: MemberEdit,
  owner: string,
  ownerName: string,
  candidates: Candidates,
): Promise<void> {
  const currentIds = await loadAllIds(association.list(owner));
  await candidates.read();
  const chosen = await pickMembers(MEMBER_TEXTS[candidates.kind].title(ownerName), candidates, currentIds);
  if (chosen === undefined) return;
  const listedIds = new Set(candidates.ids());
  const change = {
    added: chosen.filter((id) => !currentIds.has(id)),
    removed: [...currentIds].filter((id) => listedIds.has(id) && !chosen.includes(id)),
  };
  if (change.added.length + change.removed.length === 0) return;
  await apply(association, owner, change);
  const undo = l10n.t('Undo');
  const choice = await showInfo(
    membersChangedText(candidates.kind, change.added.length, change.removed.length, ownerName),
    undo,
  );
  if (choice === undo) await apply(association, owner, { added: change.removed, removed: change.added });
}

/** Loads all current members, because a member that is not loaded would be shown unchecked. */
async function loadAllIds(list: PagedList): Promise<ReadonlySet<string>> {
  await (list.state.status === 'failed' ? list.reload() : list.read());
  const fault = await loadRemainingPages(list);
  if (fault !== undefined) throw new ApiError(fault);
  return new Set(list.state.ids);
}

async function apply(association: MemberEdit, owner: string, { added, removed }: MemberChange): Promise<void> {
  if (added.length > 0) await association.add(owner, added);
  if (removed.length > 0) await association.remove(owner, removed);
}

async function pickMembers(
  title: string,
  candidates: Candidates,
  currentIds: ReadonlySet<string>,
): Promise<readonly string[] | undefined> {
  const picker = vscode.window.createQuickPick<Row>();
  picker.title = displayText(title);
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  const rateLimit = showRateLimitInTitle(picker, candidates.rateLimit);
  const checkedIds = new Set(currentIds);
  const moreButton = { iconPath: new vscode.ThemeIcon('ellipsis'), tooltip: l10n.t('Load More') };
  let isUpdatingItems = false;
  const updateItems = (): void => {
    isUpdatingItems = true;
    picker.placeholder = candidates.problem?.() ?? l10n.t('Select the items to include');
    const rows = candidates.ids().flatMap((id) => rowOf(id, candidates, currentIds));
    picker.items = rows;
    picker.selectedItems = rows.filter(({ id }) => checkedIds.has(id));
    picker.buttons = candidates.more() === undefined ? [] : [moreButton];
    isUpdatingItems = false;
  };
  const loadMore = async (): Promise<void> => {
    picker.busy = true;
    await candidates.more()?.();
    picker.busy = false;
    updateItems();
  };
  try {
    return await new Promise((resolve) => {
      picker.onDidChangeSelection((rows) => {
        if (isUpdatingItems) return;
        for (const { id } of picker.items) checkedIds.delete(id);
        for (const { id } of rows) checkedIds.add(id);
      });
      picker.onDidTriggerButton(() => void loadMore());
      picker.onDidAccept(() => resolve([...checkedIds]));
      onHide(picker, () => resolve(undefined));
      updateItems();
      picker.show();
    });
  } finally {
    rateLimit.dispose();
    picker.dispose();
  }
}

function rowOf(id: string, candidates: Candidates, currentIds: ReadonlySet<string>): Row[] {
  const row = candidates.row(id);
  if (row === undefined) return [];
  const description = [row.description, currentIds.has(id) ? l10n.t('already added') : undefined]
    .filter((part) => part !== undefined)
    .join(' · ');
  return [
    {
      id,
      label: escapeCodicons(row.label),
      ...(description === '' ? {} : { description: escapeCodicons(description) }),
    },
  ];
}
