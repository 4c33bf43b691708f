// Handles requests for the labels of a project.
import type * as z from 'zod';
import type { labelChanges } from '../../contract/resources/label.ts';
import { NEWEST_FIRST } from '../database/orders.ts';
import { invalidField, unknownIdMessage } from '../http/httpError.ts';
import { crudHandlers, operationHandlers, rejectTakenName } from './crud.ts';
import type { TypedRequest } from './handlerTypes.ts';
import { type ProjectParams, requireProjectId } from './projects.ts';

export const labelHandlers = operationHandlers(
  ['Label', 'Labels'],
  crudHandlers({
    kind: 'label',
    param: 'label_id',
    owner: requireProjectId,
    ownerField: 'project',
    setsSortOrder: true,
    conflictName: 'Label',
    check: ({ store, params, body }: TypedRequest<ProjectParams, z.output<typeof labelChanges>>, { id }) => {
      const { name, parent } = body;
      rejectTakenName(store, 'label', 'Label', params.project_id, { id, name });
      if (parent && store.getOwned('label', params.project_id, parent) === undefined)
        throw invalidField('parent', unknownIdMessage(parent));
      if (parent && parent === id) throw invalidField('parent', "A label can't be its own parent.");
    },
    beforeDelete: removeReferences,
  }),
);

/** Removes the label from work items and epics, and from the labels that have it as their parent. */
function removeReferences({ store, params }: TypedRequest<ProjectParams>, { id }: { readonly id: string }): void {
  const labelFilter = {
    condition: "EXISTS (SELECT 1 FROM json_each(record.body, '$.labels') WHERE value = ?)",
    values: [id],
  };
  for (const kind of ['workItem', 'epic'] as const) {
    for (const item of store.list(kind, params.project_id, NEWEST_FIRST, labelFilter).read(-1, 0)) {
      store.replace(kind, { ...item, labels: item.labels.filter((label) => label !== id) });
    }
  }
  for (const label of store.all('label', params.project_id, NEWEST_FIRST)) {
    if (label.parent === id) store.replace('label', { ...label, parent: null });
  }
}
