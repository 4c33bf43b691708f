// Handles requests for the links of a work item.
// Changing a link also updates the `updated_at` of its work item.
import type * as z from 'zod';
import type { linkChanges } from '../../contract/resources/link.ts';
import { NEWEST_FIRST } from '../database/orders.ts';
import { invalidChange } from '../http/httpError.ts';
import { crudHandlers, operationHandlers } from './crud.ts';
import type { TypedRequest } from './handlerTypes.ts';
import { requestedOrDeletedItem, touchWorkItem, type WorkItemParams } from './workItems.ts';

export const linkHandlers = operationHandlers(
  ['Link', 'Links'],
  crudHandlers({
    kind: 'link',
    param: 'link_id',
    owner: (request) => requestedOrDeletedItem(request).id,
    ownerField: 'issue',
    initialFields: ({ params }) => ({ project: params.project_id }),
    check: ({ store, params, body }: TypedRequest<WorkItemParams, z.output<typeof linkChanges>>, { id }) => {
      const isDuplicate = store
        .all('link', params.work_item_id, NEWEST_FIRST)
        .some((link) => link.url === body.url && link.id !== id);
      if (isDuplicate) throw invalidChange('URL already exists for this Issue');
    },
    afterSave: touchWorkItem,
    beforeDelete: touchWorkItem,
  }),
);
