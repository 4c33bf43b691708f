// Builds Eclipse Theia from its npm packages. It needs a C++ compiler, Python and, on Linux, libsecret-1-dev.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { scratchFolder } from './paths.mjs';

const VERSION = '1.74.1';
const PACKAGES = [
  'core',
  'editor',
  'filesystem',
  'keymaps',
  'markers',
  'messages',
  'monaco',
  'navigator',
  'outline-view',
  'output',
  'plugin-ext',
  'plugin-ext-vscode',
  'preferences',
  'process',
  'scm',
  'terminal',
  'userstorage',
  'variable-resolver',
  'vsx-registry',
  'workspace',
];
const NATIVE_MODULES = ['drivelist', 'keytar', 'node-pty', '@parcel/watcher'];

const home = join(scratchFolder, 'theia');
/** This file is written last. If it is missing, the build was interrupted and is repeated. */
const versionFile = join(home, 'complete');

export const theiaProgram = join(home, 'lib', 'backend', 'main.js');

export async function ensureTheia() {
  if (existsSync(versionFile) && (await readFile(versionFile, 'utf8')) === VERSION) return;
  console.log(`Building Theia ${VERSION} in .vscode-test (once, some minutes) …`);
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const packages = [...PACKAGES.map((name) => `@theia/${name}`), '@theia/cli'];
  const manifest = {
    private: true,
    // Otherwise, Theia asks whether the folder is trusted, which covers the window.
    theia: { target: 'browser', frontend: { config: { preferences: { 'security.workspace.trust.enabled': false } } } },
    dependencies: {
      ...Object.fromEntries(packages.map((name) => [name, VERSION])),
      react: '18.3.1',
      'react-dom': '18.3.1',
    },
  };
  await writeFile(join(home, 'package.json'), JSON.stringify(manifest));
  const options = { folder: home, quiet: true };
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-fund', '--no-audit', '--loglevel=error'];
  await run('npm', ['install', ...flags], options);
  await run('npm', ['rebuild', ...NATIVE_MODULES], options);
  await run('node', [join('node_modules', '@theia', 'cli', 'bin', 'theia.js'), 'build'], options);
  await writeFile(versionFile, VERSION);
}
