// Creates tree data for tests, for example `createTreeData({ lists: { 'cycles p1': pagedListState('c1 c2') } })`.

import type { Fault } from '../../../../src/client/apiError.ts';
import type { Project } from '../../../../src/contract/resources/project.ts';
import type { User } from '../../../../src/contract/resources/user.ts';
import { nameOfUser } from '../../../../src/contract/resources/user.ts';
import { workItem, workItemCodec } from '../../../../src/contract/resources/workItem.ts';
import type { ItemAddress, RecordAddress, RecordKind } from '../../../../src/core/cache/address.ts';
import type { LocalBranch } from '../../../../src/core/cache/itemCode.ts';
import type { ListKey } from '../../../../src/core/cache/lists/listKey.ts';
import type { PagedListState } from '../../../../src/core/cache/lists/pagedList.ts';
import type { ItemRecord, StateRecord } from '../../../../src/core/cache/record.ts';
import type { PullRequestStatus } from '../../../../src/core/code/pullRequestApi.ts';
import { itemsIn, rowsOf } from '../../../../src/features/tree/rows/rows.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../../../src/items/grouping/choices.ts';
import { ItemSorter, type ItemSorterDeps } from '../../../../src/items/grouping/sortItems.ts';
import { dueTextsOf } from '../../../../src/shell/tree/dueDate.ts';
import { ItemRowCache } from '../../../../src/shell/tree/itemRowCache.ts';
import { Memberships } from '../../../../src/shell/tree/memberships.ts';
import type { Node } from '../../../../src/shell/tree/node.ts';
import type { SavedView } from '../../../../src/shell/tree/savedView.ts';
import type { OwnItems, RecordLookup, TreeData } from '../../../../src/shell/tree/treeData.ts';

const READY_STATE: PagedListState = {
  status: 'ready',
  ids: [],
  pages: 1,
  next: undefined,
  total: undefined,
  fault: undefined,
};
const NOT_LOADED_STATE: PagedListState = { ...READY_STATE, status: 'notLoaded', pages: 0 };

export function pagedListState(ids: string, changes: Partial<PagedListState> = {}): PagedListState {
  return { ...READY_STATE, ids: ids === '' ? [] : ids.split(' '), ...changes };
}

export function item(id: string, changes: Partial<ItemRecord> = {}): ItemRecord {
  const itemResponse = { id, project: 'p1', sequence_id: Number(id.replace(/\D/g, '') || 1), name: `Item ${id}` };
  return { ...workItemCodec.normalize(workItem.parse(itemResponse)), ...changes };
}

/** A project without cycles and modules, which therefore has no folders. */
export const project: Project = {
  id: 'p1',
  name: 'Atlas Web',
  identifier: 'WEB',
  description: 'The board',
  total_cycles: 0,
  total_modules: 0,
};
export const PROJECT_NODE: Node = { kind: 'project', project: 'p1', under: undefined };

export interface TreeDataOptions {
  readonly items?: readonly ItemRecord[];
  readonly projects?: readonly Project[];
  /** The lists by kind and owner. By default, `projects` lists all `projects` and `items p1` lists all `items`. */
  readonly lists?: Readonly<Record<string, PagedListState>>;
  readonly choices?: Partial<ViewChoices>;
  readonly ownItems?: Partial<OwnItems>;
  readonly savedViews?: readonly SavedView[];
  /** The kinds that the server is known not to support; only epics if this is absent. */
  readonly unsupportedKinds?: readonly RecordKind[];
  readonly rejection?: Fault;
  /** The id of the project that the open folder is bound to. */
  readonly boundProjectId?: string;
  /** The ids of the projects whose work items are all read in the background. */
  readonly projectIdsReadInBackground?: readonly string[];
  /** The work items that block every other one. */
  readonly openBlockers?: readonly ItemAddress[];
  readonly branch?: LocalBranch;
  readonly pullRequest?: PullRequestStatus;
  readonly states?: readonly StateRecord[];
  /** The names of the cycle or the modules of a work item, by the id of the work item and the field: `w1 cycle`. */
  readonly groupNames?: Readonly<Record<string, readonly string[]>>;
  /** Whether all states of the project are loaded. */
  readonly hasAllStates?: boolean;
  readonly users?: readonly User[];
  readonly records?: Partial<RecordLookup>;
  readonly addresses?: Readonly<Record<string, RecordAddress>>;
}

const STATES: readonly StateRecord[] = [{ id: 's1', name: 'In Progress', group: 'started' }];
const USERS: readonly User[] = [
  { id: 'u1', display_name: 'Ada' },
  { id: 'u2', display_name: 'Bruno' },
];
const NO_RECORDS: RecordLookup = {
  initiative: () => undefined,
  initiativeLabel: () => undefined,
  epic: () => undefined,
  cycle: () => undefined,
  module: () => undefined,
  teamspace: () => undefined,
  customer: () => undefined,
  customerRequest: () => undefined,
  customerProperty: () => undefined,
};

/** Lookups for an `ItemSorter` that find no records. The user is `u1`, and today is Friday, 2026-11-20. */
export const itemNames: ItemSorterDeps = {
  me: 'u1',
  today: '2026-11-20',
  prefix: () => 'WEB',
  state: () => undefined,
  label: () => undefined,
  type: () => undefined,
  module: () => undefined,
  cycle: () => undefined,
  userName: (_project, id) => id,
  cyclesOrModulesOf: () => [],
};

/** Creates tree data with one project `p1` by default. `s1`, `u1`, `u2`, `l1` and `t1` have names. */
export function createTreeData(options: TreeDataOptions = {}): TreeData {
  const { items = [], projects = [project], lists = {}, states = STATES, users = USERS, addresses = {} } = options;
  const listStates: Readonly<Record<string, PagedListState>> = {
    projects: pagedListState(projects.map((one) => one.id).join(' ')),
    'items p1': pagedListState(items.map((one) => one.id).join(' ')),
    ...lists,
  };
  const user = (_project: string, id: string): User | undefined => users.find((one) => one.id === id);
  const state = (_project: string, id: string): StateRecord | undefined => states.find((one) => one.id === id);
  const label = (_project: string, id: string) => (id === 'l1' ? { id, name: 'Bug' } : undefined);
  const type = (_project: string, id: string) => (id === 't1' ? { name: 'Task' } : undefined);
  const prefix = (id: string): string => projects.find((one) => one.id === id)?.identifier ?? '?';
  const sorter = new ItemSorter({
    ...itemNames,
    prefix,
    state,
    label,
    type,
    module: (projectId, id) => data.records.module(projectId, id),
    cycle: (projectId, id) => data.records.cycle(projectId, id),
    userName: (projectId, id) => data.userName(projectId, id),
    cyclesOrModulesOf: ({ project: projectId, id }, by) => new Memberships(data).get(projectId, by).get(id) ?? [],
  });
  const data: TreeData = {
    choices: { ...DEFAULT_CHOICES, ...options.choices },
    requestedFilter: options.choices?.filter ?? DEFAULT_CHOICES.filter,
    ownItems: { me: 'u1', recents: [], pinned: [], ...options.ownItems },
    savedViews: options.savedViews ?? [],
    itemRows: new ItemRowCache(),
    maySupport: (kind) => !(options.unsupportedKinds ?? ['epic']).includes(kind),
    openBlockers: () => options.openBlockers ?? [],
    codeOf: () => ({ branch: options.branch, pullRequest: options.pullRequest }),
    hasRecords: () => false,
    hasOpenedEpics: () => false,
    today: '2026-11-20',
    now: Date.parse('2026-11-20T12:00:00Z'),
    rejection: options.rejection,
    isReadInBackground: (id) => options.projectIdsReadInBackground?.includes(id) === true,
    itemListOf: (owner) => ({ of: 'items', owner }),
    isBound: (id) => id === options.boundProjectId,
    records: { ...NO_RECORDS, ...options.records },
    project: (id) => projects.find((one) => one.id === id),
    item: ({ project: projectId, id }) => items.find((one) => one.project === projectId && one.id === id),
    items: () => items,
    state,
    knownStates: () => states,
    label,
    type,
    dueTexts: (day) => dueTextsOf(day, data.today),
    user,
    cycleOrModuleNames: ({ id }, field) => options.groupNames?.[`${id} ${field}`],
    estimateName: (_project, value) => value,
    userName: (projectId, id) => {
      const userRecord = user(projectId, id);
      return userRecord === undefined ? id : nameOfUser(userRecord);
    },
    loadedStates: () => (options.hasAllStates === true ? states : []),
    listing: ({ of, owner }: ListKey) => listStates[`${of} ${owner}`.trim()] ?? NOT_LOADED_STATE,
    addressOf: (_list, id) => addresses[id],
    sortedItems: (projectId) =>
      sorter.sort(itemsIn(projectId, data.listing({ of: 'items', owner: projectId }).ids, data), data.choices),
    rowsOf: (node) => rowsOf(node, data, sorter),
  };
  return data;
}
