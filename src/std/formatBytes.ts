// Formats numbers of bytes for the user.
import { displayLanguage } from './displayLanguage.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns `640 bytes`, `4.2 kB` or `5 MB`. Units are powers of 1024, as in the server's limit for uploads. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return formatInUnit(bytes, 'byte', 'long');
  let amount = bytes / 1024;
  let unitIndex = 0;
  while (amount >= 1000 && unitIndex < UNITS.length - 1) {
    amount /= 1024;
    unitIndex += 1;
  }
  return formatInUnit(amount, UNITS[unitIndex] ?? 'gigabyte', 'short');
}

function formatInUnit(amount: number, unit: string, unitDisplay: 'long' | 'short'): string {
  const maximumFractionDigits = amount < 10 ? 1 : 0;
  return new Intl.NumberFormat(displayLanguage(), {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits,
    useGrouping: false,
  }).format(amount);
}
