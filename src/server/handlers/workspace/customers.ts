// Handles requests for customers, for their requests, and for the properties that all of them have.
import type * as z from 'zod';
import type { Customer, newCustomer } from '../../../contract/resources/customer.ts';
import type { customerPropertyFields } from '../../../contract/resources/customerProperty.ts';
import type { customerRequestFields } from '../../../contract/resources/customerRequest.ts';
import { associate, dissociateAll } from '../../database/associations.ts';
import { type Database, emptyListQuery, mapListQuery } from '../../database/database.ts';
import { BY_POSITION, OLDEST_FIRST } from '../../database/orders.ts';
import { changedRecord, crudHandlers, operationHandlers, requireWorkspaceId } from '../crud.ts';
import { addPlainText, matchesWorkspaceFilter, searchByText } from '../descriptions.ts';
import type { Handlers, TypedRequest } from '../handlerTypes.ts';

/** The parameters of a path that names a customer. */
interface CustomerParams {
  readonly customer_id: string;
}

const customers = crudHandlers({
  kind: 'customer',
  param: 'customer_id',
  owner: requireWorkspaceId,
  fields: addPlainText,
  beforeDelete: ({ store }, { id }) => {
    for (const request of store.all('customerRequest', id, OLDEST_FIRST)) {
      dissociateAll(store, request.id);
      store.remove('customerRequest', request.id);
    }
  },
});

/** Returns the id of the customer that the path names. @throws HttpError 404 if the customer does not exist. */
function requireCustomerId(request: TypedRequest<CustomerParams>): string {
  return customers.get(request).id;
}

export const customerHandlers = {
  listCustomers: ({ store, workspace, query }) =>
    matchesWorkspaceFilter(workspace, query.workspace)
      ? mapListQuery(searchByText(store, 'customer', workspace.id, query.query), (customer) =>
          withRequestCount(store, customer),
        )
      : emptyListQuery,
  getCustomer: (request) => withRequestCount(request.store, customers.get(request)),
  /** Creates a customer, or updates the customer if it already exists. */
  createCustomer: (request) => {
    const customerToUpdate = existingCustomer(request);
    if (customerToUpdate === undefined) return customers.create(request);
    const customer = changedRecord(request, customerToUpdate, addPlainText(request.body));
    return withRequestCount(request.store, request.store.replace('customer', customer));
  },
  updateCustomer: (request) => withRequestCount(request.store, customers.update(request)),
  /** Also deletes the requests of the customer. */
  deleteCustomer: customers.delete,
} satisfies Partial<Handlers>;

function withRequestCount(store: Database, customer: Customer): Customer {
  return { ...customer, customer_request_count: store.count('customerRequest', customer.id) };
}

/** Returns the customer with the same external id or, if the body contains no external id, with the same name. */
function existingCustomer({
  store,
  workspace,
  body,
}: TypedRequest<unknown, z.output<typeof newCustomer>>): Customer | undefined {
  const { name, external_source, external_id } = body;
  return external_source !== undefined && external_id !== undefined
    ? store.findByExternalId('customer', workspace.id, external_source, external_id)
    : store.all('customer', workspace.id, OLDEST_FIRST).find((customer) => customer.name === name);
}

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

const properties = crudHandlers({
  kind: 'customerProperty',
  param: 'property_id',
  owner: requireWorkspaceId,
  order: BY_POSITION,
  setsSortOrder: true,
  fields: (body: z.output<typeof customerPropertyFields>, oldRecord) =>
    oldRecord === undefined ? fillMissingName(body) : body,
});

export const customerPropertyHandlers = {
  ...operationHandlers(['CustomerProperty', 'CustomerProperties'], properties),
  listCustomerProperties: (request) =>
    matchesWorkspaceFilter(request.workspace, request.query.workspace) ? properties.list(request) : emptyListQuery,
} satisfies Partial<Handlers>;

/** Fills in a missing `name` or `display_name` of a new property with the other of these fields. */
function fillMissingName(body: z.output<typeof customerPropertyFields>): object {
  return { ...body, name: body.name ?? body.display_name ?? '', display_name: body.display_name ?? body.name ?? '' };
}
