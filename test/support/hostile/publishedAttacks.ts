// Published XSS attacks of html5sec.org and the OWASP cheat sheet, from npm packages.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Vector {
  readonly input: string;
}

const require = createRequire(import.meta.url);

/**
 * Returns the attacks without duplicates. Replaces `write(1)` by `alert(1)`, which `Detector` detects.
 */
export function publishedAttacks(): string[] {
  const { html5secVectors, generalVectors } = require('html-purify/tests/test-vectors.js') as Readonly<
    Record<string, readonly Vector[]>
  >;
  const vectors = [...(html5secVectors ?? []), ...(generalVectors ?? [])].map(({ input }) => input);
  const lines = readFileSync(require.resolve('xss-filters/tests/fuzz/bin/seed.xss'), 'utf8').split('\n');
  const attacks = [...vectors, ...lines]
    .map((attack) => attack.replaceAll('write(1)', 'alert(1)'))
    .filter((attack) => attack.trim() !== '');
  return [...new Set(attacks)];
}
