// A folder for data that many tests start with: it is created once and copied for each test. Vitest calls `setup` before
// the first test and `teardown` after the last one.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variable with the path of the folder, which the processes of the tests share. */
const FOLDER_VARIABLE = 'CONTRAIL_TEST_TEMPLATES';
/** A file system in memory on Linux. In containers it is often too small. */
const MEMORY_FOLDER = '/dev/shm';
const NEEDED_BYTES = 256 * 1024 * 1024;

export function setup(): void {
  process.env[FOLDER_VARIABLE] = mkdtempSync(join(parentFolder(), 'contrail-templates-'));
}

export function teardown(): void {
  const folder = templateFolder();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** Returns the path of the folder, or undefined in a Vitest project without this global setup. */
export function templateFolder(): string | undefined {
  return process.env[FOLDER_VARIABLE];
}

function parentFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
}
