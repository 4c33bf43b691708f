// Owns waiting for a condition: asked again and again until it holds, and a sentence about what was waited for when it
// never does.
import { setTimeout as pause } from 'node:timers/promises';

/** Asks every 50 ms; resolves with the first answer that is neither undefined nor false. */
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
