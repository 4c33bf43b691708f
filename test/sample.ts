// Prints 60 random names, comments, test titles and user interface texts with their files: `node test/sample.ts
// [seed]`. A name is printed with the first line of code that contains it, a comment with the line of code after it,
// because a reader meets them there.
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

/** The names or texts from which a sample is taken, each with what is printed after it: mostly the path of a file. */
type PlaceByText = ReadonlyMap<string, string>;

function sample(places: PlaceByText, nextRandom: () => number): string[] {
  const remaining = [...places.keys()].sort();
  return Array.from({ length: Math.min(SAMPLE_SIZE, remaining.length) }, () =>
    remaining.splice(Math.floor(nextRandom() * remaining.length), 1).join(''),
  );
}

const files = [...filesBelow('src', '.ts', '.tsx'), ...filesBelow('test', '.ts', '.tsx')]
  .toSorted((first, second) => (first.path < second.path ? -1 : 1))
  .map(({ path, text }) => ({ path, text, ...wordsOf(path, text) }));

/** Returns the names, comments or titles of all files, each with the first file that contains it. */
function pathsByText(kind: 'names' | 'comments' | 'titles'): PlaceByText {
  const entries = files.flatMap((file) => file[kind].map((one) => [one, file.path] as const));
  return new Map(entries.toReversed());
}

/** Returns the line of code in which a reader meets the name, or the line after the comment. */
function lineOfCode(kind: string, entry: string, path: string | undefined): string {
  const lines = files.find((file) => file.path === path)?.text.split('\n') ?? [];
  const isCode = (line: string): boolean => line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*)/.test(line);
  if (kind === 'names') {
    const name = new RegExp(`(?<![\\w$])${entry.replaceAll('$', '\\$')}(?![\\w$])`);
    return lines.find((line) => isCode(line) && name.test(line))?.trim() ?? '';
  }
  const start = lines.findIndex((line) => line.includes(entry.slice(0, 40)));
  return lines.slice(Math.max(0, start)).find(isCode)?.trim() ?? '';
}

/** Returns the texts of package.json with their keys, and the messages in the code with their notes for translators. */
function interfaceTexts(): PlaceByText {
  const bundle: Readonly<Record<string, string | { readonly message: string; readonly comment: readonly string[] }>> =
    JSON.parse(readFileSync(messagesFile, 'utf8'));
  const messages = Object.values(bundle).map((one) =>
    typeof one === 'string' ? ([one, ''] as const) : ([one.message, one.comment.join(' ')] as const),
  );
  const manifest = Object.entries(manifestTexts()).map(([key, text]) => [text, key] as const);
  return new Map([...messages, ...manifest]);
}

const samples = {
  names: pathsByText('names'),
  comments: pathsByText('comments'),
  titles: pathsByText('titles'),
  'user interface texts': interfaceTexts(),
};
// A program that reads the output, for example `head`, may close the pipe before everything is written.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
const nextRandom = randomGenerator(seed);
for (const [kind, places] of Object.entries(samples)) {
  process.stdout.write(`\n## ${kind}\n\n`);
  for (const one of sample(places, nextRandom)) {
    const place = places.get(one);
    process.stdout.write(place === '' ? `- ${one}\n` : `- ${one}  (${place})\n`);
    if (kind === 'names' || kind === 'comments') process.stdout.write(`    ${lineOfCode(kind, one, place)}\n`);
  }
}
