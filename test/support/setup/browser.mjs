// Finds an installed Chromium or Chrome, or installs one with Playwright or apt-get.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './child.mjs';

/** In order of preference: the headless shell has no user interface of its own, and needs less processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * @param {string} name
 * @returns {string | undefined} the path of the program
 */
export function onPath(name) {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const files = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix)));
  return files.find((file) => {
    if (!existsSync(file)) return false;
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false; // Not executable; a later folder may contain an executable file of this name.
    }
  });
}

/** Imports Playwright on demand, because it may not be installed when this file is loaded. */
async function findPlaywrightBrowser() {
  const { chromium } = await import('playwright-core');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** @returns {Promise<string | undefined>} the path of the program */
export async function findBrowser() {
  const installed =
    names.map(onPath).find((file) => file !== undefined) ??
    applications.find((file) => process.platform === 'darwin' && existsSync(file));
  return installed ?? (await findPlaywrightBrowser());
}

/**
 * Installs a browser unless one is found that starts. (Playwright's browser does not start if system libraries are
 * missing.)
 * @throws an error that lists all failed attempts
 */
export async function ensureBrowser() {
  const failures = [];
  const installed = await findBrowser();
  if (installed === undefined) failures.push(`none of ${names.join(', ')} is on PATH`);
  else {
    const error = await startError(installed);
    if (error === undefined) return;
    failures.push(error);
  }
  for (const [source, install] of installers()) {
    console.log(`Installing Chromium (${source}) …`);
    try {
      await install();
      const file = await findBrowser();
      const error = file === undefined ? 'succeeded, but no browser was found' : await startError(file);
      if (error === undefined) return;
      failures.push(`${source}: ${error}`);
    } catch (cause) {
      failures.push(`${source}: ${messageOf(cause)}`);
    }
  }
  throw new Error(`No browser for the tests: install Chromium or Chrome.\n  ${failures.join('\n  ')}`);
}

/**
 * @param {string} file
 * @returns {Promise<string | undefined>} the error message if the program does not start
 */
async function startError(file) {
  try {
    await run(file, ['--version'], { quiet: true });
    return undefined;
  } catch (cause) {
    return messageOf(cause);
  }
}

/** @param {unknown} cause */
function messageOf(cause) {
  return cause instanceof Error ? cause.message : String(cause);
}

/** @returns {[source: string, install: () => Promise<void>][]} */
function installers() {
  /** @type {[string, () => Promise<void>][]} */
  const result = [["Playwright's own", () => run('playwright-core', ['install', 'chromium'], { quiet: true })]];
  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    result.push([
      "Debian's package",
      async () => {
        await run('apt-get', ['update', '-qq'], { quiet: true, env });
        await run('apt-get', ['install', '-y', '-qq', 'chromium'], { quiet: true, env });
      },
    ]);
  }
  return result;
}
