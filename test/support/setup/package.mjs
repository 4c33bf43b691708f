// Owns making dist/: the bundles, and the .vsix that people install.
import { run } from './child.mjs';
import { packageFile } from './paths.mjs';

/** @param {{ quiet?: boolean }} [how] */
export async function build(how = {}) {
  await run('node', ['esbuild.mjs'], how);
}

/**
 * All that Contrail needs is bundled, so no node_modules travel with it. Unless it is to be quiet, it lists what it packs.
 * @param {{ quiet?: boolean }} [how]
 */
export async function packageExtension(how = {}) {
  await build(how);
  await run(
    'vsce',
    ['package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', packageFile],
    how,
  );
}
