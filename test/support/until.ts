// Waits for a condition: checks it repeatedly, and fails with a description of the condition if it
// is never met.
import { setTimeout as pause } from 'node:timers/promises';

/** Calls `ask` every 50 ms, and resolves with the first result that is neither undefined nor false. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  milliseconds = 30_000,
): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`Waited ${milliseconds / 1000} s in vain for ${what}`);
    await pause(50);
  }
}
