// Generates the third-party notices, with the license of every package whose code is bundled.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Software that is part of another package, which does not contain its license. */
const embedded = [
  {
    files: /\/undici\/lib\/llhttp\//,
    name: 'llhttp',
    license: 'MIT',
    holder: 'Fedor Indutny, 2018',
    source: 'https://github.com/nodejs/llhttp',
  },
];

/** The license under which a package is used that has several licenses to choose from, and the files of the others. */
const chosenLicenses = [{ name: 'dompurify', license: 'Apache-2.0', otherFiles: /^LICENSE-MPL$/ }];

/**
 * The notice for packages under CC BY 4.0, which permits a link in place of the license text (section 3(a)(1)) and
 * requires the notes below.
 */
function attribution(creator: string): string {
  return `Copyright (c) ${creator}
Licensed under Creative Commons Attribution 4.0 International, which disclaims all warranties:
https://creativecommons.org/licenses/by/4.0/legalcode
Changed: only the icons that this extension uses are included.`;
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;
const RULE = '='.repeat(80);

interface Notice {
  readonly label: string;
  readonly source: string;
  readonly texts: readonly string[];
}

/**
 * Returns the notices as one text. Packages with identical license texts share one section.
 * @param root the folder that the files are relative to
 * @param files all bundled files; those outside of node_modules belong to Contrail and are ignored
 * @throws if the license of a package cannot be determined
 */
export async function thirdPartyNotices(root: string, files: Iterable<string>): Promise<string> {
  const filesOf = new Map<string, Set<string>>();
  for (const file of files) {
    const path = file.replaceAll('\\', '/');
    const folder = packageFolder(path);
    if (folder !== undefined) filesOf.set(folder, (filesOf.get(folder) ?? new Set()).add(path));
  }
  const notices = await Promise.all(
    [...filesOf].sort(([first], [second]) => (first < second ? -1 : 1)).map((entry) => noticesOf(root, ...entry)),
  );
  return `${['THIRD-PARTY SOFTWARE', '', 'This extension contains code or data of the following packages.', '', ...sections(notices.flat())].join('\n')}\n`;
}

/** Returns the folder of the package, for example `node_modules/@scope/name`; of nested packages, the innermost folder. */
function packageFolder(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

async function noticesOf(root: string, folder: string, files: ReadonlySet<string>): Promise<Notice[]> {
  const { name, version, license, author } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string' || license === '' || /^(?:UNLICENSED|SEE LICENSE IN)/i.test(license)) {
    throw new Error(`The license of ${name} ${version} can't be determined: its package.json names none.`);
  }
  const chosen = chosenLicenses.find((choice) => choice.name === name);
  const texts = await licenseTexts(root, foldersBetween(folder, files), chosen?.otherFiles);
  const holder = typeof author === 'string' ? author : author?.name;
  if (texts.length === 0 && (license !== 'MIT' || !holder)) {
    throw new Error(
      `The license of ${name} ${version} can't be determined: it has no license file, and ${license} needs one.`,
    );
  }
  const embeddedHere = embedded.filter(({ files: pattern }) => [...files].some((file) => pattern.test(file)));
  return [
    {
      label: `${name} ${version}, license: ${license}`,
      source: `https://www.npmjs.com/package/${name}/v/${version}${chosen === undefined ? '' : ` (used under ${chosen.license})`}`,
      texts:
        texts.length > 0
          ? texts.map((text) => (text.startsWith('Attribution 4.0 International') ? attribution(holder) : text))
          : [mit(holder)],
    },
    ...embeddedHere.map((software) => ({
      label: `${software.name} in ${name} ${version}, license: ${software.license}`,
      source: software.source,
      texts: [mit(software.holder)],
    })),
  ];
}

/**
 * Returns the package's folder and all subfolders that contain bundled files, because a subfolder may have a separate
 * license.
 */
function foldersBetween(folder: string, files: ReadonlySet<string>): string[] {
  const folders = new Set([folder]);
  for (const file of files)
    for (let parent = dirname(file); parent.length > folder.length; parent = dirname(parent)) folders.add(parent);
  return [...folders].sort();
}

/** @param ignored the names of files that are left out */
async function licenseTexts(root: string, folders: readonly string[], ignored?: RegExp): Promise<string[]> {
  const texts = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name) && ignored?.test(entry.name) !== true)
        .map(({ name }) => name);
      return Promise.all(names.sort().map((name) => readFile(join(root, folder, name), 'utf8')));
    }),
  );
  return texts.flat().map((text) =>
    text
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
      .replace(/[ \t]+$/gm, '')
      .replace(/^\n+|\s+$/g, ''),
  );
}

function sections(notices: readonly Notice[]): string[] {
  const byText = new Map<string, { readonly text: string; readonly owners: Notice[] }>();
  for (const notice of notices) {
    for (const text of notice.texts) {
      const key = text.replace(/\s+/g, ' ').trim();
      const section = byText.get(key) ?? { text, owners: [] };
      section.owners.push(notice);
      byText.set(key, section);
    }
  }
  return [...byText.values()].flatMap(({ text, owners }) => [
    RULE,
    ...owners.flatMap(({ label, source }) => [label, `  ${source}`]),
    RULE,
    '',
    text,
    '',
  ]);
}

function mit(holder: string): string {
  return `The MIT License (MIT)

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
