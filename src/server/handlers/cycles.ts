// Owns the answers about a project's cycles and the work items in them. A work item is in one cycle at most.

import type { Cycle } from '../../contract/resources/cycle.ts';
import { STATUS } from '../../contract/status.ts';
import { associate, dissociate, dissociateAll } from '../database/associations.ts';
import { blanks } from '../database/blanks.ts';
import { countsOf, inCycle, itemCounts } from '../database/itemGroups.ts';
import { NEWEST_FIRST, workItemOrder } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { type Database, mapListQuery, type Narrowing } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { invalidBody, invalidField, notFound, Refusal, unknownId } from '../refusal.ts';
import { change, found, make, sent } from './crud.ts';
import { projectIn } from './projects.ts';
import { workItemsIn } from './workItems.ts';

const START = "body ->> '$.start_date'";
const END = "body ->> '$.end_date'";
// The parameter is today.
const VIEWS: ReadonlyMap<string, string> = new Map([
  ['current', `${START} <= ?1 AND ${END} >= ?1`],
  ['upcoming', `${START} > ?1`],
  ['completed', `${END} < ?1`],
  ['draft', `${START} IS NULL AND ?1 IS NOT NULL`],
  ['incomplete', `(${END} IS NULL OR ${END} >= ?1)`],
]);

interface Named {
  readonly project_id: string;
  readonly cycle_id: string;
}

function cycleIn(store: Database, workspace: Workspace, params: Named): Cycle {
  return found(store, 'cycle', projectIn(store, workspace, params.project_id).id, params.cycle_id);
}

const counted = (store: Database, project: string, cycle: Cycle): Cycle => ({ ...cycle, ...countsOf(store, project, inCycle(cycle.id)) });

/** A view that there is none of shows every cycle. */
export const listCycles: Handlers['listCycles'] = ({ store, workspace, params, query, now }) => {
  const project = projectIn(store, workspace, params.project_id).id;
  const condition = VIEWS.get(query.cycle_view ?? '');
  const today = now.slice(0, 10);
  const narrowing: Narrowing | undefined =
    condition === undefined
      ? undefined
      : { condition: condition.replaceAll('?1', '?'), values: [...condition.matchAll(/\?1/g)].map(() => today) };
  return mapListQuery(store.list('cycle', project, NEWEST_FIRST, narrowing), (cycle) => counted(store, project, cycle));
};

export const getCycle: Handlers['getCycle'] = ({ store, workspace, params }) =>
  counted(store, params.project_id, cycleIn(store, workspace, params));

export const createCycle: Handlers['createCycle'] = (asked) => {
  const { store, workspace, params, caller } = asked;
  const project = projectIn(store, workspace, params.project_id).id;
  const { project_id: named, ...body } = asked.body;
  if (named !== undefined && named !== project) throw invalidField('project_id', unknownId(named));
  const sort_order = 65_535 + store.count('cycle', project) * 10_000;
  refuseOneDate(body);
  return make(asked, 'cycle', project, checked(store, { ...blanks.cycle, sort_order, project, owned_by: caller.id }, body), body);
};

export const updateCycle: Handlers['updateCycle'] = (asked) => {
  const { store, workspace, params, body, dialect } = asked;
  const cycle = cycleIn(store, workspace, params);
  // Open-source servers check this for a new cycle only (API-FACTS J37).
  if (dialect === 'spec') refuseOneDate({ ...cycle, ...sent(body) });
  return change(asked, 'cycle', checked(store, cycle, body), body);
};

/** Its work items stay. */
export const deleteCycle: Handlers['deleteCycle'] = ({ store, workspace, params }) => {
  const { id } = cycleIn(store, workspace, params);
  dissociateAll(store, id);
  store.remove('cycle', id);
};

export const listCycleItems: Handlers['listCycleItems'] = ({ store, workspace, params, query }) =>
  store.list('workItem', params.project_id, workItemOrder(query.order_by), inCycle(cycleIn(store, workspace, params).id));

/** Takes the items out of the cycle that they were in. Open-source servers refuse a cycle that has ended (API-FACTS J37). */
export const addCycleItems: Handlers['addCycleItems'] = ({ store, workspace, params, body, now, dialect }) => {
  const { id, end_date } = cycleIn(store, workspace, params);
  if (dialect === 'community' && end_date && end_date.slice(0, 10) < now.slice(0, 10)) {
    const message = 'The Cycle has already been completed so no new issues can be added';
    throw new Refusal(STATUS.badRequest, { code: 'CYCLE_COMPLETED', message });
  }
  const items = workItemsIn(store, params.project_id, 'issues', body.issues);
  const ids = items.map((item) => item.id);
  for (const cycle of store.all('cycle', params.project_id, NEWEST_FIRST)) if (cycle.id !== id) dissociate(store, cycle.id, ids);
  associate(store, id, 'workItem', 'issues', ids);
  return items.map((item) => itemCounts('cycle', id, item, now));
};

export const removeCycleItem: Handlers['removeCycleItem'] = ({ store, workspace, params, now }) => {
  const { id } = cycleIn(store, workspace, params);
  const item = found(store, 'workItem', params.project_id, params.work_item_id);
  if (store.get('tie', `${id}/${item.id}`) === undefined) throw notFound();
  dissociate(store, id, [item.id]);
  store.replace('workItem', { ...item, updated_at: now });
};

interface Fields {
  readonly start_date?: string | null | undefined;
  readonly end_date?: string | null | undefined;
  readonly owned_by?: string | undefined;
}

function refuseOneDate({ start_date, end_date }: Pick<Fields, 'start_date' | 'end_date'>): void {
  if ((start_date ?? null) === null && (end_date ?? null) === null) return;
  if (start_date && end_date) return;
  throw invalidBody('Both start date and end date are either required or are to be null');
}

/** Returns the cycle when it may become what was sent: dates in order, and an owner who exists. */
function checked(store: Database, cycle: Cycle, body: Fields): Cycle {
  const start = (body.start_date === undefined ? cycle.start_date : body.start_date) ?? null;
  const end = (body.end_date === undefined ? cycle.end_date : body.end_date) ?? null;
  if (start !== null && end !== null && start > end) throw invalidBody('Start date cannot exceed end date');
  if (body.owned_by !== undefined && store.get('user', body.owned_by) === undefined)
    throw invalidField('owned_by', unknownId(body.owned_by));
  return cycle;
}
