// Handles requests for the labels that initiatives of the workspace may have.
import { BY_POSITION } from '../../database/orders.ts';
import type { Handlers } from '../../handler.ts';
import { crudHandlers, workspaceOwner } from '../crud.ts';

const initiativeLabels = crudHandlers({
  kind: 'initiativeLabel',
  param: 'label_id',
  owner: workspaceOwner,
  order: BY_POSITION,
  isOrdered: true,
});

export const initiativeLabelHandlers = {
  listInitiativeLabels: initiativeLabels.list,
  getInitiativeLabel: initiativeLabels.get,
  createInitiativeLabel: initiativeLabels.create,
  updateInitiativeLabel: initiativeLabels.update,
  /** The label is removed from initiatives. */
  deleteInitiativeLabel: initiativeLabels.delete,
} satisfies Partial<Handlers>;
