// Owns making dist/: the bundles, and the .vsix that people install.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { packageFile, root } from './paths.mjs';

/** @param {{ quiet?: boolean }} [how] */
export async function build(how = {}) {
  await run('node', ['esbuild.mjs'], how);
}

/**
 * The README as it is in the .vsix: without the parts for those who have the repository, and without pictures and links
 * that lead nowhere there. VS Code's page of an extension loads pictures by https only, and vsce gives the license file
 * an ending.
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
 * All that Contrail needs is bundled, so no node_modules travel with it. Unless it is to be quiet, it lists what it
 * packs.
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
