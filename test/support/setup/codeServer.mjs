// Installs a fixed version of code-server, VS Code in the browser, for tests and `npm start`.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { withInstallProgress } from './installProgress.mjs';
import { scratchFolder } from './paths.mjs';

/**
 * @typedef {object} Release
 * @property {string} folder
 * @property {string} codeServer the version of code-server
 * @property {string | undefined} node the version of Node.js that it requires; undefined for the Node.js of the tests
 * @property {boolean} hasFixedAuthority whether files on the server's disk have the authority `remote` in their URI, in
 *   place of the host and the port
 * @property {boolean} hasDriverOption whether it can enable VS Code's test driver, with `--vscode-option`
 * @property {boolean} hasReconnectionOption whether it has the option `--reconnection-grace-time`
 */

/** @type {Readonly<Record<'newest' | 'oldest', Release>>} */
const releases = {
  /** Contains VS Code 1.139.1 with unchanged workbench and extension host. */
  newest: {
    folder: 'code-server',
    codeServer: '4.139.1',
    node: undefined,
    hasFixedAuthority: true,
    hasDriverOption: true,
    hasReconnectionOption: true,
  },
  /** Contains VS Code 1.103.2, the oldest that `engines.vscode` in package.json permits. */
  oldest: {
    folder: 'code-server-oldest',
    codeServer: '4.103.2',
    node: '22.23.3',
    hasFixedAuthority: false,
    hasDriverOption: false,
    hasReconnectionOption: false,
  },
};

/** The environment variable `CONTRAIL_TEST_VSCODE=oldest` selects the oldest supported VS Code. */
const release = process.env['CONTRAIL_TEST_VSCODE'] === 'oldest' ? releases.oldest : releases.newest;
export const { hasDriverOption, hasFixedAuthority, hasReconnectionOption } = release;

const home = join(scratchFolder, release.folder);
const server = join(home, 'node_modules', 'code-server');
const versionName = [release.codeServer, release.node].filter((version) => version !== undefined).join(' ');
/** This file is written last. If it is missing, the installation was interrupted and is repeated. */
const versionFile = join(home, 'complete');

/** The size of the installation, for the progress. */
const INSTALLED_MEGABYTES = 600;

const platform = `${process.platform}-${process.arch}`;

export const vscodeFolder = join(server, 'lib', 'vscode');

/** The package that VS Code uses to write its log files. Its native module is not compiled here. */
export const logPackage = join(vscodeFolder, 'node_modules', '@vscode', 'spdlog');

/** The program that VS Code uses to search files. */
export const ripgrep = join(vscodeFolder, 'node_modules', '@vscode', 'ripgrep-universal', 'bin', platform, 'rg');

export const codeServerEntry = join(server, 'out', 'node', 'entry.js');

const nodePackage = `node-${platform}`;
/** The Node.js with which code-server runs. */
export const codeServerNode =
  release.node === undefined ? process.execPath : join(home, 'node_modules', nodePackage, 'bin', 'node');

export const codeServerNodeVersion = release.node ?? process.versions.node;

/**
 * Gives VS Code the program that searches files. Its package `@vscode/ripgrep` downloads the program with an install
 * script; `@vscode/ripgrep-universal`, which newer versions of VS Code use, contains it.
 */
async function installRipgrep() {
  await run('npm', ['install', '@vscode/ripgrep-universal@1.18.0', '--ignore-scripts', '--no-save'], {
    folder: home,
    quiet: true,
  });
  const folder = join(vscodeFolder, 'node_modules', '@vscode', 'ripgrep', 'bin');
  await mkdir(folder, { recursive: true });
  await copyFile(join(home, 'node_modules', '@vscode', 'ripgrep-universal', 'bin', platform, 'rg'), join(folder, 'rg'));
}

export async function ensureCodeServer() {
  if (existsSync(versionFile) && (await readFile(versionFile, 'utf8')) === versionName) return;
  if (process.platform === 'win32')
    throw new Error(
      'code-server does not run on Windows: use WSL, or put the command `code` of an installed VS Code on PATH for npm start.',
    );
  console.log(
    `Installing code-server ${release.codeServer} into .vscode-test (once, about ${INSTALLED_MEGABYTES} MB) …`,
  );
  await withInstallProgress({ folder: home, expectedMegabytes: INSTALLED_MEGABYTES }, install);
}

async function install() {
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  // code-server loads argon2 when it starts; older versions of argon2 contain no compiled module.
  await writeFile(
    join(home, 'package.json'),
    `${JSON.stringify({ private: true, overrides: { argon2: '^0.44.0' } })}\n`,
  );
  // Install scripts would compile optional native modules with g++ and Python, which the tests do not need.
  const flags = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
  const packages = [
    `code-server@${release.codeServer}`,
    ...(release.node === undefined ? [] : [`${nodePackage}@${release.node}`]),
  ];
  await run('npm', ['install', ...packages, ...flags], { folder: home, quiet: true });
  for (const folder of [join(server, 'lib', 'vscode'), join(vscodeFolder, 'extensions')]) {
    await run('npm', ['install', '--omit=dev', ...flags], { folder, quiet: true });
  }
  if (release === releases.oldest) await installRipgrep();
  await writeFile(versionFile, versionName);
}
