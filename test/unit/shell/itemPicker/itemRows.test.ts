// Tests which rows a search for work items lists, and which row Enter selects.
import { describe, expect, it } from 'vitest';
import {
  addServerRows,
  type ItemRow,
  rowsBeforeResponse,
  rowToAccept,
} from '../../../../src/shell/itemPicker/itemRows.ts';

function row(identifier: string, description = ''): ItemRow {
  return { label: identifier, description, icon: { id: 'circle' }, value: { project: 'p1', id: identifier } };
}

const NO_MATCH: ItemRow = { label: 'none', description: '', icon: { id: 'info' } };
const EXACT_MATCH = row('WEB-1', 'A long title that would be sorted behind a short one · Todo');
const OTHER_MATCH = row('WEB-16', 'Short');

describe('rowsBeforeResponse', () => {
  it('returns the cached work item first if its complete identifier is typed, in upper or lower case', () => {
    expect(rowsBeforeResponse('web-1', [EXACT_MATCH, OTHER_MATCH], false)).toEqual([
      { ...EXACT_MATCH, isExact: true },
      OTHER_MATCH,
    ]);
  });

  it('starts with a row that waits for the server if no cached work item has the typed identifier', () => {
    const [firstRow, ...others] = rowsBeforeResponse('web-1', [OTHER_MATCH], false);
    expect(firstRow).toMatchObject({ label: 'WEB-1', isExact: true, isPending: true });
    expect(firstRow).not.toHaveProperty('value');
    expect(others).toEqual([OTHER_MATCH]);
  });

  it('starts with a row that waits for the server if a URL is pasted', () => {
    expect(rowsBeforeResponse('https://plane.example.com/acme/browse/WEB-1/', [], true)).toMatchObject([
      { isExact: true, isPending: true },
    ]);
  });

  it('keeps the order of the cached rows if words are typed', () => {
    expect(rowsBeforeResponse('web', [OTHER_MATCH, EXACT_MATCH], false)).toEqual([OTHER_MATCH, EXACT_MATCH]);
    expect(rowsBeforeResponse('web-', [EXACT_MATCH, OTHER_MATCH], false)).toEqual([EXACT_MATCH, OTHER_MATCH]);
  });
});

describe('addServerRows', () => {
  const pendingRows = rowsBeforeResponse('WEB-1', [OTHER_MATCH], false);

  it('replaces the row that waits for the server with the work item that the server has found', () => {
    expect(addServerRows(pendingRows, [EXACT_MATCH], NO_MATCH)).toEqual([
      { ...EXACT_MATCH, isExact: true },
      OTHER_MATCH,
    ]);
  });

  it('replaces the row that waits for the server with a message if the server has not found the work item', () => {
    expect(addServerRows(pendingRows, [], NO_MATCH)).toEqual([{ ...NO_MATCH, isExact: true }, OTHER_MATCH]);
  });

  it('appends the results of a search for words after the rows that are already listed', () => {
    expect(addServerRows([OTHER_MATCH], [EXACT_MATCH, OTHER_MATCH])).toEqual([OTHER_MATCH, EXACT_MATCH]);
    expect(addServerRows([], [])).toEqual([]);
  });
});

describe('The row that Enter selects', () => {
  it('is the exact match even if VS Code reports another row as focused', () => {
    expect(
      rowToAccept(rowsBeforeResponse('WEB-1', [EXACT_MATCH, OTHER_MATCH], false), OTHER_MATCH, false)?.value,
    ).toEqual(EXACT_MATCH.value);
  });

  it('is a row without a work item if the exact match is not loaded yet or does not exist', () => {
    const pendingRows = rowsBeforeResponse('WEB-1', [OTHER_MATCH], false);
    expect(rowToAccept(pendingRows, OTHER_MATCH, false)).toMatchObject({ isPending: true });
    expect(rowToAccept(addServerRows(pendingRows, [], NO_MATCH), OTHER_MATCH, false)?.value).toBeUndefined();
  });

  it('is the focused row if the user has moved the focus', () => {
    expect(rowToAccept(rowsBeforeResponse('WEB-1', [EXACT_MATCH, OTHER_MATCH], false), OTHER_MATCH, true)).toBe(
      OTHER_MATCH,
    );
  });

  it('is the focused row if words are typed', () => {
    expect(rowToAccept([EXACT_MATCH, OTHER_MATCH], OTHER_MATCH, false)).toBe(OTHER_MATCH);
    expect(rowToAccept([], undefined, false)).toBeUndefined();
  });
});
