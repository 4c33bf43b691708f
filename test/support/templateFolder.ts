// A folder for data that many tests start with: it is created once and copied for each test; and one for what tests
// write. Vitest calls `setup` before the first test and `teardown` after the last one.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variable with the path of the folder, which the processes of the tests share. */
const FOLDER_VARIABLE = 'CONTRAIL_TEST_TEMPLATES';
/** The environment variable with the path of the folder that contains the temporary folders of all tests. */
const TEMPORARY_VARIABLE = 'CONTRAIL_TEST_TEMPORARY';
/** A file system in memory on Linux. In containers it is often too small. */
const MEMORY_FOLDER = '/dev/shm';
const NEEDED_BYTES = 256 * 1024 * 1024;

export function setup(): void {
  process.env[FOLDER_VARIABLE] = mkdtempSync(join(parentFolder(), 'contrail-templates-'));
  process.env[TEMPORARY_VARIABLE] = mkdtempSync(join(tmpdir(), 'contrail-tests-'));
}

export function teardown(): void {
  for (const folder of [templateFolder(), process.env[TEMPORARY_VARIABLE]])
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** Creates an empty folder, which is deleted after the last test of the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env[TEMPORARY_VARIABLE] ?? tmpdir(), 'test-'));
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
