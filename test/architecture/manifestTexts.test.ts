// Tests that every visible text of package.json is in package.nls.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyOf, manifestTexts } from '../support/manifest.ts';
import { root } from '../support/setup/paths.mjs';

/** The names of properties in package.json that contain a visible text or a list of visible texts. */
const TEXT_PROPERTIES = new Set(
  `
  title shortTitle category label name displayName contextualTitle description markdownDescription contents tooltip
  enumDescriptions markdownEnumDescriptions enumItemLabels patternErrorMessage errorMessage deprecationMessage
  markdownDeprecationMessage altText
  `.split(/\s+/),
);

interface FoundText {
  readonly path: string;
  readonly value: string;
}

/** Returns the visible texts below `part`: strings in properties whose names are in `TEXT_PROPERTIES`. */
function textsIn(part: unknown, path: string, isText = false): FoundText[] {
  if (typeof part === 'string') return isText ? [{ path, value: part }] : [];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    textsIn(value, `${path}.${name}`, Array.isArray(part) ? isText : TEXT_PROPERTIES.has(name)),
  );
}

describe('A visible text', () => {
  const { displayName, description, capabilities, contributes } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  // Language models read the names, descriptions and inputs of tools in English.
  const { languageModelTools, ...otherContributions } = contributes;
  const toolTexts = languageModelTools.map((tool: Readonly<Record<string, unknown>>) => [
    { displayName: tool['displayName'], description: tool['userDescription'] },
  ]);
  const foundTexts = textsIn({ displayName, description, capabilities, otherContributions, toolTexts }, '');
  const texts = manifestTexts();

  it('in package.json is a placeholder such as %commandTitle%, whose text is in package.nls.json', () => {
    expect(foundTexts.length).toBeGreaterThan(200);
    expect(foundTexts.filter(({ value }) => texts[keyOf(value) ?? ''] === undefined)).toEqual([]);
  });

  it('in package.nls.json is used by package.json', () => {
    const usedKeys = new Set(foundTexts.map(({ value }) => keyOf(value)));
    expect(Object.keys(texts).filter((key) => !usedKeys.has(key))).toEqual([]);
  });

  it('in package.nls.json is not empty, and has no leading or trailing spaces', () => {
    expect(Object.entries(texts).filter(([, text]) => text.trim() !== text || text === '')).toEqual([]);
  });
});
