// Lets the user pick a project, an initiative or a cycle of a project for an overview.
// Further pages of the lists load on demand.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordAddress } from '../../../cache/address.ts';
import type { Store } from '../../../cache/store.ts';
import type { Session } from '../../../session/session.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { onHide } from '../../ui/prompts.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';
import { KIND_NAMES } from '../records/names.ts';
import { isUnsupportedList, pickListOf } from '../records/pickList.ts';
import { moreRow, pickFromList, readFirst } from '../records/pickRecord.ts';

interface Choice extends vscode.QuickPickItem {
  readonly address?: RecordAddress;
  /** Leads to the cycles of a project, or to the next page. */
  readonly next?: 'cycles' | 'project' | 'initiative';
}

/** Resolves with undefined if the user cancels. Rejects with an ApiError if the projects cannot be read. */
export async function pickOverview({ store }: Session): Promise<RecordAddress | undefined> {
  if (!(await readFirst(pickListOf(store, 'project')))) return undefined;
  // The list is empty on a server without initiatives, which is not an error here.
  await store.resources.initiatives.list().read();
  const chosen = await pickAny(store);
  return chosen?.next === 'cycles' ? pickCycle(store) : chosen?.address;
}

async function pickAny(store: Store): Promise<Choice | undefined> {
  const picker = vscode.window.createQuickPick<Choice>();
  picker.title = l10n.t('Show Overview');
  picker.placeholder = l10n.t('Enter a name');
  picker.matchOnDescription = true;
  const rateLimit = showRateLimitInTitle(picker, store.rateLimit);
  const show = (): void => {
    picker.busy = false;
    picker.items = [
      ...group(l10n.t('Projects'), choicesOf(store, 'project')),
      { label: `$(sync) ${l10n.t('Cycle of a Project…')}`, alwaysShow: true, next: 'cycles' },
      ...group(l10n.t('Initiatives'), choicesOf(store, 'initiative')),
    ];
  };
  const readOn = async (kind: 'project' | 'initiative'): Promise<void> => {
    picker.busy = true;
    await pickListOf(store, kind).list.loadMore();
    show();
  };
  try {
    return await new Promise((resolve) => {
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row?.next === 'project' || row?.next === 'initiative') void readOn(row.next);
        else if (row !== undefined) resolve(row);
      });
      onHide(picker, () => resolve(undefined));
      show();
      picker.show();
    });
  } finally {
    rateLimit.dispose();
    picker.dispose();
  }
}

async function pickCycle(store: Store): Promise<RecordAddress | undefined> {
  const within = await pickFromList(pickListOf(store, 'project'), l10n.t('Show Overview: Project'), 'project');
  if (within === undefined) return undefined;
  const id = await pickFromList(pickListOf(store, 'cycle', within), l10n.t('Show Overview: Cycle'), 'cycle');
  return id === undefined ? undefined : { kind: 'cycle', within, id };
}

function group(label: string, choices: readonly Choice[]): Choice[] {
  return choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices];
}

/** Returns nothing for a kind that the server does not support. */
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
  const more = moreRow(state);
  return more === undefined ? rows : [...rows, { ...more, next: kind }];
}
