// Reads the model that the host wrote into the HTML of a page, so that the page shows it without waiting for a message.
import type { FirstUpdate } from '../../protocol/slices.ts';

/**
 * Returns the update in the HTML. Returns undefined if the page has already shown the update with the id `usedId`: VS
 * Code loads the same HTML again when a tab moves to another window, and then the update is out of date.
 */
export function readFirstUpdate(usedId: string | undefined): FirstUpdate | undefined {
  const data = document.getElementById('first-update')?.textContent;
  if (data === undefined || data === null || data === '') return undefined;
  const firstUpdate: FirstUpdate = JSON.parse(data);
  return firstUpdate.id === usedId ? undefined : firstUpdate;
}
