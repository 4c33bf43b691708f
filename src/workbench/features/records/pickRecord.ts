// Lets the user pick a record from a list, which is filtered by typing.
// The next page of the list is loaded when the user selects the last row.

import * as l10n from '@vscode/l10n';
import type { RecordAddress, RecordKind } from '../../../cache/address.ts';
import type { PagedListState } from '../../../cache/lists/pagedList.ts';
import { ApiError } from '../../../client/apiError.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { storeOf } from '../../../pages/record/storeOf.ts';
import { type FolderBinding, isBoundProject } from '../../../session/folderBinding.ts';
import type { Session } from '../../../session/session.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { messageRow, type ValueRow } from '../../ui/ask.ts';
import { formatError } from '../../ui/formatError.ts';
import type { ListRow, Prompts } from '../../ui/prompts.ts';
import { KIND_NAMES, nameOfRecord } from './names.ts';
import { openProjects } from './openProjects.ts';
import { isUnsupportedList, type PickList, pickListOf } from './pickList.ts';

export interface PickRecordDeps {
  readonly prompts: Prompts;
  /** Returns the workspace and project in the settings of the current folder. */
  readonly folderBinding: () => FolderBinding;
}

/** Resolves with undefined if the user cancels, or if the server does not support the list (a message is shown). */
export async function pickFromList(
  prompts: Prompts,
  choices: PickList,
  title: string,
  kind: RecordKind | undefined,
): Promise<string | undefined> {
  const { list: records } = choices;
  const list = prompts.createList<ValueRow<string>>({
    title,
    matches: ['description', 'detail'],
    rateLimit: choices.rateLimit,
  });
  let isLoadingMore = false;
  const update = (): void => {
    const { status } = records.state;
    const isLoading = isLoadingMore || status === 'loading' || status === 'notLoaded';
    list.setPlaceholder(isLoading ? l10n.t('Loading…') : l10n.t('Type to search'));
    list.setRows(rowsOf(choices, kind));
    list.setBusy(isLoading);
  };
  const loadMore = async (): Promise<void> => {
    isLoadingMore = true;
    list.setBusy(true);
    await records.loadMore();
    isLoadingMore = false;
    update();
  };
  const listListener = records.onDidChange(update);
  try {
    const chosen = new Promise<string | undefined>((resolve) => {
      list.onDidAccept(({ row }) => {
        if (row?.value !== undefined) resolve(row.value);
        else if (records.state.next !== undefined) void loadMore();
      });
      list.onDidHide(() => resolve(undefined));
    });
    update();
    list.show();
    const isReadable = await loadFirstPage(prompts, choices);
    update();
    return isReadable ? await chosen : undefined;
  } finally {
    listListener.dispose();
    list.dispose();
  }
}

/**
 * Loads the first page. If the server does not support the list, shows a message and resolves with false. Rejects with
 * an ApiError if the list cannot be loaded for another reason.
 */
export async function loadFirstPage(prompts: Prompts, choices: PickList): Promise<boolean> {
  const { list, texts } = choices;
  await (list.state.status === 'failed' ? list.reload() : choices.read());
  const { fault, status } = list.state;
  if (fault === undefined || status === 'ready') return true;
  if (!isUnsupportedList(list.state)) throw new ApiError(fault);
  void prompts.notify('info', texts.unsupported());
  return false;
}

function rowsOf(choices: PickList, kind: RecordKind | undefined): ValueRow<string>[] {
  const { texts, list } = choices;
  const rows: ValueRow<string>[] = choices.ids().flatMap((id) => {
    const row = choices.row(id);
    if (row === undefined) return [];
    const { label, description = '' } = row;
    return [{ label, description, ...(kind === undefined ? {} : { icon: { id: KIND_NAMES[kind].icon } }), value: id }];
  });
  const isEmpty = list.state.status === 'ready' && list.state.fault === undefined && rows.length === 0;
  const loadMoreRow = moreRow(list.state);
  const note = choices.note?.();
  return [
    ...rows,
    ...(isEmpty ? [infoRow(texts.none())] : []),
    ...(loadMoreRow === undefined ? [] : [loadMoreRow]),
    ...(note === undefined ? [] : [infoRow(note)]),
  ];
}

function infoRow(label: string): ValueRow<never> {
  return { label, icon: { id: 'info' }, alwaysShow: true };
}

/** Returns a row that loads the next page, or that shows why a page could not be loaded, or undefined. */
export function moreRow({ fault, next, total, ids }: PagedListState): ListRow | undefined {
  const count = formatCount(Math.min(total === undefined ? PAGE_SIZE : total - ids.length, PAGE_SIZE));
  const loadLabel =
    total === undefined ? l10n.t('Load {0} more', count) : l10n.t('Load {0} more of {1}', count, formatCount(total));
  if (fault !== undefined)
    return { ...messageRow(formatError(fault)), ...(next === undefined ? {} : { detail: loadLabel }) };
  return next === undefined ? undefined : { label: loadLabel, icon: { id: 'ellipsis' }, alwaysShow: true };
}

/** Moves the project that the folder's settings name to the first row, and adds a description to the row. */
function withBoundFirst(projects: PickList, { store, workspace }: Session, binding: FolderBinding): PickList {
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
export async function pickOpenProject(
  { prompts, folderBinding }: PickRecordDeps,
  session: Session,
  title: string,
): Promise<RecordAddress | undefined> {
  const { store, workspace } = session;
  const binding = folderBinding();
  const projects = openProjects(store, (project) => isBoundProject(binding, workspace, project));
  const id = await pickFromList(prompts, withBoundFirst(projects, session, binding), title, 'project');
  return id === undefined ? undefined : { kind: 'project', within: '', id };
}

/** Lets the user pick a record. If the kind belongs to a project or customer, asks for that first. */
export async function pickRecord(
  deps: PickRecordDeps,
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
  const within = outerKind === undefined ? '' : (await pickRecord(deps, session, outerKind, outerTitle))?.id;
  if (within === undefined) return undefined;
  const choices = pickListOf(session.store, kind, within);
  const id = await pickFromList(
    deps.prompts,
    kind === 'project' ? withBoundFirst(choices, session, deps.folderBinding()) : choices,
    title,
    kind,
  );
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
