// Waits until a condition is true, and fails with a description of the condition after a timeout.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `check` every 50 ms, and resolves with its first result that is neither undefined nor false.
 * @throws an error with the description after the timeout
 */
export async function until<T>(
  description: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 30_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${description}`);
    await pause(50);
  }
}
