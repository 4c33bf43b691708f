// Owns what is said of rows that an earlier run knew: in which view a list stands, and since when nobody has asked the server about it.
import { formatTime } from '../../std/formatTime.ts';
import type { ViewName } from '../node.ts';

/** The view in which the list with this key of the store is seen; undefined for what stands in no tree. */
export function viewOfList(key: string): ViewName | undefined {
  if (/^(?:comments|attachments|activities|stickys)\b/.test(key)) return undefined;
  if (key.includes('initiative')) return 'initiatives';
  if (key.includes('teamspace')) return 'teamspaces';
  if (key.includes('customer')) return 'customers';
  return 'projects';
}

/** Times are in milliseconds. */
export function ageText(asOf: number, now: number): string {
  return `Shown as of ${formatTime(asOf, now)}; the server has not been heard since.`;
}
