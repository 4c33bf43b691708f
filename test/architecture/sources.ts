// Reads files of the repository.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/setup/paths.mjs';

/** Returns every file below a folder of the repository whose name has one of the endings. */
export function filesBelow(
  folder: string,
  ...endings: readonly string[]
): { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(root.length + 1).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}
