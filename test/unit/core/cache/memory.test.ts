// Tests the memory of loaded work items with the measurements of the bench.
import { expect, it } from 'vitest';
import { benchMemory } from '../../../bench/memory.ts';
import { benchSync } from '../../../bench/sync.ts';

it('A work item that a list has read takes at most 2 kB', async () => {
  const measures = await benchMemory(10_000);
  expect(measures.at(-1)).toMatchObject({ name: expect.stringContaining('against the limit'), isWithinBound: true });
}, 120_000);

it('A work item that was restored from a file takes at most 1,000 bytes', async () => {
  expect(await benchSync()).toMatchObject([{ isWithinBound: true }]);
}, 120_000);
