// Which npm packages are in the bundles of the .vsix.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The package of the icons, which are no module of a bundle. */
const ICONS = 'node_modules/@vscode/codicons';

/**
 * Returns the folders of the packages that have code in a bundle, relative to the repository; of nested packages, the
 * innermost folders.
 */
export function bundledFolders({ outputs }: Pick<Metafile, 'outputs'>): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set([...folders, ICONS])].sort();
}

/** Returns the same for the last build. */
export function foldersOfLastBuild(root: string): string[] {
  return bundledFolders(JSON.parse(readFileSync(join(root, 'dist', 'metafile.json'), 'utf8')));
}
