// Creates databases with the sample workspace for tests. Copying one takes a tenth of the time of creating one.
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/database/databaseFile.ts';
import { seedDatabase } from '../../src/server/sample/seed.ts';
import { templateFolder } from './templateFolder.ts';

/**
 * Returns the path of a new database with the sample workspace as created at `now`, in milliseconds since the epoch.
 * Each database with the same `key` contains the same data, as created for the first of them. Returns `:memory:`, for
 * an empty database, if there is no folder for templates.
 */
export function createSampleDatabase(key: string, now: number): string {
  const folder = templateFolder();
  if (folder === undefined) return ':memory:';
  const template = join(folder, `${key}.db`);
  const path = join(folder, `${crypto.randomUUID()}.db`);
  if (existsSync(template)) {
    copyFileSync(template, path);
    return path;
  }
  const database = openDatabase(path);
  seedDatabase(database, { kind: 'sample' }, now);
  database.close();
  // Another process may create the same template at the same time. Renaming replaces the template in one step.
  copyFileSync(path, `${path}.template`);
  renameSync(`${path}.template`, template);
  return path;
}
