// What follows from a TODO comment whose work item is finished: a follow-up, or the work item is reopened.
import * as l10n from '@vscode/l10n';
import type { State } from '../../../contract/resources/state.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import type { ItemChange } from '../../../core/cache/changes/itemChange.ts';
import type { Todo } from '../../../core/code/todo.ts';
import type { Session } from '../../../core/session/session.ts';
import type { ChosenItems } from '../../../shell/itemPicker/chosenItems.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { type NewItemFromCode, newItemFromTodo, type SourceText } from './newItemFromCode.ts';

/** Returns the suggestion of a work item whose identifier takes the place of the finished one in the comment. */
export function followUpOfTodo<Text extends SourceText>(
  document: Text,
  todo: Todo,
  identifier: string,
): NewItemFromCode<Text> {
  const newItem = newItemFromTodo(document, todo, identifier);
  const { description } = newItem.suggestion;
  const origin = l10n.t('Follow-up of {0}', identifier);
  return {
    ...newItem,
    suggestion: { ...newItem.suggestion, description: description === '' ? origin : `${origin}\n\n${description}` },
  };
}

export interface ReopenDeps {
  readonly prompts: Prompts;
  readonly quickEdits: { change(chosenItems: ChosenItems, change: ItemChange): Promise<void> };
}

/**
 * Changes the state of a finished work item to the project's first open state. The change can be undone. Rejects with
 * an ApiError.
 */
export async function reopenItem(
  { prompts, quickEdits }: ReopenDeps,
  session: Session,
  address: ItemAddress,
): Promise<void> {
  const state = openStateOf(await session.store.resources.states.readAllOrThrow(address.project));
  if (state === undefined) {
    void prompts.notify('warning', l10n.t('The project has no state for open work items.'));
    return;
  }
  const change = { field: 'state', value: state.id } as const;
  await quickEdits.change({ session, addresses: [address] }, change);
}

/** Returns the state to which a work item is reopened: one that is not started, if the project has one. */
function openStateOf(states: readonly State[]): State | undefined {
  const sortedStates = states.toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
  for (const group of ['unstarted', 'backlog', 'started']) {
    const state = sortedStates.find((candidate) => candidate.group === group);
    if (state !== undefined) return state;
  }
  return undefined;
}
