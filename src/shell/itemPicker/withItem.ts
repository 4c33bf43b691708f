// Determines the work item that a command acts on.
// It is the command's argument, the work item of the active page, or a work item that the user picks.

import type { ItemAddress } from '../../core/cache/address.ts';
import { isRowTarget, itemOf, targetIdentifier } from '../commands/commandTarget.ts';
import { askInTwoSteps, type OnBack } from '../prompts/ask.ts';
import type { OtherAccountIdentifier } from '../windowAccounts.ts';
import { type ResolveMentionDeps, resolveMention, switchAndResolve } from './resolveMention.ts';
import type { ChosenItem, WorkItemPicker } from './workItemPicker.ts';

export interface WithItemDeps extends ResolveMentionDeps {
  readonly items: WorkItemPicker;
  readonly panels: {
    readonly active: { readonly item: ItemAddress | undefined } | undefined;
    open(chosenItem: ChosenItem): unknown;
    preview(chosenItem: ChosenItem): Promise<void>;
  };
}

/**
 * Calls `work` with the work item. Does nothing if the user cancels or no work item has the mentioned identifier. If the
 * user picked the work item, `onBack` lets them pick another one.
 */
export async function withItem(
  deps: WithItemDeps,
  target: unknown,
  title: string,
  work: (chosenItem: ChosenItem, onBack: OnBack | undefined) => Promise<void>,
): Promise<void> {
  const address = await addressOf(deps, target);
  if (address === 'missing') return;
  await askInTwoSteps(
    () => deps.items.choose(address, title),
    (chosenItem, onBack) => work(chosenItem, address === undefined ? onBack : undefined),
  );
}

/**
 * Opens the page of the work item. The user can also pick a work item of another account. If `isPreview`, the tab is
 * reused by the next preview.
 */
export async function openItem(deps: WithItemDeps, target: unknown, title: string, isPreview = false): Promise<void> {
  const address = await addressOf(deps, target);
  if (address === 'missing') return;
  const chosenItem =
    address === undefined ? await pickOfAnyAccount(deps, title) : await deps.items.choose(address, title);
  if (chosenItem === undefined) return;
  if (isPreview) await deps.panels.preview(chosenItem);
  else deps.panels.open(chosenItem);
}

/**
 * Lets the user pick a work item. If the user enters an identifier of another account, asks whether to switch to that
 * account. Resolves with undefined if the user cancels, or if the other account has no such work item.
 */
export async function pickOfAnyAccount(deps: WithItemDeps, title: string): Promise<ChosenItem | undefined> {
  const { items, otherAccounts } = deps;
  const pickedIdentifiers: OtherAccountIdentifier[] = [];
  const chosenItem = await items.choose(undefined, title, {
    otherAccounts: {
      find: (identifier) => otherAccounts.find(identifier),
      onPick: (item) => pickedIdentifiers.push(item),
    },
  });
  const [pickedIdentifier] = pickedIdentifiers;
  if (pickedIdentifier === undefined) return chosenItem;
  const address = await switchAndResolve(deps, pickedIdentifier);
  return address === undefined ? undefined : items.choose(address, title);
}

/**
 * Resolves with the address of the work item of the target or of the active page. Resolves with undefined if neither
 * has a work item, and with `missing` if no work item has the identifier of the target.
 */
async function addressOf(deps: WithItemDeps, target: unknown) {
  const identifier = targetIdentifier(target);
  if (identifier === undefined) return itemOf(target) ?? (isRowTarget(target) ? undefined : deps.panels.active?.item);
  return (await resolveMention(deps, identifier)) ?? 'missing';
}
