// Creates the records of a sample project from its plan.

import { largestOf } from '../../std/firstInOrder.ts';
import { insertDefaultStates } from '../database/defaultStates.ts';
import { PROJECT_POSITION_GAP, positionAt } from '../database/orders.ts';
import { uuidFromName } from '../database/uuidFromName.ts';
import { datesAfterDays, HOUR_MS, isoTimeAt } from './dates.ts';
import { insertRecord, type SampleSeed, userIds } from './insertRecord.ts';
import { CALLER } from './people.ts';
import type { ItemPlan, ProjectPlan } from './plan.ts';

interface ProjectSeed extends SampleSeed {
  readonly plan: ProjectPlan;
  readonly project: string;
}

/** Stores a project and all records that belong to it. Must be called inside a transaction. */
export function insertProject(sampleSeed: SampleSeed, plan: ProjectPlan): void {
  const { store, workspace, now } = sampleSeed;
  const seed: ProjectSeed = { ...sampleSeed, plan, project: uuidFromName('project', plan.identifier) };
  const createdAt = now - (plan.items.length + 24) * plan.hoursBetweenItems * HOUR_MS;
  insertRecord(seed, 'project', workspace.id, createdAt, {
    id: seed.project,
    name: plan.name,
    identifier: plan.identifier,
    description: plan.description,
    sort_order: positionAt(store.count('project', workspace.id), PROJECT_POSITION_GAP),
    project_lead: workspace.caller,
    module_view: plan.modules.length > 0,
    is_issue_type_enabled: plan.types.length > 0,
    estimate: plan.estimatePoints === undefined ? null : idInProject(plan, 'estimate', 'points'),
  });
  const reviewState = { name: 'In Review', group: 'started', color: '#8b5cf6', after: 'In Progress' } as const;
  insertDefaultStates(
    store,
    workspace,
    seed.project,
    isoTimeAt(createdAt),
    (name) => idInProject(plan, 'state', name),
    plan.hasReviewState ? [reviewState] : [],
  );
  addProjectRecords(seed, createdAt);
  for (const [index, item] of plan.items.entries()) addItem(seed, item, index + 1);
  store.setLastNumber(seed.project, plan.items.length);
}

function addProjectRecords(seed: ProjectSeed, createdAt: number): void {
  const { store, workspace, plan, project } = seed;
  const idOf = (kind: string, name: string): string => idInProject(plan, kind, name);
  for (const [index, key] of [CALLER.key, ...plan.members].entries()) {
    const user = uuidFromName('user', key);
    store.insert('membership', project, { id: idOf('membership', key), user, role: index === 0 ? 20 : 15 });
  }
  for (const [index, [name, color]] of plan.labels.entries()) {
    const fields = { id: idOf('label', name), name, color, sort_order: positionAt(index), project };
    insertRecord(seed, 'label', project, createdAt, fields);
  }
  for (const [index, [name, status]] of plan.modules.entries()) {
    const fields = { id: idOf('module', name), name, status, sort_order: positionAt(index), project };
    insertRecord(seed, 'module', project, createdAt, { ...fields, lead: workspace.caller });
  }
  for (const [index, name] of plan.types.entries()) {
    const fields = { id: idOf('type', name), name, is_default: index === 0, sort_order: positionAt(index) };
    insertRecord(seed, 'workItemType', project, createdAt, { ...fields, project_ids: [project] });
  }
  if (plan.estimatePoints === undefined) return;
  const estimate = idOf('estimate', 'points');
  insertRecord(seed, 'estimate', project, createdAt, { id: estimate, name: 'Points', project });
  for (const [key, value] of plan.estimatePoints.entries()) {
    const fields = { id: idOf('estimate-point', value), key, value, estimate, project };
    insertRecord(seed, 'estimatePoint', estimate, createdAt, fields);
  }
}

function addItem(seed: ProjectSeed, item: ItemPlan, number: number): void {
  const { plan, project, now } = seed;
  const createdAt = now - (plan.items.length - number + 1) * plan.hoursBetweenItems * HOUR_MS;
  const comments = item.comments ?? [];
  const updatedAt = largestOf(
    comments.map((comment) => now - comment.ageHours * HOUR_MS),
    createdAt,
  );
  const type = item.type ?? plan.types[0];
  const typeId = type === undefined ? null : idInProject(plan, 'type', type);
  const { id: issue } = insertRecord(seed, 'workItem', project, createdAt, {
    id: idInProject(plan, 'work-item', String(number)),
    sequence_id: number,
    sort_order: positionAt(number),
    name: item.name,
    description_html: item.html ?? '<p></p>',
    priority: item.priority ?? 'none',
    state: idInProject(plan, 'state', item.state ?? 'Backlog'),
    assignees: userIds(item.assignees ?? []),
    labels: (item.labels ?? []).map((name) => idInProject(plan, 'label', name)),
    module: item.module === undefined ? null : idInProject(plan, 'module', item.module),
    parent: item.parent === undefined ? null : idInProject(plan, 'work-item', String(item.parent)),
    type: typeId,
    type_id: typeId,
    estimate_point: item.estimate ?? null,
    ...datesAfterDays(now, item),
    completed_at: item.state === 'Done' ? isoTimeAt(updatedAt) : null,
    updated_at: isoTimeAt(updatedAt),
    project,
  });
  for (const [index, { author, ageHours, html, access = 'INTERNAL', externalId }] of comments.entries()) {
    const actor = uuidFromName('user', author);
    insertRecord(seed, 'comment', issue, now - ageHours * HOUR_MS, {
      id: idInProject(plan, 'comment', `${number}/${index + 1}`),
      comment_html: html,
      access,
      ...(externalId === undefined ? {} : { external_source: 'contrail', external_id: externalId }),
      actor,
      created_by: actor,
      project,
      issue,
    });
  }
}

/** Returns the id of a record of the project. `name` identifies the record within its kind and project. */
function idInProject(plan: ProjectPlan, kind: string, name: string): string {
  return uuidFromName(kind, `${plan.identifier}/${name}`);
}
