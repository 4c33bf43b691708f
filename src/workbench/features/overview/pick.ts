// Lets the user pick a project, an initiative or a cycle of a project for an overview.
// More pages of a list are loaded when the user selects the last row.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordAddress } from '../../../cache/address.ts';
import type { Store } from '../../../cache/store.ts';
import type { Session } from '../../../session/session.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { onHide } from '../../ui/quickPick.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';
import { KIND_NAMES } from '../records/names.ts';
import { isUnsupportedList, pickListOf } from '../records/pickList.ts';
import { loadFirstPage, moreRow, pickFromList } from '../records/pickRecord.ts';

interface Choice extends vscode.QuickPickItem {
  readonly address?: RecordAddress;
  /** Selecting the row lists the cycles of a project, or loads the next page of projects or initiatives. */
  readonly next?: 'cycles' | 'project' | 'initiative';
}

/** Resolves with undefined if the user cancels. Rejects with an ApiError if the projects cannot be read. */
export async function pickOverview({ store }: Session): Promise<RecordAddress | undefined> {
  if (!(await loadFirstPage(pickListOf(store, 'project')))) return undefined;
  // On a server that does not support initiatives, the list is empty and no error is shown.
  await store.resources.initiatives.list().read();
  const chosen = await pickRecordOrCycles(store);
  return chosen?.next === 'cycles' ? pickCycle(store) : chosen?.address;
}

async function pickRecordOrCycles(store: Store): Promise<Choice | undefined> {
  const picker = vscode.window.createQuickPick<Choice>();
  picker.title = l10n.t('Show Overview');
  picker.placeholder = l10n.t('Enter a name');
  picker.matchOnDescription = true;
  const rateLimit = showRateLimitInTitle(picker, store.rateLimit);
  const updateItems = (): void => {
    picker.busy = false;
    picker.items = [
      ...withSeparator(l10n.t('Projects'), choicesOf(store, 'project')),
      { label: `$(sync) ${l10n.t('Cycle of a Project…')}`, alwaysShow: true, next: 'cycles' },
      ...withSeparator(l10n.t('Initiatives'), choicesOf(store, 'initiative')),
    ];
  };
  const loadMore = async (kind: 'project' | 'initiative'): Promise<void> => {
    picker.busy = true;
    await pickListOf(store, kind).list.loadMore();
    updateItems();
  };
  try {
    return await new Promise((resolve) => {
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row?.next === 'project' || row?.next === 'initiative') void loadMore(row.next);
        else if (row !== undefined) resolve(row);
      });
      onHide(picker, () => resolve(undefined));
      updateItems();
      picker.show();
    });
  } finally {
    rateLimit.dispose();
    picker.dispose();
  }
}

async function pickCycle(store: Store): Promise<RecordAddress | undefined> {
  const projectId = await pickFromList(pickListOf(store, 'project'), l10n.t('Show Overview: Project'), 'project');
  if (projectId === undefined) return undefined;
  const id = await pickFromList(pickListOf(store, 'cycle', projectId), l10n.t('Show Overview: Cycle'), 'cycle');
  return id === undefined ? undefined : { kind: 'cycle', within: projectId, id };
}

function withSeparator(label: string, choices: readonly Choice[]): Choice[] {
  return choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices];
}

/** Returns an empty list if the server does not support this kind of record. */
function choicesOf(store: Store, kind: 'project' | 'initiative'): Choice[] {
  const choices = pickListOf(store, kind);
  const { state } = choices.list;
  if (isUnsupportedList(state)) return [];
  const iconPath = new vscode.ThemeIcon(KIND_NAMES[kind].icon);
  const rows = state.ids.flatMap((id): Choice[] => {
    const row = choices.row(id);
    if (row === undefined) return [];
    const description = row.description === undefined ? {} : { description: escapeCodicons(row.description) };
    return [{ label: escapeCodicons(row.label), ...description, iconPath, address: { kind, within: '', id } }];
  });
  const loadMoreRow = moreRow(state);
  return loadMoreRow === undefined ? rows : [...rows, { ...loadMoreRow, next: kind }];
}
