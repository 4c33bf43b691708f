// Waits in the extension host for conditions that no event announces.
import { ok } from 'node:assert/strict';
import { commands } from 'vscode';

/** As in the e2e tests: the machine may be busy. */
const TIMEOUT_MS = 30_000;

/** Resolves when the condition holds; rejects if it does not within 30 seconds. */
export async function eventually(holds: () => boolean): Promise<void> {
  await eventuallyAsync(() => Promise.resolve(holds()));
}

/** Like `eventually`, for an asynchronous condition. */
export async function eventuallyAsync(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await holds()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 25));
  ok(await holds(), 'it came to pass in time');
}

/** Accepts the first row of the Quick Pick that the command shows, and resolves when the command ends. */
export async function accepting(command: Thenable<unknown>): Promise<void> {
  const ended = new AbortController();
  const running = Promise.resolve(command).finally(() => ended.abort());
  const end = Date.now() + TIMEOUT_MS;
  while (!ended.signal.aborted && Date.now() < end) {
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  ok(ended.signal.aborted, 'the list was accepted in time');
  await running;
}
