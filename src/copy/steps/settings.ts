// Copies the states and labels of a project.

import { faultOf } from '../../client/apiError.ts';
import type { State } from '../../contract/resources/state.ts';
import { STATE_GROUPS, type StateGroup } from '../../contract/resources/state.ts';
import { hexColor } from '../../contract/schema/wire.ts';
import { STATUS } from '../../contract/status.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { sortParentsFirst } from '../sortParentsFirst.ts';
import type { SourceLabel, SourceState } from '../source.ts';
import { externalFields, hasExternalId, isCopyOf } from './external.ts';
import type { StepRunner } from './stepRunner.ts';

const GRAY = '#60646c';
/** The names of the states that a new project has. Such a state is deleted if the source has no state with its name. */
const INITIAL_STATES: ReadonlySet<string> = new Set(['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled']);

function colorOf(color: string | null): string | undefined {
  return hexColor.safeParse(color).data;
}

function toStateGroup(group: string | null): StateGroup | undefined {
  return STATE_GROUPS.find((known) => known === group);
}

/**
 * Copies the states. If the new project already has a state with the same name, changes that state. Then deletes the
 * initial states of the new project that the source does not have.
 */
export async function copyStates(run: StepRunner, project_id: string): Promise<void> {
  const { states } = run.plan.source;
  const isCopied = ({ id }: SourceState): boolean => run.targetId('state', id) !== undefined;
  if (states.every(isCopied) && run.progress.hasBegunAny('workItem')) return;
  const list = (): Promise<readonly State[]> =>
    readAllPages((query) => run.target.call.listStates({ project_id, query }, run.options));
  const existingStates = await list();
  for (const state of states) {
    const group = toStateGroup(state.group);
    const step = { kind: 'state', id: state.id, name: state.name } as const;
    if (group === undefined) {
      run.skip(step, 'invalid');
      continue;
    }
    const body = {
      name: state.name,
      color: colorOf(state.color) ?? GRAY,
      group,
      ...(state.description === '' ? {} : { description: state.description }),
      ...(state.sequence === null ? {} : { sequence: state.sequence }),
      ...(state.isDefault ? { default: true } : {}),
      ...externalFields(state.id),
    };
    const stateWithSameName = existingStates.find(({ name }) => name === state.name);
    await run.perform(step, {
      write: async () => {
        if (stateWithSameName === undefined)
          return (await run.target.call.createState({ project_id, body }, run.options)).id;
        await run.target.call.updateState({ project_id, state_id: stateWithSameName.id, body }, run.options);
        return stateWithSameName.id;
      },
      find: async () => (await list()).find((one) => isCopyOf(one, state.id))?.id,
    });
  }
  if (run.progress.hasBegunAny('workItem')) return;
  await deleteInitialStates(run, project_id, existingStates);
}

async function deleteInitialStates(
  run: StepRunner,
  project_id: string,
  existingStates: readonly State[],
): Promise<void> {
  const names = new Set(run.plan.source.states.map(({ name }) => name));
  const unusedStates = existingStates.filter(
    (state) => INITIAL_STATES.has(state.name) && !names.has(state.name) && !hasExternalId(state),
  );
  for (const { id, name } of unusedStates) {
    await run.perform(
      { kind: 'defaultState', id, name },
      {
        write: async () => {
          try {
            await run.target.call.deleteState({ project_id, state_id: id }, run.options);
          } catch (thrown) {
            // Servers reject the deletion of the project's default state, so this state remains if the source has no
            // default state.
            const fault = faultOf(thrown);
            if (fault.kind !== 'rejected' || fault.status !== STATUS.badRequest) throw thrown;
          }
          return '';
        },
      },
    );
  }
}

/** Copies the labels, each after its parent. */
export async function copyLabels(run: StepRunner, project_id: string): Promise<void> {
  const { target, options } = run;
  for (const label of sortParentsFirst<SourceLabel>(run.plan.source.labels)) {
    const parent = run.targetId('label', label.parent);
    const color = colorOf(label.color);
    const body = {
      name: label.name,
      ...(color === undefined ? {} : { color }),
      ...(label.description === '' ? {} : { description: label.description }),
      ...(label.position === null ? {} : { sort_order: label.position }),
      ...(parent === undefined ? {} : { parent }),
      ...externalFields(label.id),
    };
    await run.perform(
      { kind: 'label', id: label.id, name: label.name },
      {
        write: async () => (await target.call.createLabel({ project_id, body }, options)).id,
        find: async () => {
          const labels = await readAllPages((query) => target.call.listLabels({ project_id, query }, options));
          return labels.find((one) => isCopyOf(one, label.id))?.id;
        },
      },
    );
  }
}
