// Owns what is special about work items among the kinds of records.
import type { NewWorkItem, WorkItem, WorkItemChanges } from '../../contract/resources/workItem.ts';
import { descendantsOf } from '../changes/descendants.ts';
import type { NameIndex } from '../names.ts';
import type { ItemRecord } from '../record.ts';
import type { Expansion } from './resourceOperations.ts';
import type { ResourceRules, ResourceStore, StoredRecord } from './resourceStore.ts';

/**
 * What a list of work items is asked for in place of ids: one request brings the items and the names of what they refer
 * to.
 */
export const LISTED_EXPAND = 'state,assignees,labels,type';
/** Of one that is opened the author is shown as well. */
export const ITEM_EXPANSION: Expansion = { list: LISTED_EXPAND, get: `${LISTED_EXPAND},created_by` };

/** A work item is read with its project, whose identifier is part of its name. */
export function workItemRules(
  names: Pick<NameIndex, 'see'>,
  projects: Pick<ResourceStore<StoredRecord, never, never>, 'get' | 'readOne'>,
): ResourceRules<ItemRecord, WorkItemChanges, NewWorkItem, WorkItem> {
  return {
    onDidAnswer: (project, items) => names.see(project, items),
    readPlace: async (project, options) => {
      if (projects.get(project) === undefined) await projects.readOne(project, '', options);
    },
    // Some servers leave the description out of the answer to a change.
    complete: (item, { description_html }) => ({
      ...item,
      description_html: item.description_html ?? description_html,
    }),
    alsoDeleted: (project, id, items) => descendantsOf(items, { project, id }),
  };
}
