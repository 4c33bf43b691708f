// Owns the folder that a workbench opens: a copy of the small sample beside this file, to be written in freely.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves a copy that is there already as it is. */
export function copySampleWorkspace(folder: string): string {
  if (!existsSync(folder)) cpSync(join(import.meta.dirname, 'workspace'), folder, { recursive: true });
  return folder;
}
