// Prints 60 random names, comments, test titles and user interface texts: `node test/sample.ts [seed]`.
import { readFileSync } from 'node:fs';
import { filesBelow } from './architecture/sources.ts';
import { manifestTexts } from './support/manifest.ts';
import { messagesFile } from './support/messages.ts';
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

/** Returns the texts of the user interface: the messages in the code, and the texts of package.json. */
function interfaceTexts(): string[] {
  const bundle: Readonly<Record<string, string | { readonly message: string }>> = JSON.parse(
    readFileSync(messagesFile, 'utf8'),
  );
  const texts = [...Object.values(bundle), ...Object.values(manifestTexts())];
  return texts.map((text) => (typeof text === 'string' ? text : text.message));
}

const wordsOfFiles = [...filesBelow('src', '.ts', '.tsx'), ...filesBelow('test', '.ts', '.tsx')].map(({ path, text }) =>
  wordsOf(path, text),
);
const samples = {
  names: wordsOfFiles.flatMap(({ names }) => names),
  comments: wordsOfFiles.flatMap(({ comments }) => comments),
  titles: wordsOfFiles.flatMap(({ titles }) => titles),
  'user interface texts': interfaceTexts(),
};
const nextRandom = randomGenerator(seed);
for (const [kind, all] of Object.entries(samples)) {
  process.stdout.write(`\n## ${kind}\n\n`);
  for (const one of sample(all, nextRandom)) process.stdout.write(`- ${one}\n`);
}
