// Builds the part of a URL after the base URL: the path with its parameters, and the query. Pure.
import { ApiError } from '../apiError.ts';

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

function invalidParameter(name: string, rule: string): ApiError {
  return new ApiError({ kind: 'invalidRequest', fields: { [name]: rule } });
}

function encodeSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalidParameter(name, 'Must not be empty');
  if (value === '.' || value === '..') throw invalidParameter(name, 'Must not be a dot segment');
  if (/[\uD800-\uDFFF]/u.test(value)) throw invalidParameter(name, 'Must be well-formed text');
  return encodeURIComponent(value);
}

/**
 * Replaces the parameters in a path by their values. A value becomes a single encoded segment.
 * @throws ApiError (`invalidRequest`) for a value that is empty or could change the path, for example `..`.
 */
export function fillPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, parameters[name]));
  return filledPath.endsWith('/') ? filledPath : `${filledPath}/`;
}

/** Returns the query with a question mark, or ''. Lists are joined by commas; undefined values are left out. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const searchParameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) searchParameters.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return searchParameters.size === 0 ? '' : `?${searchParameters.toString()}`;
}
