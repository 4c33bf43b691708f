// Owns what is said of rows that an earlier run knew: in which view a list stands, and since when nobody has asked the server about it.
import type { ViewName } from './node.ts';

/** The view in which the list with this key of the store is seen; undefined for what stands in no tree. */
export function viewOfList(key: string): ViewName | undefined {
  if (/^(?:comments|attachments|activities|stickys)\b/.test(key)) return undefined;
  if (key.includes('initiative')) return 'initiatives';
  if (key.includes('teamspace')) return 'teamspaces';
  if (key.includes('customer')) return 'customers';
  return 'projects';
}

/** `As of 10:32` on the same day, with the date on another. Times are in milliseconds. */
export function ageSentence(asOf: number, now: number): string {
  const then = new Date(asOf);
  const time = then.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const isToday = then.toDateString() === new Date(now).toDateString();
  const when = isToday ? time : `${then.toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${time}`;
  return `Shown as of ${when}; the server has not been heard since.`;
}
