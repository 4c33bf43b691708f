// Finds the work items that a command acts on.
// They are the selected rows, the one of the active page, or one that the user picks.
import type { ItemAddress } from '../../../cache/address.ts';
import type { Sessions } from '../../../session/session.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import type { Views } from '../tree/views.ts';
import type { WorkItems } from '../workItems/items.ts';
import type { ChosenItems } from './quickEdit.ts';

export interface ChosenItemsDeps {
  readonly sessions: Sessions;
  readonly views: Views;
  readonly panels: RecordPanels;
  readonly items: WorkItems;
}

/** The argument of a key binding of a tree: the command acts on the rows selected there, whatever page is open. */
const SELECTION = 'selection';

/** Resolves with the selected rows, the work item of the active page, or one that is picked under this title. */
export async function chosenItems(
  deps: ChosenItemsDeps,
  given: unknown,
  all: unknown,
  title: string,
): Promise<ChosenItems | undefined> {
  const session = deps.sessions.current;
  const addresses = meant(deps, given, all);
  if (session !== undefined && addresses.length > 0) return { session, addresses };
  const one = await deps.items.choose(undefined, title);
  return one === undefined ? undefined : { session: one.session, addresses: [one.address] };
}

/**
 * Several selected rows take precedence over the active page, and that over a single row, which stays selected while
 * the user works elsewhere.
 */
function meant({ views, panels }: ChosenItemsDeps, given: unknown, all: unknown): ItemAddress[] {
  const several = Array.isArray(all) ? itemsIn(all) : [];
  if (several.length > 0) return several;
  const own = itemsIn([given]);
  if (own.length > 0) return own;
  const selected = itemsIn(views.selection);
  const open = panels.active?.item;
  return given === SELECTION || selected.length > 1 || open === undefined ? selected : [open];
}

function itemsIn(nodes: readonly unknown[]): ItemAddress[] {
  return nodes.flatMap((node): ItemAddress[] => {
    if (typeof node !== 'object' || node === null || !('project' in node) || !('id' in node)) return [];
    const { project, id } = node;
    const isItem = !('kind' in node) || node.kind === 'workItem';
    return isItem && typeof project === 'string' && typeof id === 'string' ? [{ project, id }] : [];
  });
}
