// Handles requests for stickies.
// A sticky belongs to the user who created it. For other users, the response is a 404.

import { communityNotFound, notFound } from '../../http/httpError.ts';
import { crudHandlers, operationHandlers } from '../crud.ts';
import { addPlainText, searchByText } from '../descriptions.ts';
import type { Handlers } from '../handlerTypes.ts';

const stickies = crudHandlers({
  kind: 'sticky',
  param: 'sticky_id',
  owner: ({ caller }) => caller.id,
  ownerField: 'owner',
  setsSortOrder: true,
  fields: addPlainText,
  notFoundError: (dialect) => (dialect === 'community' ? communityNotFound() : notFound()),
});

export const stickyHandlers = {
  ...operationHandlers(['Sticky', 'Stickies'], stickies),
  listStickies: ({ store, caller, query }) => searchByText(store, 'sticky', caller.id, query.query),
} satisfies Partial<Handlers>;
