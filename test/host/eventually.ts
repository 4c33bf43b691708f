// Waits in the extension host until a condition is true.
import { ok } from 'node:assert/strict';
import { commands } from 'vscode';

/** The same timeout as in the e2e tests, because the machine may be busy. */
const TIMEOUT_MS = 30_000;

/** Resolves when the condition is true. Rejects if the condition is still false after 30 seconds. */
export async function eventually(condition: () => boolean): Promise<void> {
  await eventuallyAsync(() => Promise.resolve(condition()));
}

/** Like `eventually`, for an asynchronous condition. */
export async function eventuallyAsync(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await condition()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 25));
  ok(await condition(), 'the condition became true in time');
}

/** Accepts the first row of the Quick Pick that the command shows, and resolves when the command ends. */
export async function acceptFirstRowDuring(command: Thenable<unknown>): Promise<void> {
  const commandEnd = new AbortController();
  const commandResult = Promise.resolve(command).finally(() => commandEnd.abort());
  const deadline = Date.now() + TIMEOUT_MS;
  while (!commandEnd.signal.aborted && Date.now() < deadline) {
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  ok(commandEnd.signal.aborted, 'the first row was accepted in time');
  await commandResult;
}
