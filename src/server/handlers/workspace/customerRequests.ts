// Handles requests for the requests of customers.
import type * as z from 'zod';
import type { customerRequestFields } from '../../../contract/resources/customerRequest.ts';
import { associate, dissociateAll } from '../../database/associations.ts';
import { crudHandlers, operationHandlers } from '../crud.ts';
import { addPlainText, searchByText } from '../descriptions.ts';
import type { Handlers, TypedRequest } from '../handlerTypes.ts';
import { type CustomerParams, requireCustomerId } from './customers.ts';

type RequestFields = z.output<typeof customerRequestFields>;

const customerRequests = crudHandlers({
  kind: 'customerRequest',
  param: 'request_id',
  owner: requireCustomerId,
  ownerField: 'customer',
  fields: fieldsToStore,
  // Work items are associated only with a new request. An update ignores them, as on real servers.
  afterSave: ({ store, body }: TypedRequest<CustomerParams, RequestFields>, { id }, oldRecord) => {
    if (oldRecord === undefined) associate(store, id, 'workItem', 'work_item_ids', body.work_item_ids ?? []);
  },
  beforeDelete: ({ store }, { id }) => dissociateAll(store, id),
});

export const customerRequestHandlers = {
  ...operationHandlers(['CustomerRequest', 'CustomerRequests'], customerRequests),
  listCustomerRequests: (request) =>
    searchByText(request.store, 'customerRequest', requireCustomerId(request), request.query['query']),
} satisfies Partial<Handlers>;

/**
 * Returns the fields to store: the title as both `title` and `name`. Work items are stored as associations, not as a
 * field.
 */
function fieldsToStore(body: RequestFields): object {
  const { title, name, work_item_ids: _, ...rest } = body;
  const sentTitle = title ?? name;
  return { ...addPlainText(rest), ...(sentTitle === undefined ? {} : { title: sentTitle, name: sentTitle }) };
}
