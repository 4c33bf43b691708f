// Creates the records of a sample project from its plan.

import { largestOf } from '../../std/firstInOrder.ts';
import type { Database } from '../database/database.ts';
import { defaultRecords } from '../database/defaultRecords.ts';
import { insertDefaultStates } from '../database/defaultStates.ts';
import { PROJECT_POSITION_GAP, positionAt } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { uuidFromName } from '../database/uuidFromName.ts';
import { datesAfterDays, HOUR_MS, isoTimeAt } from './dates.ts';
import { CALLER } from './people.ts';
import type { ItemPlan, ProjectPlan } from './plan.ts';

interface ProjectSeed {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly plan: ProjectPlan;
  readonly project: string;
  readonly now: number;
}

/** Stores a project and all records that belong to it. Must be called inside a transaction. */
export function insertProject(store: Database, workspace: Workspace, plan: ProjectPlan, now: number): void {
  const seed: ProjectSeed = { store, workspace, plan, project: uuidFromName('project', plan.identifier), now };
  const createdAt = isoTimeAt(now - (plan.items.length + 24) * plan.hoursBetweenItems * HOUR_MS);
  const creationFields = {
    created_by: workspace.caller,
    created_at: createdAt,
    updated_at: createdAt,
    workspace: workspace.id,
  };
  const projectCount = store.count('project', workspace.id);
  store.insert('project', workspace.id, {
    ...defaultRecords.project,
    ...creationFields,
    id: seed.project,
    name: plan.name,
    identifier: plan.identifier,
    description: plan.description,
    sort_order: positionAt(projectCount, PROJECT_POSITION_GAP),
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
    createdAt,
    (name) => idInProject(plan, 'state', name),
    plan.hasReviewState ? [reviewState] : [],
  );
  addProjectRecords(seed, creationFields);
  for (const [index, item] of plan.items.entries()) addItem(seed, item, index + 1);
  store.setLastNumber(seed.project, plan.items.length);
}

function addProjectRecords(seed: ProjectSeed, creationFields: Record<string, unknown>): void {
  const { store, workspace, plan, project } = seed;
  for (const [index, key] of [CALLER.key, ...plan.members].entries()) {
    const user = uuidFromName('user', key);
    store.insert('membership', project, {
      id: idInProject(plan, 'membership', key),
      user,
      role: index === 0 ? 20 : 15,
    });
  }
  for (const [index, [name, color]] of plan.labels.entries()) {
    const sort_order = positionAt(index);
    store.insert('label', project, {
      ...defaultRecords.label,
      ...creationFields,
      id: idInProject(plan, 'label', name),
      name,
      color,
      sort_order,
      project,
    });
  }
  for (const [index, [name, status]] of plan.modules.entries()) {
    const sort_order = positionAt(index);
    store.insert('module', project, {
      ...defaultRecords.module,
      ...creationFields,
      id: idInProject(plan, 'module', name),
      name,
      status,
      sort_order,
      project,
      lead: workspace.caller,
    });
  }
  for (const [index, name] of plan.types.entries()) {
    store.insert('workItemType', project, {
      ...defaultRecords.workItemType,
      ...creationFields,
      id: idInProject(plan, 'type', name),
      name,
      is_default: index === 0,
      sort_order: positionAt(index),
      project_ids: [project],
    });
  }
  if (plan.estimatePoints !== undefined) addEstimatePoints(seed, creationFields, plan.estimatePoints);
}

function addEstimatePoints(
  { store, plan, project }: ProjectSeed,
  creationFields: Record<string, unknown>,
  points: readonly string[],
): void {
  const estimate = idInProject(plan, 'estimate', 'points');
  store.insert('estimate', project, {
    ...defaultRecords.estimate,
    ...creationFields,
    id: estimate,
    name: 'Points',
    project,
  });
  for (const [key, value] of points.entries()) {
    const id = idInProject(plan, 'estimate-point', value);
    store.insert('estimatePoint', estimate, {
      ...defaultRecords.estimatePoint,
      ...creationFields,
      id,
      key,
      value,
      estimate,
      project,
    });
  }
}

function addItem({ store, workspace, plan, project, now }: ProjectSeed, item: ItemPlan, number: number): void {
  const createdAt = now - (plan.items.length - number + 1) * plan.hoursBetweenItems * HOUR_MS;
  const comments = item.comments ?? [];
  const updatedAt = largestOf(
    comments.map((comment) => now - comment.ageHours * HOUR_MS),
    createdAt,
  );
  const type = item.type ?? plan.types[0];
  const typeId = type === undefined ? null : idInProject(plan, 'type', type);
  const record = store.insert('workItem', project, {
    ...defaultRecords.workItem,
    id: idInProject(plan, 'work-item', String(number)),
    sequence_id: number,
    sort_order: positionAt(number),
    name: item.name,
    description_html: item.html ?? '<p></p>',
    priority: item.priority ?? 'none',
    state: idInProject(plan, 'state', item.state ?? 'Backlog'),
    assignees: (item.assignees ?? []).map((key) => uuidFromName('user', key)),
    labels: (item.labels ?? []).map((name) => idInProject(plan, 'label', name)),
    module: item.module === undefined ? null : idInProject(plan, 'module', item.module),
    parent: item.parent === undefined ? null : idInProject(plan, 'work-item', String(item.parent)),
    type: typeId,
    type_id: typeId,
    estimate_point: item.estimate ?? null,
    ...datesAfterDays(now, item),
    completed_at: item.state === 'Done' ? isoTimeAt(updatedAt) : null,
    created_at: isoTimeAt(createdAt),
    updated_at: isoTimeAt(updatedAt),
    created_by: workspace.caller,
    project,
    workspace: workspace.id,
  });
  for (const [index, comment] of comments.entries()) {
    const author = uuidFromName('user', comment.author);
    const commentedAt = isoTimeAt(now - comment.ageHours * HOUR_MS);
    store.insert('comment', record.id, {
      ...defaultRecords.comment,
      id: idInProject(plan, 'comment', `${number}/${index + 1}`),
      comment_html: comment.html,
      access: comment.access ?? 'INTERNAL',
      ...(comment.externalId === undefined ? {} : { external_source: 'contrail', external_id: comment.externalId }),
      actor: author,
      created_by: author,
      created_at: commentedAt,
      updated_at: commentedAt,
      project,
      workspace: workspace.id,
      issue: record.id,
    });
  }
}

/** Returns the id of a record of the project. `name` identifies the record within its kind and project. */
function idInProject(plan: ProjectPlan, kind: string, name: string): string {
  return uuidFromName(kind, `${plan.identifier}/${name}`);
}
