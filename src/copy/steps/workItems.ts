// Copies work items, in the order of their numbers.

import { faultOf } from '../../client/apiError.ts';
import { type NewWorkItem, PRIORITIES, type WorkItem } from '../../contract/resources/workItem.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { canCopyEstimate } from '../plan.ts';
import { rewriteReferences } from '../references.ts';
import type { SourceItem } from '../source.ts';
import { externalFields, isCopyOf } from './external.ts';
import type { StepRunner } from './stepRunner.ts';

const NO_FILES: ReadonlyMap<string, string> = new Map();

/** Copies the work items. `users` maps ids of the source to the ids of members of the new project. */
export async function copyWorkItems(
  run: StepRunner,
  project_id: string,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  for (const item of run.plan.source.items) await copyWorkItem(run, project_id, item, users);
  for (const item of run.plan.source.items) await setParent(run, project_id, item);
}

async function copyWorkItem(
  run: StepRunner,
  project_id: string,
  item: SourceItem,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  const parent = run.targetId('workItem', item.parent);
  let createdItem: WorkItem | undefined;
  const result = await run.perform(
    { kind: 'workItem', id: item.id, name: item.name },
    {
      write: async () => {
        createdItem = await create(run, project_id, itemBody(run, item, users, parent));
        return createdItem.id;
      },
      find: async () => {
        const items = await readAllPages((query) => run.target.call.listWorkItems({ project_id, query }, run.options));
        createdItem = items.find((one) => isCopyOf(one, item.id));
        return createdItem?.id;
      },
    },
  );
  if (result === undefined || createdItem === undefined) return;
  if (createdItem.sequence_id !== item.number) run.progress.setTargetNumber(item.id, createdItem.sequence_id);
  if (parent !== undefined) run.progress.finish(parentStep(item), '');
}

/**
 * Creates the work item. After the server has rejected an estimate, this and all further work items are created without
 * one.
 */
async function create(run: StepRunner, project_id: string, body: NewWorkItem): Promise<WorkItem> {
  const { estimate_point: _, ...withoutEstimate } = body;
  if (run.progress.rejectsEstimates)
    return run.target.call.createWorkItem({ project_id, body: withoutEstimate }, run.options);
  try {
    return await run.target.call.createWorkItem({ project_id, body }, run.options);
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault.kind !== 'rejected' || fault.fields['estimate_point'] === undefined) throw thrown;
    run.progress.rejectsEstimates = true;
    return run.target.call.createWorkItem({ project_id, body: withoutEstimate }, run.options);
  }
}

function itemBody(
  run: StepRunner,
  item: SourceItem,
  users: ReadonlyMap<string, string>,
  parent: string | undefined,
): NewWorkItem {
  const { html } = rewriteReferences(item.html, new Map(Object.entries(run.plan.users)), NO_FILES);
  const state = run.targetId('state', item.state);
  const priority = PRIORITIES.find((known) => known === item.priority);
  return {
    name: item.name,
    ...(html.trim() === '' ? {} : { description_html: html }),
    ...(state === undefined ? {} : { state }),
    ...(priority === undefined ? {} : { priority }),
    assignees: [...new Set(item.assignees.flatMap((id) => users.get(id) ?? []))],
    labels: item.labels.flatMap((id) => run.targetId('label', id) ?? []),
    ...(parent === undefined ? {} : { parent }),
    ...(item.estimate !== null && canCopyEstimate(item.estimate, run.plan.copiesEstimates)
      ? { estimate_point: item.estimate }
      : {}),
    ...(item.start === null ? {} : { start_date: item.start }),
    ...(item.target === null ? {} : { target_date: item.target }),
    ...externalFields(item.id),
  };
}

function parentStep({ id, name }: SourceItem) {
  return { kind: 'parent', id, name } as const;
}

/** Sets the parent of a work item that was copied before its parent. */
async function setParent(run: StepRunner, project_id: string, item: SourceItem): Promise<void> {
  const work_item_id = run.targetId('workItem', item.id);
  const parent = run.targetId('workItem', item.parent);
  if (work_item_id === undefined || parent === undefined) return;
  await run.perform(parentStep(item), {
    write: async () => {
      await run.target.call.updateWorkItem({ project_id, work_item_id, body: { parent } }, run.options);
      return '';
    },
  });
}
