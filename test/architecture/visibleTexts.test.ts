// Tests that every text that a user may read is an argument of `l10n.t`.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  exemptLiteralsFile,
  looksVisible,
  type TextsByPath,
  textsOutsideL10n,
  textsOutsideL10nOfLayers,
} from '../support/visibleTexts.ts';

/**
 * Strings that look like visible texts but are not: ids, context values, CSS, HTML, values of protocols and of the API,
 * product names, arguments of git and lines of the log. `node test/support/visibleTexts.ts --write` updates the file.
 */
const invisibleTexts: TextsByPath = JSON.parse(readFileSync(exemptLiteralsFile, 'utf8'));

/** Returns the texts of `expectedTexts` that `knownTexts` does not contain, each after the path of its file. */
function missingTexts(expectedTexts: TextsByPath, knownTexts: TextsByPath): string[] {
  return Object.entries(expectedTexts).flatMap(([path, texts]) =>
    texts.filter((text) => knownTexts[path]?.includes(text) !== true).map((text) => `${path}: ${text}`),
  );
}

describe('A text that is no argument of l10n.t', () => {
  const foundTexts = textsOutsideL10nOfLayers();

  it('is listed in exemptLiterals.json if it looks like a text that a user may read', () => {
    expect(missingTexts(foundTexts, invisibleTexts)).toEqual([]);
  });

  it('is not listed in exemptLiterals.json if the source file does not contain it', () => {
    expect(missingTexts(invisibleTexts, foundTexts)).toEqual([]);
  });
});

describe('textsOutsideL10n', () => {
  it.each([
    ['a literal', "const a = 'Not saved yet';", ['Not saved yet']],
    ['a template', 'const a = `Load ${1} more`;', ['Load {} more']],
    ['an element', 'const a = <p>Not saved</p>;', ['Not saved']],
    ['an attribute', 'const a = <p title="Not saved" class="Not one"></p>;', ['Not saved']],
    ['an argument of a message', "const a = () => l10n.t('Saved {0}', 'Some name');", ['Some name']],
    ['a comparison', "const a = b === 'Not one';", []],
    ['a line of the log', "logger.info('Not one');", []],
    ['a programming error', "throw new Error('Not one');", []],
  ])('returns the texts of %s', (_, code, texts) => {
    expect(textsOutsideL10n('a.tsx', code)).toEqual(texts);
  });

  it.each(['Save', 'not saved', 'saved.'])('considers “%s” a visible text', (text) => {
    expect(looksVisible(text)).toBe(true);
  });

  it.each(['contrail.save', 'ArrowDown', 'Mod-s', 'WorkItem', 'Content-Type', 'saved', '42'])(
    'does not consider “%s” a visible text',
    (text) => {
      expect(looksVisible(text)).toBe(false);
    },
  );
});
