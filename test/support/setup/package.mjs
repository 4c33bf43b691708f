// Owns making dist/: the bundles, and the .vsix that people install.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { packageFile, root } from './paths.mjs';

/** @param {{ quiet?: boolean }} [how] */
export async function build(how = {}) {
  await run('node', ['esbuild.mjs'], how);
}

/** The README without the table of endpoints, which is for those who have the repository. */
async function shortenReadme() {
  const whole = await readFile(join(root, 'README.md'), 'utf8');
  await writeFile(join(root, 'dist', 'README.md'), whole.replace(/^## The API\n[^]*?(?=^## )/m, ''));
}

/**
 * All that Contrail needs is bundled, so no node_modules travel with it. Unless it is to be quiet, it lists what it packs.
 * @param {{ quiet?: boolean }} [how]
 */
export async function packageExtension(how = {}) {
  await build(how);
  await shortenReadme();
  await run(
    'vsce',
    [
      'package',
      '--readme-path',
      'dist/README.md',
      '--no-dependencies',
      '--allow-missing-repository',
      '--no-rewrite-relative-links',
      '--out',
      packageFile,
    ],
    how,
  );
}
