// Prints 60 random names, comments and test titles for a reader: `node test/sample.ts [seed]`.
import { filesBelow } from './architecture/sources.ts';
import { wordsOf } from './support/words.ts';

const SAMPLE_SIZE = 60;
const seed = Number(process.argv[2] ?? 1);

/** Returns a linear congruential generator: the same seed creates the same sample. */
function randomGenerator(state: number): () => number {
  let currentState = state;
  return () => {
    currentState = (currentState * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return currentState / 2 ** 32;
  };
}

function sample(all: readonly string[], nextRandom: () => number): string[] {
  const remaining = [...new Set(all)].sort();
  return Array.from({ length: Math.min(SAMPLE_SIZE, remaining.length) }, () =>
    remaining.splice(Math.floor(nextRandom() * remaining.length), 1).join(''),
  );
}

const wordsOfFiles = [...filesBelow('src', '.ts', '.tsx'), ...filesBelow('test', '.ts', '.tsx')].map(({ path, text }) =>
  wordsOf(path, text),
);
const nextRandom = randomGenerator(seed);
for (const kind of ['names', 'comments', 'titles'] as const) {
  process.stdout.write(`\n## ${kind}\n\n`);
  for (const one of sample(
    wordsOfFiles.flatMap((words) => words[kind]),
    nextRandom,
  ))
    process.stdout.write(`- ${one}\n`);
}
