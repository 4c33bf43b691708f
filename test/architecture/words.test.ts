// Words that must not come back into comments, test titles and names: src/README.md lists the words to use.
import { describe, expect, it } from 'vitest';
import { manifestTexts } from '../support/manifest.ts';
import { messages } from '../support/messages.ts';
import { wordsOf } from '../support/words.ts';
import { filesBelow, sources } from './sources.ts';

const files = [...filesBelow('src', '.ts', '.tsx'), ...filesBelow('test', '.ts', '.tsx')].map(({ path, text }) => ({
  path,
  ...wordsOf(path, text),
}));

/** Pronouns and private words. A user is "the user" or "they", a server is "the server". */
const IN_TEXT = /\b(?:she|hers?|whoever|nobody|somebody|anybody|anew|knocks?|FaultError|Collections|shelf|shelves)\b/;

/** In texts that users read, also literary phrases, British spelling, and what VS Code's own texts do not say. */
const IN_MESSAGES =
  /\b(?:she|hers?|whoever|nobody|somebody|anybody|anew|meanwhile|please|so many|colours?|cancelling|was cancelled|full stop|the service|(?:it|git|this) says|cannot|goes along|stands (?:below|in|for|under)|look(?:ing)? through)\b/i;

/** Former names in `src/` of things that have another name now. */
const IN_NAMES = /^(?:ground|Ground|shelf|shelves|ledger|journal|Journal|knock|Knock|headway|openGround|faultWords)$/;

function found(kind: 'comments' | 'titles' | 'names', words: RegExp): string[] {
  return files.flatMap((file) => file[kind].filter((one) => words.test(one)).map((one) => `${file.path}: ${one}`));
}

describe('The word check', () => {
  it('finds no such word in a comment', () => {
    expect(found('comments', IN_TEXT)).toEqual([]);
  });

  it('finds no such word in a test title', () => {
    expect(found('titles', IN_TEXT)).toEqual([]);
  });

  it('finds no such word in a message or in a text of package.json', async () => {
    const texts = [...Object.values(await messages()), ...Object.values(manifestTexts())];
    const english = texts.map((text) => (typeof text === 'string' ? text : text.message));
    expect(english.filter((text) => IN_MESSAGES.test(text))).toEqual([]);
  });

  it('finds no such name', () => {
    expect(found('names', IN_NAMES).filter((one) => one.startsWith('src/'))).toEqual([]);
  });
});

describe('An exported name', () => {
  it('means one thing: no two files of src/ export it', () => {
    const exported = sources().flatMap(({ path, exports }) => exports.map((name) => ({ name, path })));
    const duplicated = exported.filter((one) =>
      exported.some(({ name, path }) => name === one.name && path !== one.path),
    );
    expect(duplicated.map(({ name, path }) => `${path}: ${name}`)).toEqual([]);
  });
});
