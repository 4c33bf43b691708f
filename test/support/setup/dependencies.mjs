// Runs `npm ci` if node_modules is missing, incomplete or older than package-lock.json.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { root, toolFolder } from './paths.mjs';

/** npm writes this file last, so the file is also missing if an installation was interrupted. */
const installedLockFile = join(root, 'node_modules', '.package-lock.json');

export async function ensureDependencies() {
  const isInstalled =
    existsSync(installedLockFile) &&
    statSync(installedLockFile).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
  if (!isInstalled) {
    console.log('Installing packages (npm ci) …');
    await run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { quiet: true });
  }
  if (!existsSync(join(toolFolder, process.platform === 'win32' ? 'node.cmd' : 'node'))) {
    throw new Error(
      'The npm package "node" (Node 24) did not install its binary. Are install scripts switched off (npm config get ignore-scripts)?',
    );
  }
}
