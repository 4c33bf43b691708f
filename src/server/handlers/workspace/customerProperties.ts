// Handles requests for the properties that every customer of the workspace has.
import type * as z from 'zod';
import type { customerPropertyFields } from '../../../contract/resources/customerProperty.ts';
import { emptyListQuery } from '../../database/database.ts';
import { BY_POSITION } from '../../database/orders.ts';
import { crudHandlers, operationHandlers, requireWorkspaceId } from '../crud.ts';
import { matchesWorkspaceFilter } from '../descriptions.ts';
import type { Handlers } from '../handlerTypes.ts';

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
