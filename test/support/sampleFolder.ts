// Copies the folder `workspace` of the tests, so that VS Code can open and change it. It is no git repository.
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const sampleFolder = join(import.meta.dirname, 'workspace');

/** Copies the sample folder, unless the target folder exists. Returns the target folder. */
export function copySampleFolder(folder: string): string {
  if (!existsSync(folder)) cpSync(sampleFolder, folder, { recursive: true });
  return folder;
}

/** Whether the folder has the same files as the sample, with the same contents. */
export function isSampleFolder(folder: string): boolean {
  const files = filesOf(sampleFolder);
  return (
    isDeepStrictEqual(filesOf(folder), files) &&
    files.every((file) => readFileSync(join(folder, file)).equals(readFileSync(join(sampleFolder, file))))
  );
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}
