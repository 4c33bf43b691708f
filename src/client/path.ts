// Owns addresses below the base: a row's path with its braces filled, and the query. Pure.
import { ApiError } from './apiError.ts';

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

function unfit(name: string, rule: string): ApiError {
  return new ApiError({ kind: 'invalidRequest', fields: { [name]: rule } });
}

function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw unfit(name, 'Must not be empty');
  if (value === '.' || value === '..') throw unfit(name, 'Must not be a dot segment');
  if (/[\uD800-\uDFFF]/u.test(value)) throw unfit(name, 'Must be well-formed text');
  return encodeURIComponent(value);
}

/**
 * Fills the braces, each value as one encoded segment. Throws the fault `unfit` for a value that could lead elsewhere
 * or nowhere.
 */
export function fillPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, parameters[name]));
  return filled.endsWith('/') ? filled : `${filled}/`;
}

/** The query with its question mark, or nothing. Lists are joined by commas, undefined is left out. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return text.size === 0 ? '' : `?${text.toString()}`;
}
