// Writes the icon font and style sheet of the webviews, reduced to the icons that their code uses.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, transform } from 'esbuild';
import subsetFont from 'subset-font';

const folder = 'node_modules/@vscode/codicons/dist';

/** The path of the style sheet, relative to the repository. */
export const ICON_SHEET = `${folder}/codicon.css`;

const RULE = /^\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gm;

/**
 * Returns the hexadecimal code points of the icons whose names are in the code, by name.
 * @param sheet the content of codicon.css
 * @param code the scripts and style sheets of all pages
 * @throws if the code contains the class of an icon that does not exist
 */
export function usedIcons(sheet: string, code: string): Map<string, string> {
  const codePoints = new Map([...sheet.matchAll(RULE)].map(([, name = '', hex = '']) => [name, hex]));
  const unknown = [...code.matchAll(/(?<![\w-])codicon-([a-z][\w-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !codePoints.has(name) && !name.startsWith('modifier-'));
  if (unknown.length > 0) throw new Error(`There is no codicon ${unknown.join(', ')}.`);
  const isUsed = (name: string, hex: string): boolean =>
    [`"${name}"`, `'${name}'`, `\`${name}\``, `codicon-${name}`, `"\\${hex}"`].some((usage) => code.includes(usage));
  return new Map([...codePoints].filter(([name, hex]) => isUsed(name, hex)));
}

/** After a build, writes codicon.css and codicon.woff2 for the scripts and style sheets in the output folder. */
export const icons: Plugin = {
  name: 'icons',
  setup(bundle) {
    const { absWorkingDir = '', outdir = '' } = bundle.initialOptions;
    bundle.onEnd(async ({ errors }) => {
      if (errors.length === 0) await writeIcons(absWorkingDir, join(absWorkingDir, outdir));
    });
  },
};

async function writeIcons(root: string, outputFolder: string): Promise<void> {
  const files = (await readdir(outputFolder)).filter((file) => /\.(?:js|css)$/.test(file) && file !== 'codicon.css');
  const code = await Promise.all(files.map((file) => readFile(join(outputFolder, file), 'utf8')));
  const sheet = await readFile(join(root, ICON_SHEET), 'utf8');
  const used = usedIcons(sheet, code.join('\n'));
  const rules = sheet
    .replace(RULE, (rule, name) => (used.has(name) ? rule : ''))
    .replace(/url\("\.\/codicon\.ttf[^"]*"\) format\("truetype"\)/, 'url("./codicon.woff2") format("woff2")');
  const style = await transform(rules, { loader: 'css', minify: true, legalComments: 'none' });
  const characters = String.fromCodePoint(...[...used.values()].map((hex) => Number.parseInt(hex, 16)));
  const font = await subsetFont(await readFile(join(root, folder, 'codicon.ttf')), characters, {
    noHinting: true,
    targetFormat: 'woff2',
  });
  await writeFile(join(outputFolder, 'codicon.css'), style.code);
  await writeFile(join(outputFolder, 'codicon.woff2'), font);
}
