// Handles requests for the cycles of a project and their work items.
// A work item belongs to at most one cycle.
import type * as z from 'zod';
import { withCycleDays } from '../../contract/cycleDays.ts';
import type { Cycle, cycleChanges, newCycle } from '../../contract/resources/cycle.ts';
import { STATUS } from '../../contract/status.ts';
import {
  cycleInstants,
  dayIn,
  instantTextIn,
  isInstant,
  startOfDayIn,
  type Zone,
  zoneNamed,
} from '../../std/dates/zonedDay.ts';
import { associate, dissociate, dissociateAll, isAssociated, recordsWithIds } from '../database/associations.ts';
import { countsOf, cycleItemsFilter, cycleOrModuleItemRecord } from '../database/cycleAndModuleItems.ts';
import { type Database, mapListQuery, type RecordFilter } from '../database/database.ts';
import { NEWEST_FIRST, workItemOrder } from '../database/orders.ts';
import { HttpError, invalidBody, invalidField, notFound, unknownIdMessage } from '../http/httpError.ts';
import { crudHandlers, getOrThrow } from './crud.ts';
import type { Handlers, RequestContext, TypedRequest } from './handlerTypes.ts';
import { type ProjectParams, requestedProject, requireProjectId } from './projects.ts';

const START_DATE = "body ->> '$.start_date'";
const END_DATE = "body ->> '$.end_date'";
/** The end as an instant: a stored day ends at midnight UTC. A longer text is an instant and compares as before. */
const END = `(${END_DATE} || 'T23:59:59Z')`;
/** The SQL condition of each `cycle_view`. The parameter `?1` is the current time, ISO 8601 in UTC. */
const VIEW_CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['current', `${START_DATE} <= ?1 AND ${END} >= ?1`],
  ['upcoming', `${START_DATE} > ?1`],
  ['completed', `${END} < ?1`],
  ['draft', `${START_DATE} IS NULL AND ?1 IS NOT NULL`],
  ['incomplete', `(${END_DATE} IS NULL OR ${END} >= ?1)`],
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
  fields: storedFields,
  check: ({ store, params, body, dialect }: TypedRequest<ProjectParams, CycleFields>, cycle, oldRecord) => {
    const { project_id: project, owned_by: owner } = body;
    if (project !== undefined && project !== params.project_id)
      throw invalidField('project_id', unknownIdMessage(project));
    // Open-source servers accept a change to a single date, but reject a new cycle with only one date.
    if (oldRecord === undefined || dialect === 'spec') requireBothDatesOrNeither(cycle);
    // Open-source servers compare the dates only if both are in the body.
    const { start_date: start, end_date: end } = dialect === 'spec' ? cycle : body;
    if (start && end && start > end) throw invalidBody('Start date cannot exceed end date');
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
    const records = store.list('cycle', project, NEWEST_FIRST, viewFilter(query.cycle_view, now));
    return mapListQuery(records, (cycle) => toCycleResponse(request, withCounts(store, project, cycle)));
  },
  getCycle: (request) =>
    toCycleResponse(request, withCounts(request.store, request.params.project_id, cycles.get(request))),
  createCycle: (request) => toCycleResponse(request, cycles.create(request)),
  updateCycle: (request) => toCycleResponse(request, cycles.update(request)),
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
    const cycle = cycles.get(request);
    const { id } = cycle;
    const end = toCycleResponse(request, cycle).end_date;
    if (dialect === 'community' && end && Date.parse(end) < Date.parse(now)) {
      const message = 'The Cycle has already been completed so no new issues can be added';
      throw new HttpError(STATUS.badRequest, { code: 'CYCLE_COMPLETED', message });
    }
    const items = recordsWithIds(store, 'workItem', 'issues', body.issues, params.project_id);
    const ids = items.map((item) => item.id);
    for (const other of store.all('cycle', params.project_id, NEWEST_FIRST))
      if (other.id !== id) dissociate(store, other.id, ids);
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

/**
 * Returns the fields to store: without `project_id`, because a cycle is stored with the project in the path. Open-source
 * servers store instants: the first and last minutes of the project's days if the body has both dates, otherwise
 * midnight in the caller's time zone.
 */
function storedFields(
  body: CycleFields,
  _oldRecord: Cycle | undefined,
  request: TypedRequest<ProjectParams, CycleFields>,
): object {
  const { project_id: _, ...fields } = body;
  if (request.dialect === 'spec') return fields;
  const { start_date: start, end_date: end } = fields;
  const zone = callerZone(request);
  if (start && end) {
    const days = { start: writtenDay(zone, start), end: writtenDay(zone, end) };
    const instants = cycleInstants(projectZone(request), days);
    // A cycle that starts today starts now.
    const startsToday = days.start === dayIn(projectZone(request), Date.parse(request.now));
    const startInstant = startsToday ? Date.parse(request.now) : instants.start;
    return { ...fields, start_date: isoTime(startInstant), end_date: isoTime(instants.end) };
  }
  return {
    ...fields,
    ...(start ? { start_date: isoTime(instantOf(zone, start)) } : {}),
    ...(end ? { end_date: isoTime(instantOf(zone, end)) } : {}),
  };
}

/** Returns the cycle as the dialect sends it: with days, or with instants in the caller's time zone. */
function toCycleResponse(request: TypedRequest<ProjectParams>, cycle: Cycle): Cycle {
  const zone = projectZone(request);
  if (request.dialect === 'spec') return withCycleDays(cycle, requestedProject(request));
  const { start_date: start, end_date: end } = cycle;
  // Records that another dialect or the sample has stored have days.
  const startInstant =
    start && (isInstant(start) ? Date.parse(start) : cycleInstants(zone, { start, end: start }).start);
  const endInstant = end && (isInstant(end) ? Date.parse(end) : cycleInstants(zone, { start: end, end }).end);
  const text = (instant: number): string => instantTextIn(callerZone(request), instant);
  return {
    ...cycle,
    ...(startInstant ? { start_date: text(startInstant) } : {}),
    ...(endInstant ? { end_date: text(endInstant) } : {}),
  };
}

/** Returns the day that is written, in the caller's time zone if it is an instant. */
function writtenDay(zone: Zone, date: string): string {
  return isInstant(date) ? dayIn(zone, Date.parse(date)) : date.slice(0, 10);
}

function instantOf(zone: Zone, date: string): number {
  return isInstant(date) ? Date.parse(date) : startOfDayIn(zone, date);
}

function isoTime(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

function projectZone(request: TypedRequest<ProjectParams>): Zone {
  return zoneOrUtc(requestedProject(request).timezone);
}

function callerZone({ caller }: RequestContext): Zone {
  return zoneOrUtc(caller['user_timezone']);
}

function zoneOrUtc(name: unknown): Zone {
  const zone = zoneNamed(name) ?? zoneNamed('UTC');
  if (zone === undefined) throw new Error('The platform does not know UTC.');
  return zone;
}

function viewFilter(name: string | undefined, now: string): RecordFilter | undefined {
  const condition = VIEW_CONDITIONS.get(name ?? '');
  if (condition === undefined) return undefined;
  return { condition: condition.replaceAll('?1', '?'), values: [...condition.matchAll(/\?1/g)].map(() => now) };
}

function withCounts(store: Database, project: string, cycle: Cycle): Cycle {
  return { ...cycle, ...countsOf(store, project, cycleItemsFilter(cycle.id)) };
}

function requireBothDatesOrNeither({ start_date: start, end_date: end }: Cycle): void {
  if (((start ?? null) === null && (end ?? null) === null) || (start && end)) return;
  throw invalidBody('Both start date and end date are either required or are to be null');
}
