// Published attacks: html5sec.org and the OWASP cheat sheet, as npm packages contain them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Vector {
  readonly input: string;
}

const require = createRequire(import.meta.url);

/**
 * Returns each attack once. Calls that would write into the document are replaced by `alert`, so that they are
 * detected.
 */
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
