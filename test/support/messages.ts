// Writes media/l10n/bundle.l10n.json: every message of src/ in English, for translators. VS Code reads only the
// translated bundles beside it, so the file is not part of the .vsix.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getL10nJson, type l10nJsonFormat } from '@vscode/l10n-dev';
import { messageCalls } from './messageCalls.ts';
import { root } from './setup/paths.mjs';

export const messagesFile = join(root, 'media', 'l10n', 'bundle.l10n.json');

/** The server answers in English, and generated files have no texts. */
const EXCLUDED = /^src\/(?:server\/|workbench\/contributions\.ts$)/;

/** Resolves with the messages of src/ by their key, sorted. Rejects if the first argument of `l10n.t` is a template. */
export async function messages(): Promise<l10nJsonFormat> {
  const calls = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !EXCLUDED.test(path))
    .flatMap((path) => messageCalls(path, readFileSync(join(root, path), 'utf8')).calls);
  // One source with all calls, because the exporter takes most of a second for each.
  const contents = ["import * as l10n from '@vscode/l10n';", ...calls.map(({ source }) => `l10n.t(${source});`)];
  const found = await getL10nJson([{ extension: '.ts', contents: contents.join('\n') }]);
  return Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Resolves with the text that the file must have. */
export async function messagesText(): Promise<string> {
  return `${JSON.stringify(await messages(), undefined, 2)}\n`;
}

if (process.argv.includes('--write')) {
  mkdirSync(dirname(messagesFile), { recursive: true });
  writeFileSync(messagesFile, await messagesText());
}
