// Tests in which order projects are read in the background.
import { describe, expect, it } from 'vitest';
import { type ProjectUse, sortByReadingPriority } from '../../../../../src/core/sync/projects/readingOrder.ts';

const projectUse = (id: string, changes: Partial<ProjectUse> = {}): ProjectUse => ({
  id,
  isBound: false,
  isOpened: false,
  isPinnedOrRecent: false,
  hasAssignedItems: false,
  size: undefined,
  ...changes,
});
const readingOrder = (...projects: readonly ProjectUse[]) => sortByReadingPriority(projects).map(({ id }) => id);

describe('sortByReadingPriority', () => {
  it('returns the project of the folder first, then opened, pinned or recent, assigned and other projects', () => {
    expect(
      readingOrder(
        projectUse('other'),
        projectUse('assigned', { hasAssignedItems: true }),
        projectUse('remembered', { isPinnedOrRecent: true, hasAssignedItems: true }),
        projectUse('opened', { isOpened: true }),
        projectUse('bound', { isBound: true }),
      ),
    ).toEqual(['bound', 'opened', 'remembered', 'assigned', 'other']);
  });

  it('returns projects of equal rank from the smallest to the largest, and projects of unknown size last', () => {
    expect(
      readingOrder(projectUse('unknown'), projectUse('large', { size: 900 }), projectUse('small', { size: 3 })),
    ).toEqual(['small', 'large', 'unknown']);
  });

  it('returns a large project that is in use before a small project that is not in use', () => {
    expect(readingOrder(projectUse('small', { size: 1 }), projectUse('used', { isOpened: true, size: 5000 }))).toEqual([
      'used',
      'small',
    ]);
  });
});
