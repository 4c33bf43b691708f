// Owns the answers about customers.

import { randomUUID } from 'node:crypto';
import type { Customer } from '../../../contract/resources/customer.ts';
import { dissociateAll } from '../../database/associations.ts';
import { blanks } from '../../database/blanks.ts';
import { OLDEST_FIRST } from '../../database/orders.ts';
import type { Workspace } from '../../database/records.ts';
import { type Database, emptyListQuery, mapListQuery } from '../../database/store.ts';
import type { Handlers } from '../../handler.ts';
import { notFound } from '../../refusal.ts';
import { described, isHere, matching } from '../described.ts';

/** Deletes a request with its ties to work items. */
export function forgetRequest(store: Database, id: string): void {
  dissociateAll(store, id);
  store.remove('customerRequest', id);
}

/** The customer, or the 404. */
export function customerIn(store: Database, workspace: Workspace, id: string): Customer {
  const customer = store.within('customer', workspace.id, id);
  if (customer === undefined) throw notFound();
  return customer;
}

/** With its requests as they are counted at the moment of asking. */
function counted(store: Database, customer: Customer): Customer {
  return { ...customer, customer_request_count: store.count('customerRequest', customer.id) };
}

export const listCustomers: Handlers['listCustomers'] = ({ store, workspace, query }) =>
  isHere(workspace, query.workspace)
    ? mapListQuery(matching(store, 'customer', workspace.id, query.query), (customer) => counted(store, customer))
    : emptyListQuery;

export const getCustomer: Handlers['getCustomer'] = ({ store, workspace, params }) =>
  counted(store, customerIn(store, workspace, params.customer_id));

/** A customer that is known already is changed instead: by its external id where one is sent, else by its name. */
export const createCustomer: Handlers['createCustomer'] = ({ store, workspace, body, caller, now }) => {
  const { name, external_source, external_id } = body;
  const known =
    external_source !== undefined && external_id !== undefined
      ? store.byExternal('customer', workspace.id, external_source, external_id)
      : store.all('customer', workspace.id, OLDEST_FIRST).find((customer) => customer.name === name);
  const fields = described(body);
  if (known !== undefined) {
    return counted(store, store.replace('customer', { ...known, ...fields, updated_by: caller.id, updated_at: now }));
  }
  return store.insert('customer', workspace.id, {
    ...blanks.customer,
    ...fields,
    id: randomUUID(),
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });
};

export const updateCustomer: Handlers['updateCustomer'] = ({ store, workspace, params, body, caller, now }) => {
  const customer = customerIn(store, workspace, params.customer_id);
  return counted(store, store.replace('customer', { ...customer, ...described(body), updated_by: caller.id, updated_at: now }));
};

/** Its requests go with it. */
export const deleteCustomer: Handlers['deleteCustomer'] = ({ store, workspace, params }) => {
  const { id } = customerIn(store, workspace, params.customer_id);
  for (const request of store.all('customerRequest', id, OLDEST_FIRST)) forgetRequest(store, request.id);
  store.remove('customer', id);
};
