// Copies the sample folder `workspace`, so that VS Code can open and change it.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Copies the sample folder, unless the target folder exists. Returns the target folder. */
export function copySampleWorkspace(folder: string): string {
  if (!existsSync(folder)) cpSync(join(import.meta.dirname, 'workspace'), folder, { recursive: true });
  return folder;
}
