// Handles requests for the work item types of a project, its estimate system, and the points of it.
import { idOf } from '../../contract/schema/wire.ts';
import { BY_POSITION, OLDEST_FIRST } from '../database/orders.ts';
import { getOrThrow } from './crud.ts';
import type { Handlers } from './handlerTypes.ts';
import { requestedProject, requireProjectId } from './projects.ts';

export const typeAndEstimateHandlers = {
  listWorkItemTypes: (request) => request.store.all('workItemType', requireProjectId(request), BY_POSITION),
  getEstimate: (request) => {
    const { id, estimate } = requestedProject(request);
    return getOrThrow(request.store, 'estimate', id, estimate ? idOf(estimate) : '');
  },

  listEstimatePoints: (request) => {
    const { store, params } = request;
    const { id } = getOrThrow(store, 'estimate', requestedProject(request).id, params.estimate_id);
    return store.all('estimatePoint', id, OLDEST_FIRST);
  },
} satisfies Partial<Handlers>;
