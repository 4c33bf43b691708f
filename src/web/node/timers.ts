// `node:timers/promises` in a browser.
import { setImmediate as runSoon } from './globals.ts';

export function setImmediate(): Promise<void> {
  return new Promise((resolve) => runSoon(resolve));
}

export function setTimeout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => globalThis.setTimeout(resolve, milliseconds));
}
