// Owns the commands of rows and of whole views: reading again, reading on, retrying.
import type { EndNode, Node, ViewName } from '../../../tree/node.ts';
import type { Rooms } from '../../composition.ts';

/** Reads again what has been read: at and below the given row, or the projects and every project opened so far. */
export async function refresh({ views }: Rooms, given: unknown): Promise<void> {
  const node = rowIn(given);
  await views.refresh(views.viewOf(node), node);
}

/** The same for a whole view. A button of the view's title gets the focused row, which does not count here. */
export function refreshView(view: ViewName): (rooms: Rooms) => Promise<void> {
  return ({ views }) => views.refresh(view);
}

export async function loadMore({ views }: Rooms, given: unknown): Promise<void> {
  const node = endIn(given);
  if (node?.kind === 'more') await views.loadMore(node);
}

export async function retry({ views }: Rooms, given: unknown): Promise<void> {
  const node = endIn(given);
  if (node?.kind === 'failed') await views.retry(node);
}

function rowIn(given: unknown): Node | undefined {
  return typeof given === 'object' && given !== null && 'kind' in given && 'under' in given ? (given as Node) : undefined;
}

function endIn(given: unknown): EndNode | undefined {
  const node = rowIn(given);
  return node !== undefined && 'list' in node ? node : undefined;
}
