// Lets the user pick a record from a list, which is filtered by typing.
// The next page of the list is loaded when the user selects the last row.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordAddress, RecordKind } from '../../../cache/address.ts';
import type { PagedList, PagedListState } from '../../../cache/lists/pagedList.ts';
import { ApiError } from '../../../client/apiError.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { storeOf } from '../../../pages/record/storeOf.ts';
import { isBoundProject } from '../../../session/folderBinding.ts';
import type { Session } from '../../../session/session.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayText } from '../../../std/displayName.ts';
import { folderBinding } from '../../settings.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { formatError } from '../../ui/formatError.ts';
import { showInfo } from '../../ui/notifications.ts';
import { onHide } from '../../ui/quickPick.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';
import { KIND_NAMES, nameOfRecord } from './names.ts';
import { openProjects } from './openProjects.ts';
import { isUnsupportedList, type PickList, pickListOf } from './pickList.ts';

export interface RecordChoice extends vscode.QuickPickItem {
  /** Undefined in rows that are not records. */
  readonly record?: { readonly id: string };
}

/** Resolves with undefined if the user cancels, or if the server does not support the list (a message is shown). */
export async function pickFromList(
  choices: PickList,
  title: string,
  kind: RecordKind | undefined,
): Promise<string | undefined> {
  const { list } = choices;
  const picker = vscode.window.createQuickPick<RecordChoice>();
  picker.title = displayText(title);
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const updateItems = (): void => {
    const { status } = list.state;
    picker.busy = status === 'loading' || status === 'notLoaded';
    picker.placeholder = picker.busy ? l10n.t('Loading…') : l10n.t('Type to search');
    picker.items = rowsOf(choices, kind);
  };
  const listListener = list.onDidChange(updateItems);
  const rateLimit = showRateLimitInTitle(picker, choices.rateLimit);
  try {
    const chosen = new Promise<RecordChoice | undefined>((resolve) => {
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row?.record !== undefined) resolve(row);
        else if (list.state.next !== undefined) void loadNextPage(picker, list).then(updateItems);
      });
      onHide(picker, () => resolve(undefined));
    });
    updateItems();
    picker.show();
    const isReadable = await loadFirstPage(choices);
    updateItems();
    if (!isReadable) return undefined;
    return (await chosen)?.record?.id;
  } finally {
    listListener.dispose();
    rateLimit.dispose();
    picker.dispose();
  }
}

async function loadNextPage(picker: vscode.QuickPick<RecordChoice>, list: PagedList): Promise<void> {
  picker.busy = true;
  await list.loadMore();
}

/**
 * Loads the first page. If the server does not support the list, shows a message and resolves with false. Rejects with
 * an ApiError if the list cannot be loaded for another reason.
 */
export async function loadFirstPage(choices: PickList): Promise<boolean> {
  const { list, texts } = choices;
  await (list.state.status === 'failed' ? list.reload() : choices.read());
  const { fault, status } = list.state;
  if (fault === undefined || status === 'ready') return true;
  if (!isUnsupportedList(list.state)) throw new ApiError(fault);
  void showInfo(texts.unsupported());
  return false;
}

function rowsOf(choices: PickList, kind: RecordKind | undefined): RecordChoice[] {
  const { texts, list } = choices;
  const rows: RecordChoice[] = choices.ids().flatMap((id) => {
    const row = choices.row(id);
    if (row === undefined) return [];
    const icon = kind === undefined ? undefined : new vscode.ThemeIcon(KIND_NAMES[kind].icon);
    return [
      {
        label: escapeCodicons(row.label),
        ...(row.description ? { description: escapeCodicons(row.description) } : {}),
        ...(icon ? { iconPath: icon } : {}),
        record: { id },
      },
    ];
  });
  if (list.state.status === 'ready' && list.state.fault === undefined && rows.length === 0)
    rows.push({
      label: `$(info) ${escapeCodicons(texts.none())}`,
      alwaysShow: true,
    });
  const loadMoreRow = moreRow(list.state);
  if (loadMoreRow !== undefined) rows.push(loadMoreRow);
  const note = choices.note?.();
  return note === undefined ? rows : [...rows, { label: `$(info) ${escapeCodicons(note)}`, alwaysShow: true }];
}

/** Returns a row that loads the next page, or that shows why a page could not be loaded, or undefined. */
export function moreRow({ fault, next, total, ids }: PagedListState): vscode.QuickPickItem | undefined {
  const count = formatCount(Math.min(total === undefined ? PAGE_SIZE : total - ids.length, PAGE_SIZE));
  const loadLabel =
    total === undefined ? l10n.t('Load {0} more', count) : l10n.t('Load {0} more of {1}', count, formatCount(total));
  if (fault !== undefined)
    return {
      label: `$(warning) ${escapeCodicons(formatError(fault))}`,
      ...(next === undefined ? {} : { detail: loadLabel }),
      alwaysShow: true,
    };
  return next === undefined ? undefined : { label: `$(ellipsis) ${loadLabel}`, alwaysShow: true };
}

/** Moves the project that the folder's settings name to the first row, and adds a description to the row. */
function withBoundFirst(projects: PickList, { store, workspace }: Session): PickList {
  const binding = folderBinding();
  const isBound = (id: string): boolean => {
    const project = store.project(id);
    return project !== undefined && isBoundProject(binding, workspace, project);
  };
  return {
    ...projects,
    ids: () => projects.ids().toSorted((first, other) => Number(isBound(other)) - Number(isBound(first))),
    row: (id) => {
      const row = projects.row(id);
      return row === undefined || !isBound(id)
        ? row
        : { ...row, description: [row.description, l10n.t('set for this folder')].filter(Boolean).join(' · ') };
    },
  };
}

/** Lets the user pick a project in which records can be created: not archived, and joined by the user. */
export async function pickOpenProject(session: Session, title: string): Promise<RecordAddress | undefined> {
  const { store, workspace } = session;
  const binding = folderBinding();
  const projects = openProjects(store, (project) => isBoundProject(binding, workspace, project));
  const id = await pickFromList(withBoundFirst(projects, session), title, 'project');
  return id === undefined ? undefined : { kind: 'project', within: '', id };
}

/** Lets the user pick a record. If the kind belongs to a project or customer, asks for that first. */
export async function pickRecord(
  session: Session,
  kind: Exclude<RecordKind, 'workItem'>,
  title: string,
): Promise<RecordAddress | undefined> {
  const outerKind =
    kind === 'customerRequest'
      ? 'customer'
      : kind === 'epic' || kind === 'cycle' || kind === 'module'
        ? 'project'
        : undefined;
  const outerTitle = outerKind === 'customer' ? l10n.t('{0}: Customer', title) : l10n.t('{0}: Project', title);
  const within = outerKind === undefined ? '' : (await pickRecord(session, outerKind, outerTitle))?.id;
  if (within === undefined) return undefined;
  const choices = pickListOf(session.store, kind, within);
  const id = await pickFromList(kind === 'project' ? withBoundFirst(choices, session) : choices, title, kind);
  return id === undefined ? undefined : { kind, within, id };
}

/** Resolves with the name of the record. Requests the record if it is not in the cache. */
export async function recordName({ store }: Session, { kind, within, id }: RecordAddress): Promise<string> {
  if (kind === 'workItem') {
    const address = { project: within, id };
    const item = store.item(address) ?? (await store.resources.workItems.readOne(address.id, address.project));
    return [store.identifier(address), item.name].filter(Boolean).join(' ');
  }
  const records = storeOf(store.resources, kind);
  return nameOfRecord(records.get(id, within) ?? (await records.readOne(id, within)));
}
