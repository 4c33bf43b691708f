// Owns what is said of a draft where drafts are listed: what it is about, what it holds, and how old it is.
import type { Draft } from '../store/draft.ts';
import { subjectOfKey } from './subjects.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `Name, Description, a comment`. */
export function heldWords(key: string, draft: Draft): string {
  const fields = subjectOfKey(key)?.kind.fields ?? [];
  const touched = Object.keys(draft.touched).map((name) => fields.find((field) => field.name === name)?.label ?? name);
  const comments = [draft.composer, draft.palette].filter((comment) => (comment?.text ?? '') !== '').length;
  const edits = Object.keys(draft.edits ?? {}).length;
  const parts = [...touched, ...counted(comments, 'comment'), ...counted(edits, 'changed comment')];
  if (draft.making !== undefined && parts.length === 0) return 'not created yet';
  return parts.join(', ');
}

/** Times are in milliseconds. */
export function agoWords(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour');
  return ago(Math.floor(age / DAY), 'day');
}

/** The first words that were written, to know it by. */
export function firstWords(draft: Draft, most = 80): string {
  const written = [
    draft.composer?.text,
    draft.palette?.text,
    ...Object.values(draft.touched),
    ...Object.values(draft.edits ?? {}).map(({ html }) => html),
  ];
  const text = written.find((one) => typeof one === 'string' && plain(one) !== '');
  const words = typeof text === 'string' ? plain(text) : '';
  return words.length > most ? `${words.slice(0, most).trimEnd()}…` : words;
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function counted(count: number, noun: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `a ${noun}` : `${count} ${noun}s`];
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
