// Tests that the font of icons contains exactly the icons that the pages use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usedIcons } from '../support/setup/icons.mjs';
import { root } from '../support/setup/paths.mjs';

const SHEET = ['account', 'add', 'bell', 'check']
  .map((name, index) => `.codicon-${name}:before { content: "\\ea0${index}" }\n`)
  .join('');

describe('usedIcons', () => {
  it.each([
    ['a string', `icon({ name: "add" })`],
    ['a class', `.row .codicon-add { color: red }`],
    ['the glyph in a style sheet', String.raw`.row::before{content:"\ea01"}`],
  ])('finds an icon in %s', (_, code) => {
    expect([...usedIcons(SHEET, code)]).toEqual([['add', 'ea01']]);
  });

  it('omits an icon whose name is only part of a word', () => {
    expect([...usedIcons(SHEET, 'const checked = address("a bell");')]).toEqual([]);
  });

  it('throws if a class names an icon that does not exist', () => {
    expect(() => usedIcons(SHEET, '.codicon-ad{} .codicon-modifier-spin{}')).toThrow('There is no codicon ad.');
  });
});

describe('The built icons', () => {
  const pages = join(root, 'dist', 'webview');
  const read = (file: string): string => readFileSync(join(pages, file), 'utf8');
  const rules = [...read('codicon.css').matchAll(/\.codicon-([\w-]+):{1,2}before/g)].map(([, name = '']) => name);

  it('have a rule for each icon that a page uses', () => {
    const sheet = readFileSync(join(root, 'node_modules', '@vscode', 'codicons', 'dist', 'codicon.css'), 'utf8');
    const used = ['main.js', 'main.css', 'overview.js', 'stickies.js'].flatMap((file) => [
      ...usedIcons(sheet, read(file)).keys(),
    ]);
    expect(used).toContain('trash');
    expect(rules).toEqual(expect.arrayContaining(used));
  });

  it('have a font with only their glyphs', () => {
    expect(rules.length).toBeLessThan(150);
    expect(readFileSync(join(pages, 'codicon.ttf')).length).toBeLessThan(25_000);
  });
});
