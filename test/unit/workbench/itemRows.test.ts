// Tests which rows a search for work items lists, and which one Enter selects.
import { describe, expect, it } from 'vitest';
import { type ItemRow, rowTaken, typedRows, withFound } from '../../../src/workbench/features/workItems/itemRows.ts';

function row(identifier: string, description = ''): ItemRow {
  return { label: identifier, description, icon: { id: 'circle' }, address: { project: 'p1', id: identifier } };
}

const NONE: ItemRow = { label: 'none', description: '', icon: { id: 'info' } };
const EXACT = row('WEB-1', 'A long title that would be sorted behind a short one · Todo');
const SIBLING = row('WEB-16', 'Short');

describe('typedRows', () => {
  it('starts with the exact row when a complete identifier is typed, in upper or lower case', () => {
    expect(typedRows('web-1', [EXACT, SIBLING], false)).toEqual([{ ...EXACT, isExact: true }, SIBLING]);
  });

  it('starts with a pending row when the complete identifier is not in the cache, followed by the other rows', () => {
    const [first, ...others] = typedRows('web-1', [SIBLING], false);
    expect(first).toMatchObject({ label: 'WEB-1', isExact: true, isPending: true });
    expect(first).not.toHaveProperty('address');
    expect(others).toEqual([SIBLING]);
  });

  it('starts with a pending row when an address is pasted', () => {
    expect(typedRows('https://plane.example.com/acme/browse/WEB-1/', [], true)).toMatchObject([
      { isExact: true, isPending: true },
    ]);
  });

  it('returns the cached rows in their order when words are typed', () => {
    expect(typedRows('web', [SIBLING, EXACT], false)).toEqual([SIBLING, EXACT]);
    expect(typedRows('web-', [EXACT, SIBLING], false)).toEqual([EXACT, SIBLING]);
  });
});

describe('withFound', () => {
  const pending = typedRows('WEB-1', [SIBLING], false);

  it('replaces the pending row by the exact work item', () => {
    expect(withFound(pending, [EXACT], NONE)).toEqual([{ ...EXACT, isExact: true }, SIBLING]);
  });

  it('replaces the pending row by a message when there is no such work item', () => {
    expect(withFound(pending, [], NONE)).toEqual([{ ...NONE, isExact: true }, SIBLING]);
  });

  it('keeps every listed row in its position when words are typed, and appends new rows', () => {
    expect(withFound([SIBLING], [EXACT, SIBLING], NONE)).toEqual([SIBLING, EXACT]);
    expect(withFound([], [], NONE)).toEqual([NONE]);
  });
});

describe('rowTaken', () => {
  it('returns the exact row, whichever row VS Code reports for a previous list', () => {
    expect(rowTaken(typedRows('WEB-1', [EXACT, SIBLING], false), SIBLING, false)?.address).toEqual(EXACT.address);
  });

  it('returns no other work item while the exact one is pending, or when there is none', () => {
    const pending = typedRows('WEB-1', [SIBLING], false);
    expect(rowTaken(pending, SIBLING, false)).toMatchObject({ isPending: true });
    expect(rowTaken(withFound(pending, [], NONE), SIBLING, false)?.address).toBeUndefined();
  });

  it('returns the row that the user moved the focus to', () => {
    expect(rowTaken(typedRows('WEB-1', [EXACT, SIBLING], false), SIBLING, true)).toBe(SIBLING);
  });

  it('returns the focused row when words are typed', () => {
    expect(rowTaken([EXACT, SIBLING], SIBLING, false)).toBe(SIBLING);
    expect(rowTaken([], undefined, false)).toBeUndefined();
  });
});
