// Finds the row that the user has clicked. VS Code forgets the arguments of a row's command when it reads the row
// again, and rejects a click in that moment. The commands of rows therefore have no arguments, and use the selected row.
import type { Clock } from '../../std/clock.ts';

const RETRY_MS = 50;
const MAX_RETRIES = 40;

/**
 * Resolves with the selected row of a tree view. Waits up to two seconds for it, because no row is selected while VS Code
 * reads all rows again; then resolves with undefined.
 */
export async function selectedRow<T>(view: { readonly selection: readonly T[] }, clock: Clock): Promise<T | undefined> {
  for (let retry = 0; retry < MAX_RETRIES && view.selection.length === 0; retry += 1) await clock.sleep(RETRY_MS);
  return view.selection[0];
}
