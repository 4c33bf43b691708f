// Shows how much of an installation is on disk, because npm shows nothing while it installs a large package.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MEGABYTE = 1_000_000;
const INTERVAL_MS = 3_000;
/** Without a terminal, whose last line could be replaced, a line is printed after this many megabytes. */
const LINE_EVERY_MB = 100;

/**
 * Runs `install`, and shows the size of the folder until it is done.
 * @param {{ folder: string, expectedMegabytes: number, output?: Pick<typeof process.stdout, 'isTTY' | 'write'>, intervalMs?: number }} options
 * @param {() => Promise<void>} install
 * @returns {Promise<void>}
 */
export async function withInstallProgress(
  { folder, expectedMegabytes, output = process.stdout, intervalMs = INTERVAL_MS },
  install,
) {
  let shownMegabytes = 0;
  let isMeasuring = false;
  let isDone = false;
  const show = async () => {
    // Measuring a large folder can take longer than the interval.
    if (isMeasuring) return;
    isMeasuring = true;
    const megabytes = Math.round((await folderSize(folder)) / MEGABYTE);
    isMeasuring = false;
    if (isDone) return;
    const text = progressText(megabytes, expectedMegabytes);
    if (output.isTTY) output.write(`\r${text}`);
    else if (megabytes - shownMegabytes >= LINE_EVERY_MB) {
      output.write(`${text}\n`);
      shownMegabytes = megabytes;
    }
  };
  const timer = setInterval(() => void show(), intervalMs);
  try {
    await install();
  } finally {
    isDone = true;
    clearInterval(timer);
    if (output.isTTY) output.write('\n');
  }
}

/**
 * @param {number} megabytes
 * @param {number} expectedMegabytes
 */
function progressText(megabytes, expectedMegabytes) {
  return `  ${megabytes} of about ${expectedMegabytes} MB`;
}

/**
 * Resolves with the size of all files below the folder, in bytes. Files that disappear meanwhile are left out.
 * @param {string} folder
 * @returns {Promise<number>}
 */
export async function folderSize(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let size = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) size += await folderSize(path);
    else if (entry.isFile())
      size += await stat(path).then(
        (found) => found.size,
        () => 0,
      );
  }
  return size;
}
