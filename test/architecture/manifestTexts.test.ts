// Tests that every text of package.json that a user reads is in package.nls.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyOf, manifestTexts } from '../support/manifest.ts';
import { root } from '../support/setup/paths.mjs';

/** The properties of contributions that contain a text, or a list of texts. */
const TEXTS = new Set(
  `
  title shortTitle category label name displayName contextualTitle description markdownDescription contents tooltip
  enumDescriptions markdownEnumDescriptions enumItemLabels patternErrorMessage errorMessage deprecationMessage
  markdownDeprecationMessage accessibilityHelpContent altText
  `.split(/\s+/),
);

interface Found {
  readonly path: string;
  readonly value: string;
}

/** Returns the texts below `part`. A property of an object that is named by its id, like a setting, is no text itself. */
function textsIn(part: unknown, path: string, isText = false): Found[] {
  if (typeof part === 'string') return isText ? [{ path, value: part }] : [];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) =>
    textsIn(inner, `${path}.${name}`, Array.isArray(part) ? isText : TEXTS.has(name)),
  );
}

describe('A text of package.json', () => {
  const { displayName, description, capabilities, contributes } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const found = textsIn({ displayName, description, capabilities, contributes }, '');
  const texts = manifestTexts();

  it('is a key of package.nls.json', () => {
    expect(found.length).toBeGreaterThan(200);
    expect(found.filter(({ value }) => texts[keyOf(value) ?? ''] === undefined)).toEqual([]);
  });

  it('is not in package.nls.json if package.json does not use it', () => {
    const used = new Set(found.map(({ value }) => keyOf(value)));
    expect(Object.keys(texts).filter((key) => !used.has(key))).toEqual([]);
  });

  it('has no blanks around it', () => {
    expect(Object.entries(texts).filter(([, text]) => text.trim() !== text || text === '')).toEqual([]);
  });
});
