// Tests which rows a search for work items lists, and which of them Enter takes.
import { describe, expect, it } from 'vitest';
import { type ItemRow, rowTaken, typedRows, withFound } from '../../../src/workbench/features/workItems/itemRows.ts';

function row(identifier: string, description = ''): ItemRow {
  return { label: identifier, description, icon: { id: 'circle' }, address: { project: 'p1', id: identifier } };
}

const NONE: ItemRow = { label: 'none', description: '', icon: { id: 'info' } };
const EXACT = row('WEB-1', 'A long title that would be sorted behind a short one · Todo');
const SIBLING = row('WEB-16', 'Short');

describe('Typed rows', () => {
  it('begin with the exact row when a whole identifier is typed, in either case', () => {
    expect(typedRows('web-1', [EXACT, SIBLING], false)).toEqual([{ ...EXACT, isExact: true }, SIBLING]);
  });

  it('begin with a row that waits for the server when the whole identifier is not known, and keep the others behind it', () => {
    const [first, ...others] = typedRows('web-1', [SIBLING], false);
    expect(first).toMatchObject({ label: 'WEB-1', isExact: true, isPending: true });
    expect(first).not.toHaveProperty('address');
    expect(others).toEqual([SIBLING]);
  });

  it('begin with a row that waits for the server when an address is pasted', () => {
    expect(typedRows('https://plane.example.com/acme/browse/WEB-1/', [], true)).toMatchObject([
      { isExact: true, isPending: true },
    ]);
  });

  it('are the known ones, in their order, when words are typed', () => {
    expect(typedRows('web', [SIBLING, EXACT], false)).toEqual([SIBLING, EXACT]);
    expect(typedRows('web-', [EXACT, SIBLING], false)).toEqual([EXACT, SIBLING]);
  });
});

describe('The server’s answer', () => {
  const pending = typedRows('WEB-1', [SIBLING], false);

  it('puts the exact item in the place of the row that waited for it', () => {
    expect(withFound(pending, [EXACT], NONE)).toEqual([{ ...EXACT, isExact: true }, SIBLING]);
  });

  it('puts a message in the place of the row that waited when there is no such item', () => {
    expect(withFound(pending, [], NONE)).toEqual([{ ...NONE, isExact: true }, SIBLING]);
  });

  it('leaves every listed row in its place when words were typed, and adds what is new', () => {
    expect(withFound([SIBLING], [EXACT, SIBLING], NONE)).toEqual([SIBLING, EXACT]);
    expect(withFound([], [], NONE)).toEqual([NONE]);
  });
});

describe('Enter', () => {
  it('takes the exact row, whichever row VS Code reports for a list that it showed before', () => {
    expect(rowTaken(typedRows('WEB-1', [EXACT, SIBLING], false), SIBLING, false)?.address).toEqual(EXACT.address);
  });

  it('takes no other item while the server is asked for the exact one, nor when there is none', () => {
    const pending = typedRows('WEB-1', [SIBLING], false);
    expect(rowTaken(pending, SIBLING, false)).toMatchObject({ isPending: true });
    expect(rowTaken(withFound(pending, [], NONE), SIBLING, false)?.address).toBeUndefined();
  });

  it('takes the row that the user moved the focus to', () => {
    expect(rowTaken(typedRows('WEB-1', [EXACT, SIBLING], false), SIBLING, true)).toBe(SIBLING);
  });

  it('takes the focused row when words are typed', () => {
    expect(rowTaken([EXACT, SIBLING], SIBLING, false)).toBe(SIBLING);
    expect(rowTaken([], undefined, false)).toBeUndefined();
  });
});
