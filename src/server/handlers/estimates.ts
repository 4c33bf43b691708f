// Handles requests for the estimate system of a project and its points.
import { idOf } from '../../contract/schema/wire.ts';
import { OLDEST_FIRST } from '../database/orders.ts';
import { getOrThrow } from './crud.ts';
import type { Handlers } from './handlerTypes.ts';
import { requestedProject } from './projects.ts';

export const estimateHandlers = {
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
