// Installs the VS Code that tests and `npm start` serve in a browser: a pinned code-server.
// Nothing is compiled during the installation.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { scratchFolder } from './paths.mjs';

/** 4.139.1 contains VS Code 1.139.1, with its workbench and its extension host unchanged. */
const codeServerVersion = '4.139.1';

const home = join(scratchFolder, 'code-server');
const server = join(home, 'node_modules', 'code-server');
/** Written last: an installation without this file was interrupted and is repeated. */
const stamp = join(home, 'complete');

/** The package with which this VS Code writes its log files; its native part is not compiled. */
export const logPackage = join(server, 'lib', 'vscode', 'node_modules', '@vscode', 'spdlog');

const platform = `${process.platform}-${process.arch}`;
/** The program with which this VS Code searches files. */
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
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === codeServerVersion) return;
  if (process.platform === 'win32')
    throw new Error(
      'code-server does not run on Windows: use WSL, or put the command `code` of an installed VS Code on PATH for npm start.',
    );
  console.log(`Installing code-server ${codeServerVersion} into .vscode-test (once, 600 MB) …`);
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "private": true }\n');
  // Install scripts would compile optional parts with g++ and Python; Contrail needs none of them.
  const flags = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
  await run('npm', ['install', `code-server@${codeServerVersion}`, ...flags], { folder: home, quiet: true });
  for (const inner of [join(server, 'lib', 'vscode'), join(server, 'lib', 'vscode', 'extensions')]) {
    await run('npm', ['install', '--omit=dev', ...flags], { folder: inner, quiet: true });
  }
  await writeFile(stamp, codeServerVersion);
}
