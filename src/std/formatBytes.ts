// Formats numbers of bytes for the user.
import { displayLanguage } from './displayLanguage.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns `640 bytes`, `4.2 kB`, `5 MB`: in powers of 1024, as the server counts its limit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return inUnit(bytes, 'byte', 'long');
  let amount = bytes / 1024;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return inUnit(amount, UNITS[unit] ?? 'gigabyte', 'short');
}

function inUnit(amount: number, unit: string, unitDisplay: 'long' | 'short'): string {
  const maximumFractionDigits = amount < 10 ? 1 : 0;
  return new Intl.NumberFormat(displayLanguage(), {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits,
    useGrouping: false,
  }).format(amount);
}
