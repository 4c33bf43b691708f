// Installs a fixed version of code-server, VS Code in the browser, for tests and `npm start`.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { scratchFolder } from './paths.mjs';

/** code-server 4.139.1 contains VS Code 1.139.1 with unchanged workbench and extension host. */
const codeServerVersion = '4.139.1';

const home = join(scratchFolder, 'code-server');
const server = join(home, 'node_modules', 'code-server');
/** This file is written last. If it is missing, the installation was interrupted and is repeated. */
const versionFile = join(home, 'complete');

/** The package that VS Code uses to write its log files. Its native module is not compiled here. */
export const logPackage = join(server, 'lib', 'vscode', 'node_modules', '@vscode', 'spdlog');

const platform = `${process.platform}-${process.arch}`;
/** The program that VS Code uses to search files. */
export const ripgrep = join(
  server,
  'lib',
  'vscode',
  'node_modules',
  '@vscode',
  'ripgrep-universal',
  'bin',
  platform,
  'rg',
);

/** Must be run with Node 24. */
export const codeServerEntry = join(server, 'out', 'node', 'entry.js');

export async function ensureCodeServer() {
  if (existsSync(versionFile) && (await readFile(versionFile, 'utf8')) === codeServerVersion) return;
  if (process.platform === 'win32')
    throw new Error(
      'code-server does not run on Windows: use WSL, or put the command `code` of an installed VS Code on PATH for npm start.',
    );
  console.log(`Installing code-server ${codeServerVersion} into .vscode-test (once, 600 MB) …`);
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "private": true }\n');
  // Install scripts would compile optional native modules with g++ and Python, which the tests do not need.
  const flags = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
  await run('npm', ['install', `code-server@${codeServerVersion}`, ...flags], { folder: home, quiet: true });
  for (const folder of [join(server, 'lib', 'vscode'), join(server, 'lib', 'vscode', 'extensions')]) {
    await run('npm', ['install', '--omit=dev', ...flags], { folder, quiet: true });
  }
  await writeFile(versionFile, codeServerVersion);
}
