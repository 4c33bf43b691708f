// Handles requests for the states of a project. Exactly one state of a project is the default.

import type * as z from 'zod';
import type { State, stateChanges } from '../../contract/resources/state.ts';
import { largestOf } from '../../std/firstInOrder.ts';
import type { Database } from '../database/database.ts';
import { stateSlug } from '../database/defaultStates.ts';
import { BY_POSITION } from '../database/orders.ts';
import { invalidChange } from '../http/httpError.ts';
import { crudHandlers, operationHandlers, rejectTakenName } from './crud.ts';
import type { TypedRequest } from './handlerTypes.ts';
import { type ProjectParams, requireProjectId } from './projects.ts';

export const stateHandlers = operationHandlers(
  ['State', 'States'],
  crudHandlers({
    kind: 'state',
    param: 'state_id',
    owner: requireProjectId,
    ownerField: 'project',
    order: BY_POSITION,
    conflictName: 'State',
    initialFields: ({ store, body }: TypedRequest<ProjectParams, z.output<typeof stateChanges>>, project) => ({
      sequence:
        largestOf(
          statesOf(store, project).map((state) => state.sequence ?? 0),
          0,
        ) + 10_000,
      slug: stateSlug(body.name ?? ''),
    }),
    // A state remains the default until another state becomes the default.
    fields: (body, oldRecord) => ({ ...body, default: oldRecord?.default === true || body.default === true }),
    check: ({ store, params, body }, { id }) =>
      rejectTakenName(store, 'state', 'State', params.project_id, { id, name: body.name }),
    afterSave: ({ store, params, body }, state) => {
      if (body.default === true) makeDefault(store, params.project_id, state);
    },
    beforeDelete: ({ store, params }, state) => {
      if (state.default === true) throw invalidChange('Default state cannot be deleted');
      const stateFilter = { condition: "body ->> '$.state' = ?", values: [state.id] };
      if (
        store.count('workItem', params.project_id, stateFilter) + store.count('epic', params.project_id, stateFilter) >
        0
      ) {
        throw invalidChange('The state is not empty, only empty states can be deleted');
      }
    },
  }),
);

function statesOf(store: Database, project: string): State[] {
  return store.all('state', project, BY_POSITION);
}

function makeDefault(store: Database, project: string, newDefault: State): void {
  for (const state of statesOf(store, project)) {
    if (state.default === true && state.id !== newDefault.id) store.replace('state', { ...state, default: false });
  }
}
