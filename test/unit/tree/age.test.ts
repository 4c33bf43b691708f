// Tests which view shows a list that was restored from an earlier run, and the text about its age.
import { describe, expect, it } from 'vitest';
import type { ListKind } from '../../../src/cache/lists/listKey.ts';
import { VIEW_NAMES, type ViewName } from '../../../src/tree/node.ts';
import { ageText, viewOfList } from '../../../src/tree/presentation/age.ts';

describe('A list that was loaded in an earlier run', () => {
  it.each<[ListKind, ViewName | undefined]>([
    ['projects', 'projects'],
    ['items', 'projects'],
    ['cycles', 'projects'],
    ['cycleItems', 'projects'],
    ['initiatives', 'initiatives'],
    ['initiativeLabels', 'initiatives'],
    ['initiativeEpics', 'initiatives'],
    ['initiativeProjects', 'initiatives'],
    ['teamspaceMembers', 'teamspaces'],
    ['teamspaceProjects', 'teamspaces'],
    ['customerRequests', 'customers'],
    ['comments', undefined],
    ['stickies', undefined],
  ])('and has the kind %s belongs to the view %s', (of, view) => {
    expect(viewOfList(of)).toBe(view);
    expect(view === undefined || VIEW_NAMES.includes(view)).toBe(true);
  });

  it('has a text with the time of loading, preceded by the date if the list was not loaded today', () => {
    const now = new Date(2026, 10, 21, 14, 5).getTime();
    expect(ageText(new Date(2026, 10, 21, 9, 30).getTime(), now)).toMatch(/^Shown as of 0?9:30\b/);
    expect(ageText(new Date(2026, 10, 19, 9, 30).getTime(), now)).toMatch(/19.*0?9:30/);
  });
});
