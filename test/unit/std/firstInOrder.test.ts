// Tests that FirstInOrder keeps only the first values in a sort order.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FirstInOrder } from '../../../src/std/firstInOrder.ts';

it('FirstInOrder keeps the first values of the sorted input, in the same order as a stable sort', () => {
  const values = fc.array(fc.record({ order: fc.nat(5), id: fc.nat() }));
  fc.assert(
    fc.property(values, fc.nat(8), (added, limit) => {
      const byOrder = (one: { order: number }, other: { order: number }) => one.order - other.order;
      const best = new FirstInOrder(limit, byOrder);
      for (const value of added) best.add(value);
      expect(best.values).toEqual(added.toSorted(byOrder).slice(0, limit));
    }),
  );
});
