// Owns the answers about a project's states: one of them is always the default.

import type { State } from '../../contract/resources/state.ts';
import { blanks } from '../database/blanks.ts';
import { BY_POSITION } from '../database/orders.ts';
import type { Database } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { nameTaken, notAllowed } from '../refusal.ts';
import { change, found, make, refuseRepeated } from './crud.ts';
import { projectIn } from './projects.ts';

const statesOf = (store: Database, project: string): State[] => store.all('state', project, BY_POSITION);

export const listStates: Handlers['listStates'] = ({ store, workspace, params }) =>
  store.list('state', projectIn(store, workspace, params.project_id).id, BY_POSITION);

export const getState: Handlers['getState'] = ({ store, workspace, params }) =>
  found(store, 'state', projectIn(store, workspace, params.project_id).id, params.state_id);

/** Goes after the others unless its place was sent. */
export const createState: Handlers['createState'] = (asked) => {
  const { store, workspace, params, body } = asked;
  const project = projectIn(store, workspace, params.project_id).id;
  refuseTaken(store, project, body.name);
  refuseRepeated(store, 'state', project, 'State', body);
  const last = Math.max(0, ...statesOf(store, project).map((state) => state.sequence ?? 0));
  const slug = body.name.toLowerCase().replaceAll(/\s+/g, '-');
  const state = make(asked, 'state', project, { ...blanks.state, sequence: last + 10_000, slug, project }, body);
  if (body.default === true) makeDefault(store, project, state);
  return state;
};

export const updateState: Handlers['updateState'] = (asked) => {
  const { store, workspace, params, body } = asked;
  const project = projectIn(store, workspace, params.project_id).id;
  const before = found(store, 'state', project, params.state_id);
  if (body.name !== undefined) refuseTaken(store, project, body.name, before.id);
  refuseRepeated(store, 'state', project, 'State', body, before.id);
  const state = change(asked, 'state', before, { ...body, default: before.default === true || body.default === true });
  if (body.default === true) makeDefault(store, project, state);
  return state;
};

export const deleteState: Handlers['deleteState'] = ({ store, workspace, params }) => {
  const project = projectIn(store, workspace, params.project_id).id;
  const state = found(store, 'state', project, params.state_id);
  if (state.default === true) throw notAllowed('Default state cannot be deleted');
  const inState = { condition: "body ->> '$.state' = ?", values: [state.id] };
  if (store.count('workItem', project, inState) + store.count('epic', project, inState) > 0) {
    throw notAllowed('The state is not empty, only empty states can be deleted');
  }
  store.remove('state', state.id);
};

function refuseTaken(store: Database, project: string, name: string, self?: string): void {
  const first = statesOf(store, project).find((state) => state.name === name && state.id !== self);
  if (first !== undefined) throw nameTaken('State', first.id);
}

function makeDefault(store: Database, project: string, chosen: State): void {
  for (const state of statesOf(store, project)) {
    if (state.default === true && state.id !== chosen.id) store.replace('state', { ...state, default: false });
  }
}
