// Builds addresses below the base address: a row's path with its parameters, and the query. Pure.
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
 * Fills in the parameters, each value as one encoded segment.
 * @throws ApiError (`invalidRequest`) for a value that is empty or could lead to another address.
 */
export function fillPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, parameters[name]));
  return filled.endsWith('/') ? filled : `${filled}/`;
}

/** Returns the query with its question mark, or ''. Lists are joined by commas, undefined is left out. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return text.size === 0 ? '' : `?${text.toString()}`;
}
