// Writes the icons of the pages: only the glyphs of VS Code's icon font that the pages use.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import subsetFont from 'subset-font';
import { root } from './paths.mjs';

const folder = 'node_modules/@vscode/codicons/dist';

/** Relative to the repository. */
export const ICON_SHEET = `${folder}/codicon.css`;

const RULE = /^\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gm;

/**
 * Returns the hexadecimal code points of the icons that the code names, by name.
 * @param {string} sheet codicon.css
 * @param {string} code of all pages, with their style sheets
 * @throws when the code uses a class of an icon that does not exist
 */
export function usedIcons(sheet, code) {
  const all = new Map([...sheet.matchAll(RULE)].map(([, name = '', hex = '']) => [name, hex]));
  const unknown = [...code.matchAll(/(?<![\w-])codicon-([a-z][\w-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !all.has(name) && !name.startsWith('modifier-'));
  if (unknown.length > 0) throw new Error(`There is no codicon ${unknown.join(', ')}.`);
  const isUsed = (/** @type {string} */ name, /** @type {string} */ hex) =>
    [`"${name}"`, `'${name}'`, `\`${name}\``, `codicon-${name}`, `"\\${hex}"`].some((mention) =>
      code.includes(mention),
    );
  return new Map([...all].filter(([name, hex]) => isUsed(name, hex)));
}

/**
 * Writes codicon.css and codicon.ttf for the scripts and style sheets that are in the folder of the bundles.
 * @type {import('esbuild').Plugin}
 */
export const icons = {
  name: 'icons',
  setup(bundle) {
    bundle.onEnd(async ({ errors }) => {
      if (errors.length === 0) await writeIcons(join(root, bundle.initialOptions.outdir ?? ''));
    });
  },
};

/** @param {string} pages the folder */
async function writeIcons(pages) {
  const files = (await readdir(pages)).filter((file) => /\.(?:js|css)$/.test(file) && file !== 'codicon.css');
  const code = await Promise.all(files.map((file) => readFile(join(pages, file), 'utf8')));
  const sheet = await readFile(join(root, ICON_SHEET), 'utf8');
  const used = usedIcons(sheet, code.join('\n'));
  const rules = sheet.replace(RULE, (rule, name) => (used.has(name) ? rule : ''));
  const style = await transform(rules, { loader: 'css', minify: true, legalComments: 'none' });
  const characters = String.fromCodePoint(...[...used.values()].map((hex) => Number.parseInt(hex, 16)));
  const font = await subsetFont(await readFile(join(root, folder, 'codicon.ttf')), characters, { noHinting: true });
  await writeFile(join(pages, 'codicon.css'), style.code);
  await writeFile(join(pages, 'codicon.ttf'), font);
}
