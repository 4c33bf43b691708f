// The folder that a workbench opens: a writable copy of the small sample next to this file.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Copies the sample, unless the folder exists already. */
export function copySampleWorkspace(folder: string): string {
  if (!existsSync(folder)) cpSync(join(import.meta.dirname, 'workspace'), folder, { recursive: true });
  return folder;
}
