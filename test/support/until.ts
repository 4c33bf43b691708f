// Waits until a condition is true, and fails with a description of the condition after a timeout.
import { setTimeout as pause } from 'node:timers/promises';

/** The first checks follow each other quickly, so that a test does not wait much longer than necessary. */
const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

/**
 * Calls `check` repeatedly, at least every 50 ms, and resolves with its first result that is neither undefined nor false.
 * @throws an error with the description after the timeout
 */
export async function until<T>(
  description: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 30_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const result = await check();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${description}`);
    await pause(pauseMs);
  }
}
