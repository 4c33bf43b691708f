// Generates media/l10n/bundle.l10n.json, with all English messages of src/ for translators.
// VS Code reads only the translated bundles in that folder, so the file is not part of the .vsix.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { l10nJsonFormat } from '@vscode/l10n-dev';
import { messageCalls } from './messageCalls.ts';
import { root } from './setup/paths.mjs';

export const messagesFile = join(root, 'media', 'l10n', 'bundle.l10n.json');

/** The built-in server is not translated, and generated files contain no messages. */
const EXCLUDED = /^src\/(?:server\/|workbench\/contributions\.ts$)/;

/**
 * Resolves with the messages of src/, sorted by their key.
 * @throws if the first argument of a call of `l10n.t` is a template
 */
export async function messages(): Promise<l10nJsonFormat> {
  // Loading this package takes longer than what most importers of this module do.
  const { getL10nJson } = await import('@vscode/l10n-dev');
  const calls = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !EXCLUDED.test(path))
    .flatMap((path) => messageCalls(path, readFileSync(join(root, path), 'utf8')).calls);
  // All calls are passed as one source file, because `getL10nJson` takes most of a second for each file.
  const contents = ["import * as l10n from '@vscode/l10n';", ...calls.map(({ source }) => `l10n.t(${source});`)];
  const bundle = await getL10nJson([{ extension: '.ts', contents: contents.join('\n') }]);
  return Object.fromEntries(Object.entries(bundle).toSorted(([first], [second]) => (first < second ? -1 : 1)));
}

/** Resolves with the content of bundle.l10n.json. */
export async function messagesText(): Promise<string> {
  return `${JSON.stringify(await messages(), undefined, 2)}\n`;
}

if (process.argv.includes('--write')) {
  mkdirSync(dirname(messagesFile), { recursive: true });
  writeFileSync(messagesFile, await messagesText());
}
