// Handles requests for initiatives, and for the labels, projects and epics of an initiative.
import type * as z from 'zod';
import type { initiativeFields } from '../../../contract/resources/initiative.ts';
import { dissociateAll } from '../../database/associations.ts';
import type { Handlers, RequestAt } from '../../handler.ts';
import { invalidField } from '../../refusal.ts';
import { associationHandlers } from '../associations.ts';
import { crudHandlers, workspaceOwner } from '../crud.ts';
import { checkLead, described } from '../described.ts';
import { showProject } from '../projects.ts';

const initiatives = crudHandlers({
  kind: 'initiative',
  param: 'initiative_id',
  owner: workspaceOwner,
  fields: described,
  check: (
    { store, body }: RequestAt<unknown, z.output<typeof initiativeFields>>,
    { start_date: start, end_date: end },
  ) => {
    if (start && end && start > end) throw invalidField('end_date', 'The end date cannot be before the start date.');
    checkLead(store, body.lead);
  },
  // The associated records stay.
  beforeDelete: ({ store }, { id }) => dissociateAll(store, id),
});

const owner = (request: RequestAt<{ readonly initiative_id: string }>): string => initiatives.get(request).id;
const labels = associationHandlers({ kind: 'initiativeLabel', owner, field: 'label_ids' });
const projects = associationHandlers({ kind: 'project', owner, field: 'project_ids', show: showProject });
const epics = associationHandlers({ kind: 'epic', owner, field: 'epic_ids' });

export const initiativeHandlers = {
  listInitiatives: initiatives.list,
  getInitiative: initiatives.get,
  createInitiative: initiatives.create,
  updateInitiative: initiatives.update,
  deleteInitiative: initiatives.delete,

  listLabelsOfInitiative: labels.list,
  addLabelsToInitiative: labels.add,
  removeLabelsFromInitiative: labels.remove,

  listProjectsOfInitiative: projects.list,
  addProjectsToInitiative: projects.add,
  removeProjectsFromInitiative: projects.remove,

  listEpicsOfInitiative: epics.list,
  addEpicsToInitiative: epics.add,
  removeEpicsFromInitiative: epics.remove,
} satisfies Partial<Handlers>;
