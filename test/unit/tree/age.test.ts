// Owns the proof that rows of an earlier run are marked in the view where they stand.
import { describe, expect, it } from 'vitest';
import { VIEW_NAMES } from '../../../src/tree/node.ts';
import { ageText, viewOfList } from '../../../src/tree/presentation/age.ts';

describe('a list of an earlier run', () => {
  it.each([
    ['projects', 'projects'],
    ['items 0a1b', 'projects'],
    ['cycles 0a1b', 'projects'],
    ['items of cycle 0a1b/2c', 'projects'],
    ['initiatives', 'initiatives'],
    ['initiativeLabels', 'initiatives'],
    ['epics of initiative 0a1b', 'initiatives'],
    ['projects of initiative 0a1b', 'initiatives'],
    ['members of teamspace 0a1b', 'teamspaces'],
    ['projects of teamspace 0a1b', 'teamspaces'],
    ['customerRequests 0a1b', 'customers'],
    ['comments 0a1b/2c', undefined],
    ['stickys', undefined],
  ])('%s is seen in %s', (key, view) => {
    expect(viewOfList(key)).toBe(view);
    expect(view === undefined || VIEW_NAMES.includes(view as never)).toBe(true);
  });

  it('says the time when it is of today, and the day when it is not', () => {
    const now = new Date(2026, 10, 21, 14, 5).getTime();
    expect(ageText(new Date(2026, 10, 21, 9, 30).getTime(), now)).toMatch(/^Shown as of 0?9:30\b/);
    expect(ageText(new Date(2026, 10, 19, 9, 30).getTime(), now)).toMatch(/19.*0?9:30/);
  });
});
