// Reads package.json, with the English texts of package.nls.json in place of `%key%`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

const PLACEHOLDER = /^%([\w.]+)%$/;

/** Returns the texts of package.nls.json, by their keys. */
export function manifestTexts(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
}

/**
 * Returns package.json with the texts of package.nls.json.
 * @throws if package.nls.json has no text for a key
 */
export function readManifest(): unknown {
  const texts = manifestTexts();
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'), (_, value: unknown) => {
    const key = keyOf(value);
    if (key === undefined) return value;
    const text = texts[key];
    if (text === undefined) throw new Error(`package.nls.json has no text ${key}`);
    return text;
  });
}

/** Returns the key of a placeholder `%key%`, or undefined if the value is not a placeholder. */
export function keyOf(value: unknown): string | undefined {
  return typeof value === 'string' ? PLACEHOLDER.exec(value)?.[1] : undefined;
}
