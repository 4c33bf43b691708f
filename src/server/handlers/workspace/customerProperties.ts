// Owns the answers about the fields that every customer of the workspace has.

import { randomUUID } from 'node:crypto';
import type { CustomerProperty } from '../../../contract/resources/customerProperty.ts';
import { blanks } from '../../database/blanks.ts';
import { BY_POSITION } from '../../database/orders.ts';
import type { Workspace } from '../../database/records.ts';
import { type Database, emptyListQuery } from '../../database/store.ts';
import type { Handlers } from '../../handler.ts';
import { notFound } from '../../refusal.ts';
import { isHere } from '../described.ts';

function propertyIn(store: Database, workspace: Workspace, id: string): CustomerProperty {
  const property = store.within('customerProperty', workspace.id, id);
  if (property === undefined) throw notFound();
  return property;
}

export const listCustomerProperties: Handlers['listCustomerProperties'] = ({ store, workspace, query }) =>
  isHere(workspace, query.workspace) ? store.list('customerProperty', workspace.id, BY_POSITION) : emptyListQuery;

export const getCustomerProperty: Handlers['getCustomerProperty'] = ({ store, workspace, params }) =>
  propertyIn(store, workspace, params.property_id);

/** Of its two names one is enough. */
export const createCustomerProperty: Handlers['createCustomerProperty'] = ({ store, workspace, body, caller, now }) =>
  store.insert('customerProperty', workspace.id, {
    ...blanks.customerProperty,
    sort_order: 65_535 + store.count('customerProperty', workspace.id) * 10_000,
    ...body,
    name: body.name ?? body.display_name ?? '',
    display_name: body.display_name ?? body.name ?? '',
    id: randomUUID(),
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });

export const updateCustomerProperty: Handlers['updateCustomerProperty'] = ({ store, workspace, params, body, caller, now }) => {
  const property = propertyIn(store, workspace, params.property_id);
  return store.replace('customerProperty', { ...property, ...body, updated_by: caller.id, updated_at: now });
};

export const deleteCustomerProperty: Handlers['deleteCustomerProperty'] = ({ store, workspace, params }) => {
  store.remove('customerProperty', propertyIn(store, workspace, params.property_id).id);
};
