// Tests that the .vsix contains the licenses of all bundled packages.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { thirdPartyNotices } from '../../src/build/notices.ts';
import { packageFile, root } from '../support/setup/paths.mjs';
import { textOf } from './zip.ts';

describe('The third-party notices', () => {
  const text = textOf(readFileSync(packageFile), 'extension/dist/ThirdPartyNotices.txt');

  it('contain name, version and license of every bundled package and of the icons', () => {
    const { outputs }: { readonly outputs: Metafile['outputs'] } = JSON.parse(
      readFileSync(join(root, 'dist', 'metafile.json'), 'utf8'),
    );
    const bundledFiles = Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    );
    const folders = bundledFiles.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
    const expected = [...new Set([...folders, 'node_modules/@vscode/codicons'])].map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return `${name} ${version}, license: ${license}`;
    });
    expect(expected.length).toBeGreaterThan(40);
    const lines = new Set(text.split('\n'));
    expect(expected.filter((line) => !lines.has(line))).toEqual([]);
  });

  it('contain the copyright notices of packages, of a part of a package, and of software without a license file', () => {
    expect(text).toContain('Copyright (c) Matteo Collina and Undici contributors');
    expect(text).toContain('Copyright (c) 2020 Ethan Arrowood');
    expect(text).toContain('Copyright (c) Fedor Indutny, 2018');
  });

  it('attribute the icons to their creator, with a link to the license', () => {
    const [, section] = text.split(/@vscode\/codicons .*\n.*\n=+\n/);
    expect(section).toMatch(/^\nCopyright \(c\) Microsoft Corporation\n/);
    expect(section).toContain('https://creativecommons.org/licenses/by/4.0/legalcode');
    expect(section).toContain('Changed: only the icons');
  });

  it('contain only one of the two licenses of DOMPurify', () => {
    expect(text).toMatch(/npmjs\.com\/package\/dompurify\/\S+ \(used under Apache-2\.0\)/);
    expect(text).toContain('Apache License');
    expect(text).not.toContain('Mozilla Public License');
  });
});

describe('thirdPartyNotices', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'contrail-notices-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function writeFile(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  function installPackage(name: string, manifest: Readonly<Record<string, unknown>>, license?: string): string {
    writeFile(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.2.3', ...manifest }));
    if (license !== undefined) writeFile(`node_modules/${name}/LICENSE`, license);
    return `node_modules/${name}/index.js`;
  }

  it('returns a license text once even if several packages have the same license text', async () => {
    const files = [
      installPackage('a', { license: 'ISC' }, 'The ISC text\r\nof a and b\r\n'),
      installPackage('@scope/b', { license: 'ISC' }, '\uFEFFThe ISC text\nof a and b'),
    ];
    const text = await thirdPartyNotices(folder, files);
    expect(text.match(/The ISC text/g)).toHaveLength(1);
    expect(text).toContain('a 1.2.3, license: ISC\n');
    expect(text).toContain('@scope/b 1.2.3, license: ISC\n');
  });

  it('returns the license file in a subfolder of a package if a file in the subfolder is bundled', async () => {
    installPackage('a', { license: 'MIT' }, 'The text of a');
    writeFile('node_modules/a/lib/part/LICENSE', 'The text of a part');
    const text = await thirdPartyNotices(
      folder,
      ['node_modules/a/lib/part/deep/file.js'].map((path) => (writeFile(path, ''), path)),
    );
    expect(text).toContain('The text of a part');
  });

  it('returns the MIT text with the author for an MIT package without a license file', async () => {
    const text = await thirdPartyNotices(folder, [installPackage('a', { license: 'MIT', author: { name: 'Ada' } })]);
    expect(text).toContain('Copyright (c) Ada\n');
    expect(text).toContain('Permission is hereby granted, free of charge');
  });

  it('returns no license for the files of the project', async () => {
    expect(await thirdPartyNotices(folder, ['src/extension.ts'])).not.toContain('license:');
  });

  it.each([
    ['names no license', {}],
    ['is not licensed', { license: 'UNLICENSED' }],
    ['points to a file', { license: 'SEE LICENSE IN terms.md' }],
    ['needs a license file and has none', { license: 'Apache-2.0', author: 'Ada' }],
    ['has neither license file nor author', { license: 'MIT' }],
  ])('rejects if a package %s', async (_, manifest) => {
    await expect(thirdPartyNotices(folder, [installPackage('a', manifest)])).rejects.toThrow(
      "The license of a 1.2.3 can't be determined",
    );
  });
});
