// Owns the answers about what was done to a work item.

import { activityOrder } from '../database/orders.ts';
import type { Handlers } from '../handler.ts';
import { found } from './crud.ts';
import { workItemIn } from './workItems.ts';

export const listActivities: Handlers['listActivities'] = ({ store, workspace, params, query }) =>
  store.list('activity', workItemIn(store, workspace, params).id, activityOrder(query.order_by));

export const getActivity: Handlers['getActivity'] = ({ store, workspace, params }) =>
  found(store, 'activity', workItemIn(store, workspace, params).id, params.activity_id);
