// Defines the associations of initiatives, teamspaces, modules and cycles, with their operations.

import type { Client } from '../../../client/api/client.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { Project } from '../../../contract/resources/project.ts';
import type { User } from '../../../contract/resources/user.ts';
import type { WorkItem } from '../../../contract/resources/workItem.ts';
import { idOf } from '../../../contract/schema/wire.ts';
import type { RecordAddress } from '../address.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { Association } from './association.ts';
import type { ResourceStores } from './resourceStores.ts';

export interface AssociationsDeps {
  readonly client: Client;
  readonly lists: PagedLists;
  readonly resources: ResourceStores;
  readonly storeItems: (project: string, items: readonly WorkItem[]) => void;
  readonly storeUsers: (users: readonly User[]) => void;
  /** The `expand` parameter of a list of work items. */
  readonly expand: string;
}

export type Associations = ReturnType<typeof createAssociations>;

/** Returns the `owner` of AssociationOperations for a record in a project. */
export function ownerIn(project: string, id: string): string {
  return `${project}/${id}`;
}

export function createAssociations({
  client: { call },
  lists,
  resources,
  storeItems,
  storeUsers,
  expand,
}: AssociationsDeps) {
  const projectAddress = ({ id }: Project): RecordAddress => ({ kind: 'project', within: '', id });
  const itemAddress = ({ id }: WorkItem, owner: string): RecordAddress => ({
    kind: 'workItem',
    within: splitOwner(owner)[0],
    id,
  });
  return {
    initiativeEpics: new Association('initiativeEpics', lists, {
      readPage: (initiative_id, query, options) => call.listEpicsOfInitiative({ initiative_id, query }, options),
      add: (initiative_id, epic_ids) => call.addEpicsToInitiative({ initiative_id, body: { epic_ids } }),
      remove: (initiative_id, epic_ids) => call.removeEpicsFromInitiative({ initiative_id, body: { epic_ids } }),
      addressOf: (epic) => ({ kind: 'epic', within: idOf(epic.project), id: epic.id }),
      storeRecords: (_, epics) => {
        for (const epic of epics) resources.epics.storeRecords(idOf(epic.project), [epic]);
      },
    }),
    initiativeProjects: new Association('initiativeProjects', lists, {
      readPage: (initiative_id, query, options) => call.listProjectsOfInitiative({ initiative_id, query }, options),
      add: (initiative_id, project_ids) => call.addProjectsToInitiative({ initiative_id, body: { project_ids } }),
      remove: (initiative_id, project_ids) =>
        call.removeProjectsFromInitiative({ initiative_id, body: { project_ids } }),
      addressOf: projectAddress,
      storeRecords: (_, projects) => resources.projects.storeRecords('', projects),
    }),
    initiativeLabels: new Association('labelsOfInitiative', lists, {
      readPage: (initiative_id, query, options) => call.listLabelsOfInitiative({ initiative_id, query }, options),
      add: (initiative_id, label_ids) => call.addLabelsToInitiative({ initiative_id, body: { label_ids } }),
      remove: (initiative_id, label_ids) => call.removeLabelsFromInitiative({ initiative_id, body: { label_ids } }),
      addressOf: ({ id }) => ({ kind: 'initiativeLabel', within: '', id }),
      storeRecords: (_, labels) => resources.initiativeLabels.storeRecords('', labels),
    }),
    teamspaceMembers: new Association('teamspaceMembers', lists, {
      readPage: (teamspace_id, query, options) => call.listTeamspaceMembers({ teamspace_id, query }, options),
      add: (teamspace_id, member_ids) => call.addTeamspaceMembers({ teamspace_id, body: { member_ids } }),
      remove: (teamspace_id, member_ids) => call.removeTeamspaceMembers({ teamspace_id, body: { member_ids } }),
      addressOf: () => undefined,
      storeRecords: (_, users) => storeUsers(users),
    }),
    teamspaceProjects: new Association('teamspaceProjects', lists, {
      readPage: (teamspace_id, query, options) => call.listTeamspaceProjects({ teamspace_id, query }, options),
      add: (teamspace_id, project_ids) => call.addTeamspaceProjects({ teamspace_id, body: { project_ids } }),
      remove: (teamspace_id, project_ids) => call.removeTeamspaceProjects({ teamspace_id, body: { project_ids } }),
      addressOf: projectAddress,
      storeRecords: (_, projects) => resources.projects.storeRecords('', projects),
    }),
    moduleItems: new Association('moduleItems', lists, {
      readPage: (owner, query, options?: CallOptions) => {
        const [project_id, module_id] = splitOwner(owner);
        return call.listModuleItems({ project_id, module_id, query: { ...query, expand } }, options);
      },
      add: async (owner, issues) => {
        const [project_id, module_id] = splitOwner(owner);
        await call.addModuleItems({ project_id, module_id, body: { issues } });
        return undefined;
      },
      remove: async (owner, ids) => {
        const [project_id, module_id] = splitOwner(owner);
        for (const work_item_id of ids) await call.removeModuleItem({ project_id, module_id, work_item_id });
      },
      addressOf: itemAddress,
      storeRecords: (owner, items) => storeItems(splitOwner(owner)[0], items),
    }),
    cycleItems: new Association('cycleItems', lists, {
      readPage: (owner, query, options?: CallOptions) => {
        const [project_id, cycle_id] = splitOwner(owner);
        return call.listCycleItems({ project_id, cycle_id, query: { ...query, expand } }, options);
      },
      add: async (owner, issues) => {
        const [project_id, cycle_id] = splitOwner(owner);
        await call.addCycleItems({ project_id, cycle_id, body: { issues } });
        return undefined;
      },
      remove: async (owner, ids) => {
        const [project_id, cycle_id] = splitOwner(owner);
        for (const work_item_id of ids) await call.removeCycleItem({ project_id, cycle_id, work_item_id });
      },
      addressOf: itemAddress,
      storeRecords: (owner, items) => storeItems(splitOwner(owner)[0], items),
    }),
  };
}

function splitOwner(owner: string): [project: string, id: string] {
  const slashIndex = owner.indexOf('/');
  return [owner.slice(0, slashIndex), owner.slice(slashIndex + 1)];
}
