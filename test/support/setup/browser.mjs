// Finds a Chromium: an installed one, else Playwright's own, else Debian's package.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './child.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
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
      return false; // not executable for this user: a later folder may contain one that is
    }
  });
}

/** Playwright is imported on demand: it may not be installed when this file is loaded. */
async function playwrightsOwn() {
  const { chromium } = await import('playwright-core');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** @returns {Promise<string | undefined>} the path of the program */
export async function findBrowser() {
  const installed =
    names.map(onPath).find((file) => file !== undefined) ??
    applications.find((file) => process.platform === 'darwin' && existsSync(file));
  return installed ?? (await playwrightsOwn());
}

/**
 * Installs a browser if none is found. Rejects with a list of everything that was tried if none can be installed. A
 * browser counts only if it starts, because Playwright's own may be missing system libraries.
 */
export async function ensureBrowser() {
  const tried = [];
  const found = await findBrowser();
  if (found === undefined) tried.push(`none of ${names.join(', ')} is on PATH`);
  else {
    const trouble = await troubleOf(found);
    if (trouble === undefined) return;
    tried.push(trouble);
  }
  for (const [what, install] of ways()) {
    console.log(`Installing Chromium (${what}) …`);
    try {
      await install();
      const file = await findBrowser();
      const trouble = file === undefined ? 'ended well, but there is no browser' : await troubleOf(file);
      if (trouble === undefined) return;
      tried.push(`${what}: ${trouble}`);
    } catch (cause) {
      tried.push(`${what}: ${saying(cause)}`);
    }
  }
  throw new Error(`No browser for the tests: install Chromium or Chrome.\n  ${tried.join('\n  ')}`);
}

/**
 * @param {string} file
 * @returns {Promise<string | undefined>} the error with which it fails to start
 */
async function troubleOf(file) {
  try {
    await run(file, ['--version'], { quiet: true });
    return undefined;
  } catch (cause) {
    return saying(cause);
  }
}

/** @param {unknown} cause */
function saying(cause) {
  return cause instanceof Error ? cause.message : String(cause);
}

/** @returns {[what: string, install: () => Promise<void>][]} */
function ways() {
  /** @type {[string, () => Promise<void>][]} */
  const all = [["Playwright's own", () => run('playwright-core', ['install', 'chromium'], { quiet: true })]];
  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    all.push([
      "Debian's package",
      async () => {
        await run('apt-get', ['update', '-qq'], { quiet: true, env });
        await run('apt-get', ['install', '-y', '-qq', 'chromium'], { quiet: true, env });
      },
    ]);
  }
  return all;
}
