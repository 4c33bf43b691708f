// Tests which view shows a list that was restored from an earlier run.
import { describe, expect, it } from 'vitest';
import type { ListKind } from '../../../../src/core/cache/lists/listKey.ts';
import { viewOfList } from '../../../../src/features/tree/presentation/age.ts';
import { VIEW_NAMES, type ViewName } from '../../../../src/shell/tree/node.ts';

describe('A list that was loaded in an earlier run', () => {
  it.each<[ListKind, ViewName | undefined]>([
    ['projects', 'projects'],
    ['items', 'projects'],
    ['cycles', 'projects'],
    ['cycleItems', 'projects'],
    ['initiatives', 'workspace'],
    ['initiativeLabels', 'workspace'],
    ['initiativeEpics', 'workspace'],
    ['initiativeProjects', 'workspace'],
    ['teamspaceMembers', 'workspace'],
    ['teamspaceProjects', 'workspace'],
    ['customerRequests', 'workspace'],
    ['comments', undefined],
    ['stickies', undefined],
  ])('and has the kind %s belongs to the view %s', (of, view) => {
    expect(viewOfList(of)).toBe(view);
    expect(view === undefined || VIEW_NAMES.includes(view)).toBe(true);
  });
});
