// Owns the answers about what customers ask for.

import { randomUUID } from 'node:crypto';
import type { Operations } from '../../../contract/operations.ts';
import type { CustomerRequest } from '../../../contract/resources/customerRequest.ts';
import { associate } from '../../database/associations.ts';
import { blanks } from '../../database/blanks.ts';
import type { Workspace } from '../../database/records.ts';
import type { Database } from '../../database/store.ts';
import type { HandlerRequest, Handlers } from '../../handler.ts';
import { notFound } from '../../refusal.ts';
import { described, matching } from '../described.ts';
import { customerIn, forgetRequest } from './customers.ts';

type Fields = HandlerRequest<Operations['createCustomerRequest']>['body'];

function requestIn(
  store: Database,
  workspace: Workspace,
  params: { readonly customer_id: string; readonly request_id: string },
): CustomerRequest {
  const request = store.within('customerRequest', customerIn(store, workspace, params.customer_id).id, params.request_id);
  if (request === undefined) throw notFound();
  return request;
}

/** The fields as they are answered: the title under both names, and without the work items, which only go in. */
function titled(fields: Fields): Record<string, unknown> {
  const { title, name, work_item_ids: _, ...rest } = fields;
  const called = title ?? name;
  return { ...described(rest), ...(called === undefined ? {} : { title: called, name: called }) };
}

export const listCustomerRequests: Handlers['listCustomerRequests'] = ({ store, workspace, params, query }) =>
  matching(store, 'customerRequest', customerIn(store, workspace, params.customer_id).id, query['query']);

export const getCustomerRequest: Handlers['getCustomerRequest'] = ({ store, workspace, params }) => requestIn(store, workspace, params);

export const createCustomerRequest: Handlers['createCustomerRequest'] = ({ store, workspace, params, body, caller, now }) => {
  const customer = customerIn(store, workspace, params.customer_id);
  const id = randomUUID();
  associate(store, id, 'workItem', 'work_item_ids', body.work_item_ids ?? []);
  return store.insert('customerRequest', customer.id, {
    ...blanks.customerRequest,
    ...titled(body),
    id,
    customer: customer.id,
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });
};

/** The work items are taken at the making only; here they are ignored, as real servers do. */
export const updateCustomerRequest: Handlers['updateCustomerRequest'] = ({ store, workspace, params, body, caller, now }) => {
  const request = requestIn(store, workspace, params);
  return store.replace('customerRequest', { ...request, ...titled(body), updated_by: caller.id, updated_at: now });
};

export const deleteCustomerRequest: Handlers['deleteCustomerRequest'] = ({ store, workspace, params }) => {
  forgetRequest(store, requestIn(store, workspace, params).id);
};
