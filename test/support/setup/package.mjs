// Builds dist/: the bundles, and the .vsix file.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { packageFile, root } from './paths.mjs';

/** @param {{ quiet?: boolean }} [how] */
export async function build(how = {}) {
  await run('node', ['esbuild.mjs'], how);
}

/**
 * Returns the README as it is in the .vsix: without the sections about the repository, and without pictures and links
 * that are broken there. VS Code's extension page loads pictures only by https, and vsce appends an extension to the
 * name of the license file.
 * @param {string} whole README.md
 */
export function packagedReadme(whole) {
  return whole
    .replace(/^## Where to start reading\n[^]*?(?=^## )/gm, '')
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm, '')
    .replaceAll('](LICENSE)', '](LICENSE.txt)');
}

async function writePackagedReadme() {
  const whole = await readFile(join(root, 'README.md'), 'utf8');
  await writeFile(join(root, 'dist', 'README.md'), packagedReadme(whole));
}

/**
 * Builds and packages the extension. The .vsix contains no node_modules, because everything that Contrail needs is
 * bundled. Prints the list of packaged files unless `quiet` is set.
 * @param {{ quiet?: boolean }} [how]
 */
export async function packageExtension(how = {}) {
  await build(how);
  await writePackagedReadme();
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
