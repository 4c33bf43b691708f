// Runs the chaos test without VS Code, with a sample of its combinations of faults and operations.
import { describe, expect, it } from 'vitest';
import { countWords, revertedFields } from './finalChecks.ts';
import { runWithoutVscode } from './quick/run.ts';
import { createRandomGenerator } from './randomGenerator.ts';
import { TypedWords } from './typedWords.ts';

const SEED = 7;

describe('Text that a simulated user types while the network fails and the extension host is killed', () => {
  it.each([
    ['spec', 40, 40],
    ['community', 20, 20],
  ] as const)('is neither lost nor sent twice (dialect %s)', async (dialect, combinations, steps) => {
    const lines: string[] = [];
    const { lost, appliedTwice, errors, stats } = await runWithoutVscode({
      seed: SEED,
      dialect,
      combinations,
      steps,
      userCount: 2,
      lastCombinationStart: Date.now() + 12_000,
      until: Date.now() + 18_000,
      log: (line) => lines.push(line),
    });
    console.log([...lines, stats.formatSummary({ lost: lost.length, appliedTwice: appliedTwice.length })].join('\n'));
    expect({ lost, appliedTwice, errors }).toEqual({ lost: [], appliedTwice: [], errors: [] });
    expect(stats.faultCount).toBeGreaterThan(0);
    expect(stats.counts.kills).toBeGreaterThan(0);
  });
});

const fiveWords = (): TypedWords => {
  const typedWords = new TypedWords('word');
  for (const location of ['one', 'two', 'three', 'four', 'five']) typedWords.addWord(location);
  typedWords.markReplaced(['word-0004']);
  typedWords.markMaybeUnsaved(['word-0005']);
  return typedWords;
};
const draft = (text: string) => ({
  key: 'p/i',
  draft: { version: 1 as const, title: '', touched: { name: text }, at: 0 },
});

it('countWords reports each word as sent, stored in a draft, duplicated or lost', () => {
  const storedTexts = [
    { location: 'a', text: 'word-0001 and word-0002' },
    { location: 'b', text: 'word-0001' },
  ];
  expect(countWords(fiveWords(), storedTexts, [draft('word-0003')])).toEqual({
    lost: [],
    duplicated: ['word-0001 (one): at a and b'],
    sent: 1,
    inDrafts: 1,
    unsaved: 1,
  });
  expect(countWords(fiveWords(), [], []).lost).toEqual(['word-0001 (one)', 'word-0002 (two)', 'word-0003 (three)']);
});

it('countWords reports a word as lost if the only draft with the word contains it as sent text', () => {
  const emptyDraft = draft('');
  const composer = { text: '', access: 'INTERNAL' as const, externalId: 'e', sentText: 'word-0001' };
  const storedDraft = { ...emptyDraft, draft: { ...emptyDraft.draft, composer } };
  expect(countWords(fiveWords(), [], [storedDraft]).lost).toContain('word-0001 (one)');
});

it('revertedFields reports a field that returned to an earlier value, but not two equal writes in a row', () => {
  const createPatchExchange = (name: string, status = 200) => ({
    status,
    headers: {},
    body: Buffer.of(),
    request: { method: 'PATCH', path: '/w1/', headers: {}, receivedAtMs: 0, body: JSON.stringify({ name }) },
  });
  expect(
    revertedFields([
      createPatchExchange('a'),
      createPatchExchange('a'),
      createPatchExchange('b'),
      createPatchExchange('a', 500),
    ]),
  ).toEqual([]);
  expect(revertedFields([createPatchExchange('a'), createPatchExchange('b'), createPatchExchange('a')])).toEqual([
    '/w1/ name: "a"',
  ]);
});

describe('createRandomGenerator', () => {
  it('produces the same numbers for the same seed, and different numbers for another seed', () => {
    const numbers = (seed: number): number[] => {
      const random = createRandomGenerator(seed);
      return Array.from({ length: 20 }, () => random.below(100));
    };
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    expect(new Set(createRandomGenerator(7).shuffled([1, 2, 3, 4]))).toEqual(new Set([1, 2, 3, 4]));
  });
});
