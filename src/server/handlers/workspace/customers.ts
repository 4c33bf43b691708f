// Handles requests for customers.
import type * as z from 'zod';
import type { Customer, newCustomer } from '../../../contract/resources/customer.ts';
import { dissociateAll } from '../../database/associations.ts';
import { type Database, emptyListQuery, mapListQuery } from '../../database/database.ts';
import { OLDEST_FIRST } from '../../database/orders.ts';
import { changedRecord, crudHandlers, requireWorkspaceId } from '../crud.ts';
import { addPlainText, matchesWorkspaceFilter, searchByText } from '../descriptions.ts';
import type { Handlers, TypedRequest } from '../handlerTypes.ts';

/** The parameters of a path that names a customer. */
export interface CustomerParams {
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
export function requireCustomerId(request: TypedRequest<CustomerParams>): string {
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
