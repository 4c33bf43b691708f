// Lets the user choose the members of a record from a list in which current members are checked.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { loadAll } from '../../../cache/lists/loadAll.ts';
import type { PagedList } from '../../../cache/lists/pagedList.ts';
import { ApiError } from '../../../client/apiError.ts';
import type { RateLimit } from '../../../session/rateLimit.ts';
import { displayText } from '../../../std/displayName.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { showInfo } from '../../ui/notifications.ts';
import { onHide } from '../../ui/prompts.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';
import { MEMBER_TEXTS, type MemberKind, membersChangedText } from './messages.ts';

/** The records that can be members. */
export interface Candidates {
  readonly kind: MemberKind;
  readonly rateLimit: RateLimit;
  ids(): readonly string[];
  row(id: string): { readonly label: string; readonly description?: string | undefined } | undefined;
  /** Reads the first page. */
  read(): Promise<void>;
  /** Returns the function that reads the next page, or undefined after the last one. */
  more(): (() => Promise<void>) | undefined;
  /** Why the last page could not be read. */
  problem?(): string | undefined;
}

/** An `Association` without the type of its members. */
export interface MemberEdit {
  list(owner: string): PagedList;
  put(owner: string, ids: readonly string[]): Promise<void>;
  take(owner: string, ids: readonly string[]): Promise<void>;
}

interface Row extends vscode.QuickPickItem {
  readonly id: string;
}

interface Change {
  readonly added: readonly string[];
  readonly taken: readonly string[];
}

/** Shows the candidates, adds the newly checked ones and removes the unchecked ones. Offers to undo the change. */
export async function chooseMembers(
  tie: MemberEdit,
  owner: string,
  ownerName: string,
  candidates: Candidates,
): Promise<void> {
  const before = await allIn(tie.list(owner));
  await candidates.read();
  const chosen = await pickMany(MEMBER_TEXTS[candidates.kind].title(ownerName), candidates, before);
  if (chosen === undefined) return;
  const shown = new Set(candidates.ids());
  const change = {
    added: chosen.filter((id) => !before.has(id)),
    taken: [...before].filter((id) => shown.has(id) && !chosen.includes(id)),
  };
  if (change.added.length + change.taken.length === 0) return;
  await apply(tie, owner, change);
  const undo = l10n.t('Undo');
  const choice = await showInfo(
    membersChangedText(candidates.kind, change.added.length, change.taken.length, ownerName),
    undo,
  );
  if (choice === undo) await apply(tie, owner, { added: change.taken, taken: change.added });
}

/** Reads all pages of current members, because a missing one could not be unchecked. */
async function allIn(list: PagedList): Promise<ReadonlySet<string>> {
  await (list.state.status === 'failed' ? list.reload() : list.read());
  const fault = await loadAll(list);
  if (fault !== undefined) throw new ApiError(fault);
  return new Set(list.state.ids);
}

async function apply(tie: MemberEdit, owner: string, { added, taken }: Change): Promise<void> {
  if (added.length > 0) await tie.put(owner, added);
  if (taken.length > 0) await tie.take(owner, taken);
}

async function pickMany(
  title: string,
  candidates: Candidates,
  before: ReadonlySet<string>,
): Promise<readonly string[] | undefined> {
  const picker = vscode.window.createQuickPick<Row>();
  picker.title = displayText(title);
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  const rateLimit = showRateLimitInTitle(picker, candidates.rateLimit);
  const checked = new Set(before);
  const moreButton = { iconPath: new vscode.ThemeIcon('ellipsis'), tooltip: l10n.t('Load More') };
  let isShowing = false;
  const show = (): void => {
    isShowing = true;
    picker.placeholder = candidates.problem?.() ?? l10n.t('Select the items to include');
    const rows = candidates.ids().flatMap((id) => rowOf(id, candidates, before));
    picker.items = rows;
    picker.selectedItems = rows.filter(({ id }) => checked.has(id));
    picker.buttons = candidates.more() === undefined ? [] : [moreButton];
    isShowing = false;
  };
  const loadMore = async (): Promise<void> => {
    picker.busy = true;
    await candidates.more()?.();
    picker.busy = false;
    show();
  };
  try {
    return await new Promise((resolve) => {
      picker.onDidChangeSelection((rows) => {
        if (isShowing) return;
        for (const { id } of picker.items) checked.delete(id);
        for (const { id } of rows) checked.add(id);
      });
      picker.onDidTriggerButton(() => void loadMore());
      picker.onDidAccept(() => resolve([...checked]));
      onHide(picker, () => resolve(undefined));
      show();
      picker.show();
    });
  } finally {
    rateLimit.dispose();
    picker.dispose();
  }
}

function rowOf(id: string, candidates: Candidates, before: ReadonlySet<string>): Row[] {
  const row = candidates.row(id);
  if (row === undefined) return [];
  const description = [row.description, before.has(id) ? l10n.t('already added') : undefined]
    .filter((one) => one !== undefined)
    .join(' · ');
  return [
    {
      id,
      label: escapeCodicons(row.label),
      ...(description === '' ? {} : { description: escapeCodicons(description) }),
    },
  ];
}
