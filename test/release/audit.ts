// `npm run audit`: fails if a package that is in the .vsix has a known vulnerability. All packages are development
// dependencies, so `npm audit --omit=dev` would check none, and without the option it reports tools that are not shipped.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { childEnvironment } from '../support/setup/child.mjs';
import { foldersOfLastBuild } from './bundledPackages.ts';
import { vulnerabilitiesIn } from './vulnerabilities.ts';

const root = dirname(dirname(import.meta.dirname));
const { stdout } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  env: childEnvironment(),
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const found = vulnerabilitiesIn(JSON.parse(stdout), foldersOfLastBuild(root));
console.log(found.length === 0 ? 'No bundled package has a known vulnerability.' : found.join('\n'));
if (found.length > 0) process.exitCode = 1;
