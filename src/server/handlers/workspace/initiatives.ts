// Handles requests for initiatives, for their labels, and for the labels, projects and epics of an initiative.
import type * as z from 'zod';
import type { initiativeFields } from '../../../contract/resources/initiative.ts';
import { dissociateAll } from '../../database/associations.ts';
import { BY_POSITION } from '../../database/orders.ts';
import { invalidField } from '../../http/httpError.ts';
import { associationHandlers } from '../associations.ts';
import { crudHandlers, operationHandlers, requireWorkspaceId } from '../crud.ts';
import { addPlainText, checkLead } from '../descriptions.ts';
import type { Handlers, TypedRequest } from '../handlerTypes.ts';
import { toProjectResponse } from '../projects.ts';

const initiatives = crudHandlers({
  kind: 'initiative',
  param: 'initiative_id',
  owner: requireWorkspaceId,
  fields: addPlainText,
  check: (
    { store, body }: TypedRequest<unknown, z.output<typeof initiativeFields>>,
    { start_date: start, end_date: end },
  ) => {
    if (start && end && start > end) throw invalidField('end_date', 'The end date cannot be before the start date.');
    checkLead(store, body.lead);
  },
  // Deleting an initiative removes its labels, projects and epics from the initiative, but does not delete them.
  beforeDelete: ({ store }, { id }) => dissociateAll(store, id),
});

const initiativeId = (request: TypedRequest<{ readonly initiative_id: string }>): string => initiatives.get(request).id;
const labels = associationHandlers({ kind: 'initiativeLabel', owner: initiativeId, field: 'label_ids' });
const projects = associationHandlers({
  kind: 'project',
  owner: initiativeId,
  field: 'project_ids',
  toResponse: toProjectResponse,
});
const epics = associationHandlers({ kind: 'epic', owner: initiativeId, field: 'epic_ids' });

export const initiativeHandlers = {
  ...operationHandlers(['Initiative', 'Initiatives'], initiatives),

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

/** A deleted label also disappears from its initiatives, because lists of associated records omit deleted records. */
export const initiativeLabelHandlers = operationHandlers(
  ['InitiativeLabel', 'InitiativeLabels'],
  crudHandlers({
    kind: 'initiativeLabel',
    param: 'label_id',
    owner: requireWorkspaceId,
    order: BY_POSITION,
    setsSortOrder: true,
  }),
);
