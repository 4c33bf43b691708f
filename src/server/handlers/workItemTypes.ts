// Handles requests for the work item types of a project.
import { BY_POSITION } from '../database/orders.ts';
import type { Handlers } from './handlerTypes.ts';
import { requireProjectId } from './projects.ts';

export const workItemTypeHandlers = {
  listWorkItemTypes: (request) => request.store.all('workItemType', requireProjectId(request), BY_POSITION),
} satisfies Partial<Handlers>;
