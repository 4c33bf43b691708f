// Creates the records of a sample project from its plan.

import { blanks } from '../database/blanks.ts';
import { insertDefaultStates } from '../database/defaultStates.ts';
import { PROJECT_GAP, positionAt } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { nameId } from '../nameId.ts';
import { dateAfter, HOUR_MS, instantAt } from './dates.ts';
import { CALLER } from './people.ts';
import type { ItemPlan, ProjectPlan } from './plan.ts';

interface ProjectSeed {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly plan: ProjectPlan;
  readonly project: string;
  readonly now: number;
}

/** Stores the planned project with everything that belongs to it. Call it inside a transaction. */
export function plantProject(store: Database, workspace: Workspace, plan: ProjectPlan, now: number): void {
  const seed: ProjectSeed = { store, workspace, plan, project: nameId('project', plan.identifier), now };
  const made = instantAt(now - (plan.items.length + 24) * plan.pace * HOUR_MS);
  const dated = { created_by: workspace.caller, created_at: made, updated_at: made, workspace: workspace.id };
  const order = store.count('project', workspace.id);
  store.insert('project', workspace.id, {
    ...blanks.project,
    ...dated,
    id: seed.project,
    name: plan.name,
    identifier: plan.identifier,
    description: plan.description,
    sort_order: positionAt(order, PROJECT_GAP),
    project_lead: workspace.caller,
    module_view: plan.modules.length > 0,
    is_issue_type_enabled: plan.types.length > 0,
  });
  const review = { name: 'In Review', group: 'started', color: '#8b5cf6', after: 'In Progress' } as const;
  insertDefaultStates(
    store,
    workspace,
    seed.project,
    made,
    (name) => own(plan, 'state', name),
    plan.reviewed ? [review] : [],
  );
  plantSurroundings(seed, dated);
  for (const [index, item] of plan.items.entries()) plantItem(seed, item, index + 1);
  store.setNumber(seed.project, plan.items.length);
}

function plantSurroundings({ store, workspace, plan, project }: ProjectSeed, dated: Record<string, unknown>): void {
  for (const [index, key] of [CALLER.key, ...plan.members].entries()) {
    const user = nameId('user', key);
    store.insert('membership', project, { id: own(plan, 'membership', key), user, role: index === 0 ? 20 : 15 });
  }
  for (const [index, [name, color]] of plan.labels.entries()) {
    const sort_order = positionAt(index);
    store.insert('label', project, {
      ...blanks.label,
      ...dated,
      id: own(plan, 'label', name),
      name,
      color,
      sort_order,
      project,
    });
  }
  for (const [index, [name, status]] of plan.modules.entries()) {
    const sort_order = positionAt(index);
    store.insert('module', project, {
      ...blanks.module,
      ...dated,
      id: own(plan, 'module', name),
      name,
      status,
      sort_order,
      project,
      lead: workspace.caller,
    });
  }
  for (const [index, name] of plan.types.entries()) {
    store.insert('workItemType', project, {
      ...blanks.workItemType,
      ...dated,
      id: own(plan, 'type', name),
      name,
      is_default: index === 0,
      sort_order: positionAt(index),
      project_ids: [project],
    });
  }
}

function plantItem({ store, workspace, plan, project, now }: ProjectSeed, item: ItemPlan, number: number): void {
  const made = now - (plan.items.length - number + 1) * plan.pace * HOUR_MS;
  const comments = item.comments ?? [];
  const latest = Math.max(made, ...comments.map((comment) => now - comment.ago * HOUR_MS));
  const type = item.type ?? plan.types[0];
  const typeId = type === undefined ? null : own(plan, 'type', type);
  const record = store.insert('workItem', project, {
    ...blanks.workItem,
    id: own(plan, 'work-item', String(number)),
    sequence_id: number,
    sort_order: positionAt(number),
    name: item.name,
    description_html: item.html ?? '<p></p>',
    priority: item.priority ?? 'none',
    state: own(plan, 'state', item.state ?? 'Backlog'),
    assignees: (item.assignees ?? []).map((key) => nameId('user', key)),
    labels: (item.labels ?? []).map((name) => own(plan, 'label', name)),
    module: item.module === undefined ? null : own(plan, 'module', item.module),
    parent: item.parent === undefined ? null : own(plan, 'work-item', String(item.parent)),
    type: typeId,
    type_id: typeId,
    estimate_point: item.estimate ?? null,
    start_date: dateAfter(now, item.start),
    target_date: dateAfter(now, item.target),
    completed_at: item.state === 'Done' ? instantAt(latest) : null,
    created_at: instantAt(made),
    updated_at: instantAt(latest),
    created_by: workspace.caller,
    project,
    workspace: workspace.id,
  });
  for (const [index, comment] of comments.entries()) {
    const by = nameId('user', comment.by);
    const written = instantAt(now - comment.ago * HOUR_MS);
    store.insert('comment', record.id, {
      ...blanks.comment,
      id: own(plan, 'comment', `${number}/${index + 1}`),
      comment_html: comment.html,
      access: comment.access ?? 'INTERNAL',
      actor: by,
      created_by: by,
      created_at: written,
      updated_at: written,
      project,
      workspace: workspace.id,
      issue: record.id,
    });
  }
}

/** Returns the id of a record that belongs to the project, derived from its name there. */
function own(plan: ProjectPlan, kind: string, name: string): string {
  return nameId(kind, `${plan.identifier}/${name}`);
}
