// Formats numbers of bytes for the user.
import { plural } from './plural.ts';

const UNITS = ['kB', 'MB', 'GB'] as const;

/** Returns `640 bytes`, `4.2 kB`, `5 MB`: in powers of 1024, as the server counts its limit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${plural(bytes, { one: 'byte', other: 'bytes' })}`;
  let amount = bytes / 1024;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Number(amount.toFixed(amount < 10 ? 1 : 0))} ${UNITS[unit]}`;
}
