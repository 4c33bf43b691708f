// Lets the user pick a record from a list, which is filtered by typing.
// The next page of the list is loaded when the user selects the last row.

import * as l10n from '@vscode/l10n';
import { ApiError } from '../../client/apiError.ts';
import type { RecordAddress, RecordKind } from '../../core/cache/address.ts';
import type { PagedListState } from '../../core/cache/lists/pagedList.ts';
import { type FolderBinding, isBoundProject } from '../../core/session/folderBinding.ts';
import type { Session } from '../../core/session/session.ts';
import { loadMoreLabel } from '../../items/counts.ts';
import { KIND_ICONS } from '../../items/icons.ts';
import { nameOfRecord } from '../../items/kindNames.ts';
import { resourceStoreOf } from '../../items/record/resourceStoreOf.ts';
import { formatError } from '../faults/formatError.ts';
import { askInTwoSteps, messageRow, type OnBack, type ValueRow } from '../prompts/ask.ts';
import type { ListRow, Prompts } from '../prompts/prompts.ts';
import { KINDS_IN_PROJECTS } from './pickKind.ts';
import { projectsForNewItems } from './projectsForNewItems.ts';
import { choicesOfKind, isUnsupportedList, type RecordChoices } from './recordChoices.ts';

export interface PickRecordDeps {
  readonly prompts: Prompts;
  /** Returns the workspace and project in the settings of the current folder. */
  readonly folderBinding: () => FolderBinding;
}

/** The options of a picker for records, in addition to its list. */
interface PickerOptions {
  readonly title: string;
  /** The kind whose icon the rows have. */
  readonly kind: RecordKind;
  readonly onBack?: OnBack | undefined;
}

/**
 * Lets the user pick a record from the list. Resolves with undefined if the user cancels, even while the list is being
 * loaded. If the list is empty or the server does not support it, the placeholder says so. Rejects with an ApiError if
 * the list cannot be loaded.
 */
export async function pickFromList(
  prompts: Prompts,
  choices: RecordChoices,
  { title, kind, onBack }: PickerOptions,
): Promise<string | undefined> {
  const { list: records } = choices;
  const list = prompts.createList<ValueRow<string>>({
    title,
    matchedProperties: ['description', 'detail'],
    onBack,
    rateLimit: choices.rateLimit,
  });
  let loadCount = 0;
  const update = (): void => {
    const isLoading = loadCount > 0 || records.state.status === 'loading';
    const focusedId = list.focusedRow?.value;
    const rows = rowsOf(choices, kind);
    list.setPlaceholder(placeholderOf(choices, rows, isLoading));
    list.setRows(rows, {
      focused: focusedId === undefined ? undefined : rows.find(({ value }) => value === focusedId),
    });
  };
  const load = async (work: Promise<void>): Promise<void> => {
    loadCount += 1;
    await work;
    loadCount -= 1;
    update();
  };
  const listener = records.onDidChange(update);
  list.signal.addEventListener('abort', () => listener.dispose());
  list.load(load(loadFirstPage(choices)));
  update();
  for await (const event of list.events()) {
    const row = event.kind === 'accept' ? event.row : undefined;
    if (row?.value !== undefined) return row.value;
    if (row !== undefined && records.state.next !== undefined) list.load(load(records.loadMore()));
  }
  return undefined;
}

/**
 * Loads the first page of the list. Resolves even if the server does not support the list. Rejects with an ApiError if
 * the list cannot be loaded for another reason.
 */
export async function loadFirstPage(choices: Pick<RecordChoices, 'list' | 'read'>): Promise<void> {
  const { list } = choices;
  await (list.state.status === 'failed' ? list.reload() : choices.read());
  const { fault, status } = list.state;
  if (fault !== undefined && status !== 'ready' && !isUnsupportedList(list.state)) throw new ApiError(fault);
}

/** Returns the hint for the user, or the reason why there is nothing to pick. */
function placeholderOf(choices: RecordChoices, rows: readonly ListRow[], isLoading: boolean): string {
  if (isLoading) return l10n.t('Loading…');
  if (isUnsupportedList(choices.list.state)) return choices.texts.unsupported();
  if (rows.length === 0) return choices.texts.none();
  return choices.note?.() ?? choices.texts.typeName();
}

function rowsOf(choices: RecordChoices, kind: RecordKind): ValueRow<string>[] {
  const rows: ValueRow<string>[] = choices.ids().flatMap((id) => {
    const row = choices.row(id);
    if (row === undefined) return [];
    const { label, description = '' } = row;
    return [{ label, description, icon: { id: KIND_ICONS[kind] }, value: id }];
  });
  const loadMoreRow = isUnsupportedList(choices.list.state) ? undefined : moreRow(choices.list.state);
  return loadMoreRow === undefined ? rows : [...rows, loadMoreRow];
}

/**
 * Returns a row that loads the next page, or a row that shows why a page could not be loaded. Returns undefined if no
 * row is needed.
 */
export function moreRow(state: PagedListState): ListRow | undefined {
  const { fault, next } = state;
  const loadLabel = loadMoreLabel(state);
  if (fault !== undefined)
    return { ...messageRow(formatError(fault)), ...(next === undefined ? {} : { detail: loadLabel }) };
  return next === undefined ? undefined : { label: loadLabel, icon: { id: 'ellipsis' }, alwaysShow: true };
}

/** Moves the project that the folder's settings name to the first row, and adds a description to the row. */
function withFolderProjectFirst(
  projects: RecordChoices,
  { store, workspace }: Session,
  binding: FolderBinding,
): RecordChoices {
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

/**
 * Resolves with the project that the settings of the folder name, without a question; without one in which records can
 * be created, lets the user pick the project.
 */
export async function projectForNewRecord(
  deps: PickRecordDeps,
  session: Session,
  title: string,
): Promise<RecordAddress | undefined> {
  const { store, workspace } = session;
  const isBound = isBoundProject.bind(undefined, deps.folderBinding(), workspace);
  const id = projectsForNewItems(store, isBound)
    .ids()
    .find((project) => isBound(store.project(project) ?? { id: project, identifier: '' }));
  return id === undefined ? pickProjectForNewRecord(deps, session, title) : { kind: 'project', within: '', id };
}

/** Lets the user pick a project in which records can be created: not archived, and joined by the user. */
export async function pickProjectForNewRecord(
  { prompts, folderBinding }: PickRecordDeps,
  session: Session,
  title: string,
  onBack?: OnBack,
): Promise<RecordAddress | undefined> {
  const { store, workspace } = session;
  const binding = folderBinding();
  const projects = projectsForNewItems(store, (project) => isBoundProject(binding, workspace, project));
  const choices = withFolderProjectFirst(projects, session, binding);
  const id = await pickFromList(prompts, choices, { title, kind: 'project', onBack });
  return id === undefined ? undefined : { kind: 'project', within: '', id };
}

/**
 * Lets the user pick a record. If records of this kind belong to a project or customer, asks for the project or
 * customer first.
 */
export async function pickRecord(
  deps: PickRecordDeps,
  session: Session,
  kind: Exclude<RecordKind, 'workItem'>,
  title: string,
  onBack?: OnBack,
): Promise<RecordAddress | undefined> {
  const parentKind = parentKindOf(kind);
  if (parentKind === undefined) return pickWithin(deps, session, { kind, within: '' }, title, onBack);
  const parentTitle = parentKind === 'customer' ? l10n.t('{0}: Customer', title) : l10n.t('{0}: Project', title);
  return askInTwoSteps(
    () => pickRecord(deps, session, parentKind, parentTitle, onBack),
    ({ id }, backToParents) => pickWithin(deps, session, { kind, within: id }, title, backToParents),
  );
}

function parentKindOf(kind: RecordKind): 'project' | 'customer' | undefined {
  if (kind === 'customerRequest') return 'customer';
  return KINDS_IN_PROJECTS.has(kind) ? 'project' : undefined;
}

async function pickWithin(
  deps: PickRecordDeps,
  session: Session,
  { kind, within }: Pick<RecordAddress, 'kind' | 'within'>,
  title: string,
  onBack: OnBack | undefined,
): Promise<RecordAddress | undefined> {
  const records = choicesOfKind(session.store, kind, within);
  const choices = kind === 'project' ? withFolderProjectFirst(records, session, deps.folderBinding()) : records;
  const id = await pickFromList(deps.prompts, choices, { title, kind, onBack });
  return id === undefined ? undefined : { kind, within, id };
}

/** Resolves with the name of the record. Requests the record if it is not in the cache. */
export async function loadRecordName({ store }: Session, { kind, within, id }: RecordAddress): Promise<string> {
  if (kind === 'workItem') {
    const address = { project: within, id };
    const item = store.item(address) ?? (await store.resources.workItems.readOne(address.id, address.project));
    return [store.identifier(address), item.name].filter(Boolean).join(' ');
  }
  const records = resourceStoreOf(store.resources, kind);
  return nameOfRecord(records.get(id, within) ?? (await records.readOne(id, within)));
}
