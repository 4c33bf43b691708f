// Checks that test/PROMISES.md shows the figures of the last complete run of the bench.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { currentPromiseRow, promiseRow, RESULTS_FILE } from '../bench/results.ts';

it('test/PROMISES.md has the figures of the last complete run of the bench', () => {
  expect(currentPromiseRow()).toBe(promiseRow(readFileSync(RESULTS_FILE, 'utf8')));
});
