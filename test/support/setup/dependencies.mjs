// Owns the repository's packages: installs exactly what the lock file says when node_modules is missing, half made, or
// older than it.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { root, toolFolder } from './paths.mjs';

/** npm writes this file last, so its absence also tells of an installation that was interrupted. */
const installed = join(root, 'node_modules', '.package-lock.json');

export async function ensureDependencies() {
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) {
    console.log('Installing packages (npm ci) …');
    await run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { quiet: true });
  }
  if (!existsSync(join(toolFolder, process.platform === 'win32' ? 'node.cmd' : 'node'))) {
    throw new Error(
      'The npm package "node" (Node 24) did not install its binary. Are install scripts switched off (npm config get ignore-scripts)?',
    );
  }
}
