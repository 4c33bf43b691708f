// Owns what is the signed-in person's own among the work items.
import { closedProjectOf } from '../cache/closedProject.ts';
import type { ItemRecord } from '../cache/record.ts';
import { priorityRank } from './grouping/sortItems.ts';
import type { TreeData } from './treeData.ts';

/** What she is to do: most urgent first, then what is due first. */
export function assignedTo(me: string, all: readonly ItemRecord[], known: TreeData): readonly ItemRecord[] {
  const open = all.filter((item) => isAssignedAndOpen(item, me, known));
  const due = (item: ItemRecord): string => item.target_date ?? '9999';
  return open.sort(
    (one, other) =>
      priorityRank(one.priority) - priorityRank(other.priority) ||
      (due(one) < due(other) ? -1 : due(one) > due(other) ? 1 : 0) ||
      other.sequence_id - one.sequence_id,
  );
}

export function isAssignedAndOpen(item: ItemRecord, me: string, known: Pick<TreeData, 'state'>): boolean {
  if (!item.assignees.includes(me)) return false;
  const group = item.state === null ? undefined : known.state(item.project, item.state)?.group;
  return group !== 'completed' && group !== 'cancelled';
}

/** How far the projects have been read, to say what a list of hers rests on. */
export interface SearchedProjects {
  /** Projects that she has joined. */
  readonly projects: number;
  /** Those of which there are pages left to read. */
  readonly left: readonly string[];
  /** Work items read, and how many there are as far as the service has said. */
  readonly read: number;
  readonly total: number;
  /** Whether there are projects of which nothing has been read. */
  readonly hasUnread: boolean;
}

export function searchedProjects(known: Pick<TreeData, 'listing' | 'project'>): SearchedProjects {
  const projects = known.listing({ of: 'projects', owner: '' }).ids.filter((id) => {
    const project = known.project(id);
    return project === undefined || closedProjectOf(project) === undefined;
  });
  const lists = projects.map((id) => ({ id, listing: known.listing({ of: 'items', owner: id }) }));
  return {
    projects: projects.length,
    left: lists.flatMap(({ id, listing }) => (listing.status === 'ready' && listing.next === undefined ? [] : [id])),
    read: lists.reduce((sum, { listing }) => sum + listing.ids.length, 0),
    total: lists.reduce((sum, { listing }) => sum + (listing.total ?? listing.ids.length), 0),
    hasUnread: lists.some(({ listing }) => listing.status !== 'ready'),
  };
}
