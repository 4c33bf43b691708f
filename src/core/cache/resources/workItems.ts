// Defines the rules in which work items differ from other kinds of records.
import type { NewWorkItem, WorkItem, WorkItemChanges } from '../../../contract/resources/workItem.ts';
import type { Expansion } from '../lists/resourceOperations.ts';
import { hasDescription, type ItemRecord, withoutDescription } from '../record.ts';
import { descendantsOf } from './descendants.ts';
import type { StoredRecord } from './recordStore.ts';
import type { ResourceRules, ResourceStore } from './resourceStore.ts';

/**
 * The `expand` parameter of lists of work items: the same response contains the work items and the names of the records
 * that they refer to.
 */
export const LIST_EXPANSION = 'state,assignees,labels,type';
/** A request for a single work item also expands its author. */
export const ITEM_EXPANSION: Expansion = { list: LIST_EXPANSION, get: `${LIST_EXPANSION},created_by` };

/**
 * Returns the rules for work items. A work item needs the record of its project, because the project's identifier is
 * part of the work item's identifier.
 */
export function workItemRules(
  storeNames: (project: string, items: readonly WorkItem[]) => void,
  projects: Pick<ResourceStore<StoredRecord, never, never>, 'get' | 'readOne'>,
): ResourceRules<ItemRecord, WorkItemChanges, NewWorkItem, WorkItem> {
  return {
    onDidReceive: storeNames,
    readContainer: async (project, options) => {
      if (projects.get(project) === undefined) await projects.readOne(project, '', options);
    },
    // Some servers omit the description from the response to a change.
    complete: (item, expected) => {
      if (item.description_html !== undefined) return item;
      return hasDescription(expected)
        ? { ...item, description_html: expected.description_html }
        : withoutDescription(item);
    },
    deletedWith: (project, id, items) => descendantsOf(items, { project, id }),
  };
}
