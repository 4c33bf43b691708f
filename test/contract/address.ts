// Owns addresses of the API: a path of the table with its parameters filled in, by records that are there or by ones
// that are not.
import type { Params } from './example.ts';

/** Well-formed, and of nothing. */
export const STRANGER = '00000000-0000-4000-8000-00000000dead';

/** A record that the path parameter of this name could mean, and that is not there. */
export function strangerTo(parameter: string): string {
  return parameter === 'identifier' ? 'NOSUCH-1' : STRANGER;
}

/** Names in a path, without the workspace's. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined || name === 'workspace_slug' ? [] : [name],
  );
}

export function filled(path: string, params: Params): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} wants ${name}`);
    return encodeURIComponent(value);
  });
}
