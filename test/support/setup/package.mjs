// Builds the bundles and the .vsix file in dist/.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withAbsoluteAddresses } from '../../release/repository.mjs';
import { run } from './child.mjs';
import { packageFile, root, scratchFolder } from './paths.mjs';

/** @param {{ quiet?: boolean }} [options] */
export async function build(options = {}) {
  await run('node', ['esbuild.mjs'], options);
}

/**
 * Returns the README for the .vsix: without the section that needs a clone, and without pictures that have no `https:`
 * URL, which VS Code's extension page does not load. The link to the license gets the file name that vsce uses. Links to
 * other files of the repository become text, because VS Code does not open links to files of an extension.
 * @param {string} readme the content of README.md
 */
export function packagedReadme(readme) {
  return readme
    .replace(/^## Contributing\n[^]*?(?=^## )/gm, '')
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm, '')
    .replaceAll('](LICENSE)', '](LICENSE.txt)')
    .replace(/\[([^\]]*)\]\((?!https:|LICENSE)[^)]*\)/g, '$1');
}

/**
 * Returns the manifest for the .vsix: without white space and what only the repository needs.
 * @param {string} manifest the content of package.json
 */
function packagedManifest(manifest) {
  const forRepository = new Set(['scripts', 'devDependencies', 'allowScripts']);
  return JSON.stringify(JSON.parse(manifest), (key, value) => (forRepository.has(key) ? undefined : value));
}

async function writePackagedReadme() {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await writeFile(join(root, 'dist', 'README.md'), packagedReadme(withAbsoluteAddresses(readme, manifest)));
}

/**
 * Builds and packages the extension. The .vsix contains no node_modules, because all dependencies are bundled. Prints
 * the list of packaged files unless `quiet` is true.
 * @param {{ quiet?: boolean }} [options]
 */
export async function packageExtension(options = {}) {
  await build(options);
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
    options,
  );
  // This file is loaded before npm has installed the package that recompress.mjs imports.
  const { recompress } = await import('./recompress.mjs');
  const edits = {
    'extension/package.json': packagedManifest,
    'extension/package.nls.json': (/** @type {string} */ texts) => JSON.stringify(JSON.parse(texts)),
  };
  await writeFile(packageFile, await recompress(await readFile(packageFile), join(scratchFolder, 'deflated'), edits));
}
