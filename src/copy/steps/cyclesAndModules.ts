// Copies the modules and cycles of a project, and adds the copied work items to them.

import type { NewModule } from '../../contract/resources/module.ts';
import { MODULE_STATUSES } from '../../contract/resources/module.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { batchesOf } from '../plan.ts';
import type { Step } from '../progress.ts';
import type { SourceCycle, SourceModule } from '../source.ts';
import { externalFields, hasExternalId, isCopyOf } from './external.ts';
import type { StepRunner } from './stepRunner.ts';

type UserMap = ReadonlyMap<string, string>;

/** Copies the modules. `users` maps ids of the source to the ids of members of the new project. */
export async function copyModules(run: StepRunner, project_id: string, users: UserMap): Promise<void> {
  const { target, options } = run;
  for (const module of run.plan.source.modules) {
    await run.perform(
      { kind: 'module', id: module.id, name: module.name },
      {
        write: async () =>
          (await target.call.createModule({ project_id, body: moduleBody(module, users) }, options)).id,
        find: async () => {
          const modules = await readAllPages((query) => target.call.listModules({ project_id, query }, options));
          return modules.find((one) => isCopyOf(one, module.id))?.id;
        },
      },
    );
  }
}

function moduleBody(
  { id, name, description, start, end, status, lead, members }: SourceModule,
  users: UserMap,
): NewModule {
  const leadId = users.get(lead ?? '');
  const memberIds = members.flatMap((member) => users.get(member) ?? []);
  const knownStatus = MODULE_STATUSES.find((known) => known === status);
  return {
    name,
    ...(description === '' ? {} : { description }),
    ...(start === null ? {} : { start_date: start }),
    ...(end === null ? {} : { target_date: end }),
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(leadId === undefined ? {} : { lead: leadId }),
    ...(memberIds.length === 0 ? {} : { members: [...new Set(memberIds)] }),
    ...externalFields(id),
  };
}

/** Copies the cycles without their dates, because open-source servers add no work items to a cycle that has ended. */
export async function copyCycles(run: StepRunner, project_id: string, users: UserMap): Promise<void> {
  const { target, options } = run;
  for (const cycle of run.plan.source.cycles) {
    const owner = users.get(cycle.owner ?? '');
    const body = {
      project_id,
      name: cycle.name,
      ...(cycle.description === '' ? {} : { description: cycle.description }),
      ...(owner === undefined ? {} : { owned_by: owner }),
      ...externalFields(cycle.id),
    };
    await run.perform(
      { kind: 'cycle', id: cycle.id, name: cycle.name },
      {
        write: async () => (await target.call.createCycle({ project_id, body }, options)).id,
        find: async () => {
          const cycles = await readAllPages((query) => target.call.listCycles({ project_id, query }, options));
          const hasSameName = (one: (typeof cycles)[number]): boolean =>
            !hasExternalId(one) && one.name === cycle.name && !run.progress.hasCreated('cycle', one.id);
          return (cycles.find((one) => isCopyOf(one, cycle.id)) ?? cycles.find(hasSameName))?.id;
        },
      },
    );
  }
}

type MembershipStepKind = 'moduleItems' | 'cycleItems';

/**
 * Returns the step that adds the batch with this index to the module or cycle. `count` is the number of copied work
 * items in the batch. The id of the step contains `count`, so that the step runs again after more of them were copied.
 */
function batchStep(kind: MembershipStepKind, group: SourceModule | SourceCycle, index: number, count: number): Step {
  return { kind, id: `${group.id}/${index}/${count}`, name: group.name };
}

async function addItems(
  run: StepRunner,
  kind: MembershipStepKind,
  group: SourceModule | SourceCycle,
  add: (issues: string[]) => Promise<unknown>,
): Promise<void> {
  for (const [index, batch] of batchesOf(group.items).entries()) {
    const issues = batch.flatMap((id) => run.targetId('workItem', id) ?? []);
    if (issues.length === 0) continue;
    await run.perform(batchStep(kind, group, index, issues.length), {
      write: async () => {
        await add(issues);
        return '';
      },
    });
  }
}

/** Adds the copied work items to their modules and cycles, and then sets the dates of the cycles. */
export async function copyMemberships(run: StepRunner, project_id: string): Promise<void> {
  const { target, options } = run;
  for (const module of run.plan.source.modules) {
    const module_id = run.targetId('module', module.id);
    if (module_id === undefined) continue;
    await addItems(run, 'moduleItems', module, (issues) =>
      target.call.addModuleItems({ project_id, module_id, body: { issues } }, options),
    );
  }
  for (const cycle of run.plan.source.cycles) {
    const cycle_id = run.targetId('cycle', cycle.id);
    if (cycle_id === undefined) continue;
    await addItems(run, 'cycleItems', cycle, (issues) =>
      target.call.addCycleItems({ project_id, cycle_id, body: { issues } }, options),
    );
    await setDates(run, { project_id, cycle_id }, cycle);
  }
}

/**
 * Sets the dates of a cycle. Runs after its work items were added: open-source servers do not change an ended cycle.
 */
async function setDates(
  run: StepRunner,
  path: { readonly project_id: string; readonly cycle_id: string },
  { id, name, start, end }: SourceCycle,
): Promise<void> {
  if (start === null || end === null) return;
  await run.perform(
    { kind: 'cycleDates', id, name },
    {
      write: async () => {
        await run.target.call.updateCycle({ ...path, body: { start_date: start, end_date: end } }, run.options);
        return '';
      },
      find: async () => {
        const cycle = await run.target.call.getCycle(path, run.options);
        return cycle.end_date === null || cycle.end_date === undefined ? undefined : '';
      },
    },
  );
}
