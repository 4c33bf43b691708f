// Tests in which order projects are read in the background.
import { describe, expect, it } from 'vitest';
import { inReadingOrder, type ProjectUse } from '../../../../src/sync/projects/order.ts';

const use = (id: string, changes: Partial<ProjectUse> = {}): ProjectUse => ({
  id,
  isBound: false,
  isOpened: false,
  isRemembered: false,
  hasAssigned: false,
  size: undefined,
  ...changes,
});
const order = (...projects: readonly ProjectUse[]) => inReadingOrder(projects).map(({ id }) => id);

describe('inReadingOrder', () => {
  it('returns the project of the folder first, then opened, pinned or recent, assigned and other projects', () => {
    expect(
      order(
        use('other'),
        use('assigned', { hasAssigned: true }),
        use('remembered', { isRemembered: true, hasAssigned: true }),
        use('opened', { isOpened: true }),
        use('bound', { isBound: true }),
      ),
    ).toEqual(['bound', 'opened', 'remembered', 'assigned', 'other']);
  });

  it('returns projects of equal rank from the smallest to the largest, and projects of unknown size last', () => {
    expect(order(use('unknown'), use('large', { size: 900 }), use('small', { size: 3 }))).toEqual([
      'small',
      'large',
      'unknown',
    ]);
  });

  it('returns a large project that is in use before a small project that is not in use', () => {
    expect(order(use('small', { size: 1 }), use('used', { isOpened: true, size: 5000 }))).toEqual(['used', 'small']);
  });
});
