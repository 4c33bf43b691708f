// Handles requests for the activities of a work item.
import { activityOrder } from '../database/orders.ts';
import { getOrThrow } from './crud.ts';
import type { Handlers } from './handlerTypes.ts';
import { requireWorkItemId } from './workItems.ts';

export const activityHandlers = {
  listActivities: (request) =>
    request.store.list('activity', requireWorkItemId(request), activityOrder(request.query.order_by)),
  getActivity: (request) =>
    getOrThrow(request.store, 'activity', requireWorkItemId(request), request.params.activity_id),
} satisfies Partial<Handlers>;
