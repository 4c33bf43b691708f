// Handles requests for the cycles of a project and their work items.
// A work item belongs to at most one cycle.
import type * as z from 'zod';
import type { Cycle, cycleChanges, newCycle } from '../../contract/resources/cycle.ts';
import { STATUS } from '../../contract/status.ts';
import { associate, dissociate, dissociateAll, isAssociated } from '../database/associations.ts';
import { countsOf, cycleItemsFilter, cycleOrModuleItemRecord } from '../database/cycleAndModuleItems.ts';
import { type Database, mapListQuery, type RecordFilter } from '../database/database.ts';
import { NEWEST_FIRST, workItemOrder } from '../database/orders.ts';
import type { Handlers, TypedRequest } from '../handlerTypes.ts';
import { HttpError, invalidBody, invalidField, notFound, unknownIdMessage } from '../httpError.ts';
import { crudHandlers, getOrThrow } from './crud.ts';
import { type ProjectParams, requireProjectId } from './projects.ts';
import { workItemsWithIds } from './workItems.ts';

const START_DATE = "body ->> '$.start_date'";
const END_DATE = "body ->> '$.end_date'";
/** The SQL condition of each `cycle_view`. The parameter `?1` is today's date. */
const VIEW_CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['current', `${START_DATE} <= ?1 AND ${END_DATE} >= ?1`],
  ['upcoming', `${START_DATE} > ?1`],
  ['completed', `${END_DATE} < ?1`],
  ['draft', `${START_DATE} IS NULL AND ?1 IS NOT NULL`],
  ['incomplete', `(${END_DATE} IS NULL OR ${END_DATE} >= ?1)`],
]);

type CycleFields = z.output<typeof cycleChanges> &
  Pick<z.output<typeof newCycle>, 'project_id' | 'external_source' | 'external_id'>;

const cycles = crudHandlers({
  kind: 'cycle',
  param: 'cycle_id',
  owner: requireProjectId,
  ownerField: 'project',
  setsSortOrder: true,
  conflictName: 'Cycle',
  initialFields: ({ caller }) => ({ owned_by: caller.id }),
  fields: withoutProjectId,
  check: ({ store, params, body, dialect }: TypedRequest<ProjectParams, CycleFields>, cycle, oldRecord) => {
    const { project_id: project, owned_by: owner } = body;
    if (project !== undefined && project !== params.project_id)
      throw invalidField('project_id', unknownIdMessage(project));
    // Open-source servers accept a change to a single date, but reject a new cycle with only one date.
    if (oldRecord === undefined || dialect === 'spec') requireBothDatesOrNeither(cycle);
    if (cycle.start_date && cycle.end_date && cycle.start_date > cycle.end_date)
      throw invalidBody('Start date cannot exceed end date');
    if (owner !== undefined && store.get('user', owner) === undefined)
      throw invalidField('owned_by', unknownIdMessage(owner));
  },
  // Deleting a cycle removes the work items from the cycle, but does not delete them.
  beforeDelete: ({ store }, { id }) => dissociateAll(store, id),
});

export const cycleHandlers = {
  /** An unknown `cycle_view` is ignored, so that every cycle is returned. */
  listCycles: (request) => {
    const { store, query, now } = request;
    const project = requireProjectId(request);
    const records = store.list('cycle', project, NEWEST_FIRST, viewFilter(query.cycle_view, now.slice(0, 10)));
    return mapListQuery(records, (cycle) => withCounts(store, project, cycle));
  },
  getCycle: (request) => withCounts(request.store, request.params.project_id, cycles.get(request)),
  createCycle: cycles.create,
  updateCycle: cycles.update,
  deleteCycle: cycles.delete,

  listCycleItems: (request) => {
    const { store, params, query } = request;
    return store.list(
      'workItem',
      params.project_id,
      workItemOrder(query.order_by),
      cycleItemsFilter(cycles.get(request).id),
    );
  },
  /**
   * Adds work items to a cycle, and removes them from their previous cycle. Open-source servers reject a request for a
   * cycle that has ended.
   */
  addCycleItems: (request) => {
    const { store, params, body, now, dialect } = request;
    const { id, end_date } = cycles.get(request);
    if (dialect === 'community' && end_date && end_date.slice(0, 10) < now.slice(0, 10)) {
      const message = 'The Cycle has already been completed so no new issues can be added';
      throw new HttpError(STATUS.badRequest, { code: 'CYCLE_COMPLETED', message });
    }
    const items = workItemsWithIds(store, params.project_id, 'issues', body.issues);
    const ids = items.map((item) => item.id);
    for (const cycle of store.all('cycle', params.project_id, NEWEST_FIRST))
      if (cycle.id !== id) dissociate(store, cycle.id, ids);
    associate(store, id, 'workItem', 'issues', ids);
    return items.map((item) => cycleOrModuleItemRecord('cycle', id, item, now));
  },
  removeCycleItem: (request) => {
    const { store, params, now } = request;
    const { id } = cycles.get(request);
    const item = getOrThrow(store, 'workItem', params.project_id, params.work_item_id);
    if (!isAssociated(store, id, item.id)) throw notFound();
    dissociate(store, id, [item.id]);
    store.replace('workItem', { ...item, updated_at: now });
  },
} satisfies Partial<Handlers>;

/** Returns the body without the field `project_id`, because a cycle is stored with the project in the path. */
function withoutProjectId(body: CycleFields): object {
  const { project_id: _, ...fields } = body;
  return fields;
}

function viewFilter(name: string | undefined, today: string): RecordFilter | undefined {
  const condition = VIEW_CONDITIONS.get(name ?? '');
  if (condition === undefined) return undefined;
  return { condition: condition.replaceAll('?1', '?'), values: [...condition.matchAll(/\?1/g)].map(() => today) };
}

function withCounts(store: Database, project: string, cycle: Cycle): Cycle {
  return { ...cycle, ...countsOf(store, project, cycleItemsFilter(cycle.id)) };
}

function requireBothDatesOrNeither({ start_date: start, end_date: end }: Cycle): void {
  if (((start ?? null) === null && (end ?? null) === null) || (start && end)) return;
  throw invalidBody('Both start date and end date are either required or are to be null');
}
