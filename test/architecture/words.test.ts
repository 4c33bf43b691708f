// Tests that certain words are not used in comments, test titles, messages and names.
import { readFileSync } from 'node:fs';
import type { l10nJsonFormat } from '@vscode/l10n-dev';
import { describe, expect, it } from 'vitest';
import { manifestTexts } from '../support/manifest.ts';
import { messagesFile } from '../support/messages.ts';
import { wordsOf } from '../support/words.ts';
import { sources } from './parsedSources.ts';
import { filesBelow } from './sources.ts';

const files = [...filesBelow('src', '.ts', '.tsx'), ...filesBelow('test', '.ts', '.tsx')].map(({ path, text }) => ({
  path,
  ...wordsOf(path, text),
}));

/**
 * Words that comments and titles must not contain: src/README.md lists the words to use instead. `cancelled` in quotes
 * is a value of the code, for example a state group of Plane.
 */
const WORDS_TO_AVOID =
  /\b(?:she|hers?|whoever|nobody|somebody|anybody|anew|knocks?|FaultError|Collections|shelf|shelves|(?<!['`])(?:cancelled|cancelling))\b/;

/**
 * Words that messages must not contain: in addition, literary phrases, British spelling, and words that VS Code does
 * not use.
 */
const MESSAGE_WORDS_TO_AVOID =
  /\b(?:she|hers?|whoever|nobody|somebody|anybody|anew|meanwhile|please|so many|colours?|cancelling|was cancelled|full stop|the service|(?:it|git|this) says|cannot|goes along|stands (?:below|in|for|under)|look(?:ing)? through)\b/i;

/** Names in `src/` that were replaced by clearer names. */
const NAMES_TO_AVOID =
  /^(?:ground|Ground|shelf|shelves|ledger|journal|Journal|knock|Knock|headway|openGround|faultWords|trouble|finds|isWhole|conversation|family|sentence|making|implied|kept|keep|held|relist)$/;

function findWords(kind: 'comments' | 'titles' | 'names', words: RegExp): string[] {
  return files.flatMap((file) => file[kind].filter((one) => words.test(one)).map((one) => `${file.path}: ${one}`));
}

describe('A word to avoid', () => {
  it('is not used in a comment', () => {
    expect(findWords('comments', WORDS_TO_AVOID)).toEqual([]);
  });

  it('is not used in a test title', () => {
    expect(findWords('titles', WORDS_TO_AVOID)).toEqual([]);
  });

  it('is not used in a message or in a text of package.json', () => {
    const bundle: l10nJsonFormat = JSON.parse(readFileSync(messagesFile, 'utf8'));
    const texts = [...Object.values(bundle), ...Object.values(manifestTexts())];
    const messageTexts = texts.map((text) => (typeof text === 'string' ? text : text.message));
    expect(messageTexts.filter((text) => MESSAGE_WORDS_TO_AVOID.test(text))).toEqual([]);
  });

  it('is not used as a name in src/', () => {
    expect(findWords('names', NAMES_TO_AVOID).filter((one) => one.startsWith('src/'))).toEqual([]);
  });
});

/** Modules that replace others in a browser export the same names. */
const REPLACEMENTS = /^src\/web\/(?:node\/|fileCopies\.ts$|pageStyles\.ts$|programs\.ts$|serverAccess\.ts$)/;

describe('An exported name of src/', () => {
  it('is exported by only one file', () => {
    const pathsByName = new Map<string, Set<string>>();
    for (const { path, exports } of sources.filter((source) => !REPLACEMENTS.test(source.path)))
      for (const name of exports) pathsByName.set(name, (pathsByName.get(name) ?? new Set()).add(path));
    expect([...pathsByName].filter(([, paths]) => paths.size > 1)).toEqual([]);
  });
});
