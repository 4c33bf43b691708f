// Owns waiting inside the extension host for something that no event announces.
import { ok } from 'node:assert/strict';
import { commands } from 'vscode';

/** As in the journeys: a machine may be busy elsewhere. */
const PATIENCE_MS = 30_000;

/** Resolves when the condition holds; fails when it does not within half a minute. */
export async function eventually(holds: () => boolean): Promise<void> {
  await eventuallyAsync(() => Promise.resolve(holds()));
}

/** The same where the answer has to be waited for. */
export async function eventuallyAsync(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 25));
  ok(await holds(), 'it came to pass in time');
}

/** Resolves when the command is done, which waits for the choice of the first row of a list. */
export async function accepting(command: Thenable<unknown>): Promise<void> {
  const ended = new AbortController();
  const running = Promise.resolve(command).finally(() => ended.abort());
  const end = Date.now() + PATIENCE_MS;
  while (!ended.signal.aborted && Date.now() < end) {
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  ok(ended.signal.aborted, 'the list was accepted in time');
  await running;
}
