// Determines the work item that a command acts on.
// It is the command's argument, the work item of the active page, or a work item that the user picks.

import { itemOf, targetIdentifier } from '../../ui/commandTarget.ts';
import { type ResolveMentionDeps, resolveMention } from '../mentions/mentioned.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import type { ChosenItem, WorkItems } from './items.ts';

export interface WithItemDeps extends ResolveMentionDeps {
  readonly items: WorkItems;
  readonly panels: RecordPanels;
}

/** Calls `work` with the work item. Does nothing if the user cancels or no work item has the mentioned identifier. */
export async function withItem(
  deps: WithItemDeps,
  target: unknown,
  title: string,
  work: (chosen: ChosenItem) => Promise<void>,
): Promise<void> {
  const identifier = targetIdentifier(target);
  const address =
    itemOf(target) ?? (identifier === undefined ? deps.panels.active?.item : await resolveMention(deps, identifier));
  if (identifier !== undefined && address === undefined) return;
  const chosen = await deps.items.choose(address, title);
  if (chosen !== undefined) await work(chosen);
}
