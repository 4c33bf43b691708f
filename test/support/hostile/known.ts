// Owns the attacks that others have collected: html5sec.org's and the OWASP cheat sheet's, as packages bring them
// along.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Vector {
  readonly input: string;
}

const require = createRequire(import.meta.url);

/** Each of them once. What would write into the document says `alert`, so that it is noticed. */
export function knownAttacks(): string[] {
  const { html5secVectors, generalVectors } = require('html-purify/tests/test-vectors.js') as Readonly<
    Record<string, readonly Vector[]>
  >;
  const vectors = [...(html5secVectors ?? []), ...(generalVectors ?? [])].map(({ input }) => input);
  const lines = readFileSync(require.resolve('xss-filters/tests/fuzz/bin/seed.xss'), 'utf8').split('\n');
  const all = [...vectors, ...lines]
    .map((one) => one.replaceAll('write(1)', 'alert(1)'))
    .filter((one) => one.trim() !== '');
  return [...new Set(all)];
}
