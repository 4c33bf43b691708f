// package.json as the release workflow packages it: with the public address and the kind of release.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillRepository } from '../../src/build/repository.ts';
import { parseVersion } from './version.ts';

/**
 * Writes into the package.json of a folder what the repository does not contain. `npm run release` requires it.
 * @param env the variables that GitHub sets in a workflow
 */
export function fillManifest(folder: string, env: NodeJS.ProcessEnv): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  // vsce reads its options from the manifest too.
  const kind = parseVersion(manifest.version).isPreRelease ? { vsce: { preRelease: true } } : {};
  writeFileSync(file, `${JSON.stringify({ ...fillRepository(manifest, env), ...kind }, undefined, 2)}\n`);
}
