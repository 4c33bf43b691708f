// Defines the kinds of paged lists, and the text that represents a list key in maps and in the snapshot.
import type { RecordKind } from '../address.ts';

/**
 * For each kind of list, the name that stands for it in the text of a list key. These names must not change, because
 * snapshots of released versions contain them.
 */
const KEY_NAMES = {
  projects: 'projects',
  items: 'items',
  foundItems: 'found items',
  epics: 'epics',
  cycles: 'cycles',
  modules: 'modules',
  states: 'states of project',
  labels: 'labels of project',
  types: 'types of project',
  estimatePoints: 'estimate points of project',
  members: 'members of project',
  users: 'users',
  initiatives: 'initiatives',
  initiativeLabels: 'initiativeLabels',
  teamspaces: 'teamspaces',
  customers: 'customers',
  customerRequests: 'customerRequests',
  customerProperties: 'customerPropertys',
  stickies: 'stickys',
  cycleItems: 'items of cycle',
  moduleItems: 'items of module',
  initiativeEpics: 'epics of initiative',
  initiativeProjects: 'projects of initiative',
  labelsOfInitiative: 'labels of initiative',
  teamspaceMembers: 'members of teamspace',
  teamspaceProjects: 'projects of teamspace',
  comments: 'comments',
  attachments: 'attachments',
  activities: 'activities',
  links: 'links',
  relations: 'relations',
} as const;

export type ListKind = keyof typeof KEY_NAMES;

export const LIST_KINDS = Object.keys(KEY_NAMES) as readonly ListKind[];

const KIND_BY_NAME: ReadonlyMap<string, ListKind> = new Map(LIST_KINDS.map((kind) => [KEY_NAMES[kind], kind]));

const LIST_KIND_BY_RECORD_KIND: Readonly<Record<RecordKind, ListKind>> = {
  project: 'projects',
  workItem: 'items',
  epic: 'epics',
  cycle: 'cycles',
  module: 'modules',
  state: 'states',
  label: 'labels',
  initiative: 'initiatives',
  initiativeLabel: 'initiativeLabels',
  teamspace: 'teamspaces',
  customer: 'customers',
  customerRequest: 'customerRequests',
  customerProperty: 'customerProperties',
  sticky: 'stickies',
};

/**
 * `owner` is the id of the record that the list belongs to, '' for a list of the workspace, and `project/id` if the
 * owner itself is in a project (a cycle, a module, a work item).
 */
export interface ListKey {
  readonly of: ListKind;
  readonly owner: string;
}

/** Returns the kind of the list that contains all records of this kind. */
export function listKindOf(kind: RecordKind): ListKind {
  return LIST_KIND_BY_RECORD_KIND[kind];
}

/** Returns the project whose work items the list contains; undefined for a list of other records. */
export function projectOfItems({ of, owner }: ListKey): string | undefined {
  return of === 'items' || of === 'foundItems' || of === 'cycleItems' || of === 'moduleItems'
    ? owner.split('/')[0]
    : undefined;
}

export function isSameList(one: ListKey | undefined, other: ListKey): boolean {
  return one !== undefined && one.of === other.of && one.owner === other.owner;
}

/** Returns the text of a key. Only `parseListKey` parses it. */
export function listKeyText({ of, owner }: ListKey): string {
  return owner === '' ? KEY_NAMES[of] : `${KEY_NAMES[of]} ${owner}`;
}

/** Parses a text that `listKeyText` has returned. Returns undefined for any other text. */
export function parseListKey(text: string): ListKey | undefined {
  const workspaceListKind = KIND_BY_NAME.get(text);
  if (workspaceListKind !== undefined) return { of: workspaceListKind, owner: '' };
  // The last space is the separator: names can contain spaces, but ids cannot.
  const match = /^(.+) (\S+)$/.exec(text);
  const of = match?.[1] === undefined ? undefined : KIND_BY_NAME.get(match[1]);
  return of === undefined || match?.[2] === undefined ? undefined : { of, owner: match[2] };
}
