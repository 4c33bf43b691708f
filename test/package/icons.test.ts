// Tests that the icon font contains the icons that the pages use, and not many others.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import subsetFont from 'subset-font';
import { describe, expect, it } from 'vitest';
import { usedIcons } from '../../src/build/icons.ts';
import { root } from '../support/setup/paths.mjs';

const STYLE_SHEET = ['account', 'add', 'bell', 'check']
  .map((name, index) => `.codicon-${name}:before { content: "\\ea0${index}" }\n`)
  .join('');

describe('usedIcons', () => {
  it.each([
    ['a string', `icon({ name: "add" })`],
    ['a class', `.row .codicon-add { color: red }`],
    ['the glyph in a style sheet', String.raw`.row::before{content:"\ea01"}`],
  ])('finds an icon in %s', (_, code) => {
    expect([...usedIcons(STYLE_SHEET, code)]).toEqual([['add', 'ea01']]);
  });

  it('does not find an icon whose name is only a part of a string', () => {
    expect([...usedIcons(STYLE_SHEET, 'const checked = address("a bell");')]).toEqual([]);
  });

  it('throws if a class belongs to an icon that does not exist', () => {
    expect(() => usedIcons(STYLE_SHEET, '.codicon-ad{} .codicon-modifier-spin{}')).toThrow('There is no codicon ad.');
  });
});

describe('The contributed icons', () => {
  it('are characters of a valid font', async () => {
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const icons = Object.values<{ default: { fontPath: string; fontCharacter: string } }>(contributes.icons);
    const characters = icons.map(({ default: { fontCharacter } }) =>
      String.fromCodePoint(Number.parseInt(fontCharacter.slice(1), 16)),
    );
    expect(characters).toHaveLength(3);
    for (const { default: icon } of icons) {
      const font = readFileSync(join(root, icon.fontPath));
      // The subset has the glyphs of the characters that the font contains.
      const glyphsOf = (text: string): Promise<Buffer> => subsetFont(font, text, { targetFormat: 'sfnt' });
      const [all, none] = await Promise.all([glyphsOf(characters.join('')), glyphsOf('x')]);
      expect(all.length).toBeGreaterThan(none.length + 300);
    }
  });

  // Theia writes the extension of the file as `format()` into the style sheet of the window.
  it('are in a file whose extension is a name of a font format for browsers', () => {
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const icons = Object.values<{ default: { fontPath: string } }>(contributes.icons);
    expect(icons.map((icon) => extname(icon.default.fontPath))).toEqual(icons.map(() => '.woff2'));
    for (const icon of icons)
      expect(readFileSync(join(root, icon.default.fontPath)).toString('latin1', 0, 4)).toBe('wOF2');
  });
});

describe('The built icons', () => {
  const pages = join(root, 'dist', 'webview');
  const readPage = (file: string): string => readFileSync(join(pages, file), 'utf8');
  const iconsWithRule = [...readPage('codicon.css').matchAll(/\.codicon-([\w-]+):{1,2}before/g)].map(
    ([, name = '']) => name,
  );

  it('have a CSS rule for each icon that a page uses', () => {
    const sheet = readFileSync(join(root, 'node_modules', '@vscode', 'codicons', 'dist', 'codicon.css'), 'utf8');
    const usedNames = ['main.js', 'main.css', 'overview.js', 'stickies.js'].flatMap((file) => [
      ...usedIcons(sheet, readPage(file)).keys(),
    ]);
    expect(usedNames).toContain('trash');
    expect(iconsWithRule).toEqual(expect.arrayContaining(usedNames));
  });

  it('have a font of less than 25 kB with fewer than 150 icons', () => {
    expect(iconsWithRule.length).toBeLessThan(150);
    expect(readFileSync(join(pages, 'codicon.woff2')).length).toBeLessThan(25_000);
  });
});
