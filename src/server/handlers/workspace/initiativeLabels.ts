// Handles requests for initiative labels, which belong to the workspace.
import { BY_POSITION } from '../../database/orders.ts';
import { crudHandlers, operationHandlers, requireWorkspaceId } from '../crud.ts';
import type { Handlers } from '../handlerTypes.ts';

const initiativeLabels = crudHandlers({
  kind: 'initiativeLabel',
  param: 'label_id',
  owner: requireWorkspaceId,
  order: BY_POSITION,
  setsSortOrder: true,
});

export const initiativeLabelHandlers = {
  ...operationHandlers(['InitiativeLabel', 'InitiativeLabels'], initiativeLabels),
  /** A deleted label also disappears from its initiatives, because lists of associated records omit deleted records. */
} satisfies Partial<Handlers>;
