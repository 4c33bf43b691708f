// Creates the resource stores of a workspace: one for each kind of record, with its rules.
// The operations come from the resource table.
import type { Client } from '../../../client/api/client.ts';
import {
  type NewResources,
  type ResourceChanges,
  type ResourceRecords,
  type ResourceResponses,
  resourceTable,
} from '../../../contract/resourceTable.ts';
import type { Clock } from '../../../std/clock.ts';
import { definedFields } from '../../../std/objects/definedFields.ts';
import type { RecordKind } from '../address.ts';
import type { ListSource } from '../lists/cachedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { type Expansion, resourceOperations } from '../lists/resourceOperations.ts';
import { type ResourceRules, ResourceStore } from './resourceStore.ts';
import { ITEM_EXPANSION, workItemRules } from './workItems.ts';

export type ResourceStores = ReturnType<typeof createResourceStores>;

type StoreOf<K extends RecordKind> = ResourceStore<
  ResourceRecords[K],
  ResourceChanges[K],
  NewResources[K],
  ResourceResponses[K]
>;
type RulesOf<K extends RecordKind> = ResourceRules<
  ResourceRecords[K],
  ResourceChanges[K],
  NewResources[K],
  ResourceResponses[K]
>;

export interface ResourceStoresDeps {
  readonly client: Client;
  readonly lists: PagedLists;
  readonly clock: Clock;
  /** Stores the names of the records to which work items refer. */
  readonly storeNames: Parameters<typeof workItemRules>[0];
  /** Reads the lists of work items. */
  readonly itemSource: ListSource;
}

export function createResourceStores({ client: { call }, lists, clock, storeNames, itemSource }: ResourceStoresDeps) {
  const createStore = <K extends RecordKind>(kind: K, rules?: RulesOf<K>, expand?: Expansion): StoreOf<K> => {
    const { codec } = resourceTable[kind];
    return new ResourceStore({
      ...rules,
      kind,
      lists,
      clock,
      codec,
      operations: resourceOperations(call, kind, expand),
    });
  };
  const projects = createStore('project');
  return {
    workItems: createStore('workItem', { ...workItemRules(storeNames, projects), source: itemSource }, ITEM_EXPANSION),
    projects,
    epics: createStore('epic', { overlay: epicOverlay }),
    // The server requires the project in the body in addition to the path.
    cycles: createStore('cycle', {
      newBody: (project_id, body) => ({ ...body, project_id }),
    }),
    modules: createStore('module', {
      // When a module is changed, the response of open-source servers lacks the id and the members: see
      // `changedModule`.
      complete: (record, expected, id) => ({ ...expected, ...record, id }),
    }),
    // The order of a project's states is their order in the work.
    states: createStore('state', { addedAt: 'last' }),
    labels: createStore('label', { addedAt: 'last' }),
    initiatives: createStore('initiative'),
    initiativeLabels: createStore('initiativeLabel'),
    teamspaces: createStore('teamspace'),
    customers: createStore('customer'),
    customerRequests: createStore('customerRequest'),
    customerProperties: createStore('customerProperty'),
    stickies: createStore('sticky'),
  };
}

/** Renames the fields of a request body to the names of the record's fields: for example, `state_id` to `state`. */
function epicOverlay(changes: ResourceChanges['epic']): Partial<ResourceRecords['epic']> {
  const { state_id, parent_id, assignee_ids, label_ids, ...sameFields } = changes;
  const renamedFields = { state: state_id, parent: parent_id, assignees: assignee_ids, labels: label_ids };
  return definedFields({ ...sameFields, ...renamedFields });
}
