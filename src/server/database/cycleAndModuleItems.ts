// Counts the work items of modules and cycles by state group, and creates their membership records.
import { STATE_GROUPS } from '../../contract/resources/state.ts';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import type { Database, RecordFilter } from './database.ts';
import { uuidFromName } from './uuidFromName.ts';

type CycleOrModuleKind = 'module' | 'cycle';

/**
 * Returns the condition that selects the work items of a module: work items whose field `module` is its id and, on an
 * open-source server, work items with several modules that are associated with it.
 */
export function moduleItemsFilter(module: string): RecordFilter {
  const { condition, values } = cycleItemsFilter(module);
  return { condition: `(body ->> '$.module' = ? OR ${condition})`, values: [module, ...values] };
}

/** Returns the condition that selects the work items of a cycle, which are associated with the cycle. */
export function cycleItemsFilter(cycle: string): RecordFilter {
  return {
    condition:
      "id IN (SELECT other.body ->> '$.target' FROM record other WHERE other.kind = 'tie' AND other.owner = ?)",
    values: [cycle],
  };
}

/** The counts of a module or cycle without work items. Counts are not stored, but computed for each response. */
export const NO_COUNTS: Readonly<Record<string, number>> = {
  total_issues: 0,
  ...Object.fromEntries(STATE_GROUPS.map((group) => [`${group}_issues`, 0])),
};

/** Returns the number of work items that match the condition, in total and by state group. */
export function countsOf(
  store: Database,
  project: string,
  { condition, values }: RecordFilter,
): Record<string, number> {
  const sql = `
    SELECT coalesce((SELECT state.body ->> '$.group' FROM record state WHERE state.kind = 'state' AND state.id = record.body ->> '$.state'), '') AS state_group,
      count(*) AS count
    FROM record WHERE kind = 'workItem' AND owner = ? AND ${condition} GROUP BY state_group`;
  const countByGroup = new Map(
    store.rows(sql, project, ...values).map((row) => [String(row['state_group']), Number(row['count'])]),
  );
  const total = [...countByGroup.values()].reduce((sum, count) => sum + count, 0);
  return {
    total_issues: total,
    ...Object.fromEntries(STATE_GROUPS.map((group) => [`${group}_issues`, countByGroup.get(group) ?? 0])),
  };
}

/**
 * Returns the membership record of an item in a module or cycle. The record is not stored, so its id is derived from
 * the ids of the module or cycle and the item.
 */
export function cycleOrModuleItemRecord(
  kind: CycleOrModuleKind,
  cycleOrModuleId: string,
  item: WorkItem,
  now: string,
): { id: string } & Record<string, unknown> {
  const { project, workspace } = item;
  return {
    id: uuidFromName(`${kind}-issue`, `${cycleOrModuleId}/${item.id}`),
    created_at: now,
    updated_at: now,
    sub_issues_count: 0,
    [kind]: cycleOrModuleId,
    issue: item.id,
    project,
    workspace,
  };
}
