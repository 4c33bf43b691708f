// Prints a random sample of 60 names, 60 comments and 60 test titles, for a reader who has not seen the code:
// `node test/sample.ts [seed]`.
import { filesBelow } from './architecture/sources.ts';
import { wordsOf } from './support/words.ts';

const SIZE = 60;
const seed = Number(process.argv[2] ?? 1);

/** A linear congruential generator: the same seed gives the same sample. */
function random(state: number): () => number {
  let current = state;
  return () => {
    current = (current * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return current / 2 ** 32;
  };
}

function sample(all: readonly string[], next: () => number): string[] {
  const left = [...new Set(all)].sort();
  return Array.from({ length: Math.min(SIZE, left.length) }, () =>
    left.splice(Math.floor(next() * left.length), 1).join(''),
  );
}

const found = [...filesBelow('src', '.ts', '.tsx'), ...filesBelow('test', '.ts', '.tsx')].map(({ path, text }) =>
  wordsOf(path, text),
);
const next = random(seed);
for (const kind of ['names', 'comments', 'titles'] as const) {
  process.stdout.write(`\n## ${kind}\n\n`);
  for (const one of sample(
    found.flatMap((words) => words[kind]),
    next,
  ))
    process.stdout.write(`- ${one}\n`);
}
