// Tests that certain words are not used in comments, test titles, messages and names.
import { describe, expect, it } from 'vitest';
import { manifestTexts } from '../support/manifest.ts';
import { messages } from '../support/messages.ts';
import { wordsOf } from '../support/words.ts';
import { filesBelow, sources } from './sources.ts';

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

  it('is not used in a message or in a text of package.json', async () => {
    const texts = [...Object.values(await messages()), ...Object.values(manifestTexts())];
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
    const exportedNames = sources()
      .filter(({ path }) => !REPLACEMENTS.test(path))
      .flatMap(({ path, exports }) => exports.map((name) => ({ name, path })));
    const duplicates = exportedNames.filter((one) =>
      exportedNames.some(({ name, path }) => name === one.name && path !== one.path),
    );
    expect(duplicates.map(({ name, path }) => `${path}: ${name}`)).toEqual([]);
  });
});
