// Determines the work items that a command changes.
// They are the selected tree rows, the row that has the focus, the work item of the active page, or one that the user
// picks.
import type { ItemAddress } from '../../core/cache/address.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { isRowTarget } from '../commands/commandTarget.ts';
import type { TreeViews } from '../tree/treeViews.ts';
import type { WorkItemPicker } from './workItemPicker.ts';

/** Work items to change, with the session in which they were chosen. */
export interface ChosenItems {
  readonly session: Session;
  readonly addresses: readonly ItemAddress[];
}

export interface ChosenItemsDeps {
  readonly sessions: Pick<Sessions, 'current'>;
  readonly views: Pick<TreeViews, 'selection' | 'followMove'>;
  readonly panels: { readonly active: { readonly item: ItemAddress | undefined } | undefined };
  readonly items: Pick<WorkItemPicker, 'choose'>;
}

/** The work items of a command. `isPicked` is true if the user has picked the work item in a list. */
export interface CommandItems extends ChosenItems {
  readonly isPicked: boolean;
  /** Selects the row from which the command was run again, if the change has moved it. */
  followMove(): Promise<void>;
}

/**
 * Resolves with the work items of the rows that a key applies to, the selected work items or the work item of the active page (see `targetItems`). If there are none,
 * resolves with a work item that the user picks, or with undefined if they cancel. `title` is the title of the picker.
 */
export async function resolveCommandItems(
  deps: ChosenItemsDeps,
  target: unknown,
  selection: unknown,
  title: string,
): Promise<CommandItems | undefined> {
  const session = deps.sessions.current;
  const addresses = targetItems(deps, target, selection);
  const [firstAddress, ...otherAddresses] = addresses;
  if (session !== undefined && firstAddress !== undefined) {
    const followMove = otherAddresses.length > 0 ? undefined : deps.views.followMove(target, firstAddress);
    return { session, addresses, isPicked: false, followMove: async () => followMove?.() };
  }
  const chosenItem = await deps.items.choose(undefined, title);
  return chosenItem === undefined
    ? undefined
    : {
        session: chosenItem.session,
        addresses: [chosenItem.address],
        isPicked: true,
        followMove: () => Promise.resolve(),
      };
}

/**
 * Several selected rows take precedence over the active page. The active page takes precedence over a single selected
 * row, because a row remains selected after the user has opened another page.
 */
function targetItems({ views, panels }: ChosenItemsDeps, target: unknown, selection: unknown): ItemAddress[] {
  const selectedItems = Array.isArray(selection) ? itemsIn(selection) : [];
  if (selectedItems.length > 0) return selectedItems;
  const targetItem = itemsIn([target]);
  if (targetItem.length > 0) return targetItem;
  if (isRowTarget(target)) return [];
  const selectedInTrees = itemsIn(views.selection);
  const activeItem = panels.active?.item;
  return selectedInTrees.length > 1 || activeItem === undefined ? selectedInTrees : [activeItem];
}

function itemsIn(nodes: readonly unknown[]): ItemAddress[] {
  return nodes.flatMap((node): ItemAddress[] => {
    if (typeof node !== 'object' || node === null || !('project' in node) || !('id' in node)) return [];
    const { project, id } = node;
    const isItem = !('kind' in node) || node.kind === 'workItem';
    return isItem && typeof project === 'string' && typeof id === 'string' ? [{ project, id }] : [];
  });
}
