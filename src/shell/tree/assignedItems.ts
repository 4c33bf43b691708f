// Finds the loaded work items assigned to the user, and counts the loaded work items of the user's projects.

import { projectRestriction } from '../../core/cache/projectRestriction.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { dueDay } from '../../items/fields.ts';
import { isOpen } from '../../items/filter/matcher.ts';
import { priorityRank } from '../../items/grouping/sortItems.ts';
import type { TreeData } from './treeData.ts';

/** Returns the user's open work items: most urgent first, then by due date. */
export function openItemsAssignedTo(
  userId: string,
  items: readonly ItemRecord[],
  data: TreeData,
): readonly ItemRecord[] {
  const openItems = items.filter((item) => isAssignedAndOpen(item, userId, data));
  const dueDate = (item: ItemRecord): string => dueDay(item) ?? '9999';
  return openItems.sort(
    (one, other) =>
      priorityRank(one.priority) - priorityRank(other.priority) ||
      (dueDate(one) < dueDate(other) ? -1 : dueDate(one) > dueDate(other) ? 1 : 0) ||
      other.sequence_id - one.sequence_id,
  );
}

export function isAssignedAndOpen(item: ItemRecord, userId: string, data: Pick<TreeData, 'state'>): boolean {
  return item.assignees.includes(userId) && isOpen(item, data);
}

/**
 * How many work items of the user's projects are loaded. Assigned to Me and saved views show only loaded work items.
 */
export interface ItemLoadProgress {
  /** The number of projects that the user has joined and that are not archived. */
  readonly projectCount: number;
  /** Ids of the projects whose work items are not all loaded. */
  readonly incompleteProjects: readonly string[];
  /** The number of loaded work items. */
  readonly loadedCount: number;
  /**
   * The number of work items that the server reports. For a project without a reported total, its loaded work items
   * count.
   */
  readonly total: number;
  /** Whether there is a project of which no page of work items is loaded, so that `total` is too low. */
  readonly hasUnloadedProjects: boolean;
}

export function itemLoadProgress(data: Pick<TreeData, 'listing' | 'project'>): ItemLoadProgress {
  const projects = data.listing({ of: 'projects', owner: '' }).ids.filter((id) => {
    const project = data.project(id);
    return project === undefined || projectRestriction(project) === undefined;
  });
  const projectLists = projects.map((id) => ({ id, listing: data.listing({ of: 'items', owner: id }) }));
  return {
    projectCount: projects.length,
    incompleteProjects: projectLists.flatMap(({ id, listing }) =>
      listing.status === 'ready' && listing.next === undefined ? [] : [id],
    ),
    loadedCount: projectLists.reduce((sum, { listing }) => sum + listing.ids.length, 0),
    total: projectLists.reduce((sum, { listing }) => sum + (listing.total ?? listing.ids.length), 0),
    hasUnloadedProjects: projectLists.some(({ listing }) => listing.status !== 'ready'),
  };
}
