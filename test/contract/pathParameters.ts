// Fills in the parameters of API paths, and provides ids of unknown records.
import type { Params } from './example.ts';

/** A well-formed id that no record has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';

/** Returns a well-formed value for the path parameter. No record has this id or identifier. */
export function unknownIdFor(parameter: string): string {
  return parameter === 'identifier' ? 'NOSUCH-1' : UNKNOWN_ID;
}

/** Returns the names of the parameters in a path, except the workspace. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined || name === 'workspace_slug' ? [] : [name],
  );
}

/** Returns the path with the values of `params` in place of its parameters. */
export function pathWithParams(path: string, params: Params): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`No value for ${name} of ${path}`);
    return encodeURIComponent(value);
  });
}
