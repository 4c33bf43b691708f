// Tests the values that are suggested for a new work item at a cursor, selection, problem or failed test.
import { describe, expect, it } from 'vitest';
import { parseTodoLocation } from '../../../../src/features/newItemFromCode/todoLocation.ts';
import {
  newItemAtCursor,
  type SourceText,
} from '../../../../src/features/newItemFromCode/workbench/newItemFromCode.ts';
import { newItemFromTest } from '../../../../src/features/newItemFromCode/workbench/newItemFromTest.ts';

const LINES = ['import net', '', '# TODO: close the socket', '# It leaks.', 'socket = net.open()', 'socket.send(x)'];

function textOf(lines: readonly string[]): SourceText {
  return {
    uri: { toString: () => 'file:///src/login.py' },
    languageId: 'python',
    lineCount: lines.length,
    lineAt: (line) => ({ text: lines[line] ?? '' }),
  };
}

const TEXT = textOf(LINES);
/** Returns the cursor on a line. */
const cursorOn = (line: number) => ({ start: { line }, end: { line, character: 3 }, active: { line }, isEmpty: true });
/** Returns the selection from the start of line `first` to the position `character` in line `last`. */
const selectionOf = (first: number, last: number, character: number) => ({
  start: { line: first },
  end: { line: last, character },
  active: { line: last },
  isEmpty: false,
});
const problemAt = (first: number, last: number) => ({
  message: 'x is not defined\nanywhere',
  severity: 0,
  source: 'checker',
  code: 'E1',
  range: { start: { line: first }, end: { line: last } },
});

describe('The suggestion at the cursor', () => {
  it('is the TODO comment with all its lines and with its position in the file', () => {
    const { suggestion, at, todoLocation } = newItemAtCursor(TEXT, cursorOn(2), [problemAt(2, 2)], ['TODO']);
    expect(suggestion).toMatchObject({ title: 'close the socket', labels: ['todo'] });
    expect(at).toEqual({ document: TEXT, first: 2, last: 3 });
    expect(parseTodoLocation(todoLocation ?? '')).toEqual({
      uri: 'file:///src/login.py',
      line: 2,
      text: '# TODO: close the socket',
    });
  });

  it('is the first problem if there is no TODO comment', () => {
    const { suggestion, at, todoLocation, cause } = newItemAtCursor(
      TEXT,
      cursorOn(5),
      [problemAt(4, 5), problemAt(5, 5)],
      ['TODO'],
    );
    expect(suggestion).toMatchObject({ title: 'x is not defined', labels: ['bug', 'error'] });
    expect(suggestion.description).toContain('checker E1');
    expect(at).toEqual({ document: TEXT, first: 4, last: 5 });
    expect(todoLocation).toBeUndefined();
    expect(cause?.kind).toBe('problem');
  });

  it('contains only the line of the cursor if there is neither a TODO comment nor a problem', () => {
    expect(newItemAtCursor(TEXT, cursorOn(4), [], ['TODO'])).toEqual({
      suggestion: { title: '', description: '', labels: [] },
      at: { document: TEXT, first: 4, last: 4 },
      origin: undefined,
    });
  });

  it('quotes at most 20 lines of a problem', () => {
    const longText = textOf(Array.from({ length: 100 }, (_, line) => `x${line} = 1`));
    expect(newItemAtCursor(longText, cursorOn(30), [problemAt(30, 90)], ['TODO']).at).toMatchObject({
      first: 30,
      last: 49,
    });
  });

  it('quotes the last line of the file if an outdated problem is after the end of the file', () => {
    expect(newItemAtCursor(TEXT, cursorOn(5), [problemAt(40, 41)], ['TODO']).at).toMatchObject({ first: 5, last: 5 });
  });
});

describe('The suggestion for selected lines', () => {
  it('contains all selected lines, and ignores problems', () => {
    const { suggestion, at } = newItemAtCursor(TEXT, selectionOf(4, 5, 4), [problemAt(5, 5)], ['TODO']);
    expect(suggestion.title).toBe('');
    expect(at).toMatchObject({ first: 4, last: 5 });
  });

  it('excludes the last line if the selection ends at the start of that line', () => {
    expect(newItemAtCursor(TEXT, selectionOf(4, 5, 0), [], ['TODO']).at).toMatchObject({ first: 4, last: 4 });
  });

  it('ignores a TODO comment in the last of several selected lines', () => {
    const { suggestion, at } = newItemAtCursor(TEXT, selectionOf(0, 2, 5), [], ['TODO']);
    expect(suggestion.title).toBe('');
    expect(at).toMatchObject({ first: 0, last: 2 });
  });
});

describe('The suggestion for a failed test', () => {
  const suite = { id: 'socket', label: 'Socket', children: [], parent: undefined };
  const test = {
    id: 'closes',
    label: 'closes',
    children: [],
    parent: suite,
    uri: 'test.py',
    range: { start: { line: 1 } },
  };
  const message = {
    message: { value: 'It was left open' },
    expectedOutput: 'closed',
    actualOutput: 'open',
    location: { uri: 'login.py', range: { start: { line: 4 }, end: { line: 5 } } },
  };
  const openedUris: unknown[] = [];
  const openText = async (uri: unknown): Promise<SourceText> => {
    openedUris.push(uri);
    return TEXT;
  };

  it('contains the names of the suite and the test, the message, and the lines of the failure', async () => {
    openedUris.length = 0;
    const newItem = await newItemFromTest({ test, message }, openText);
    expect(newItem?.suggestion.title).toBe('Failing test: Socket › closes');
    for (const text of ['It was left open', 'closed', 'open']) expect(newItem?.suggestion.description).toContain(text);
    expect(newItem?.at).toEqual({ document: TEXT, first: 4, last: 5 });
    expect(openedUris).toEqual(['login.py']);
  });

  it('contains the first line of the test if there is no message', async () => {
    openedUris.length = 0;
    const newItem = await newItemFromTest(test, openText);
    expect(newItem?.cause).toMatchObject({ kind: 'test' });
    expect(newItem?.at).toEqual({ document: TEXT, first: 1, last: 1 });
    expect(openedUris).toEqual(['test.py']);
  });

  it('contains no source lines if the file cannot be read', async () => {
    const newItem = await newItemFromTest(test, async () => undefined);
    expect(newItem).toMatchObject({ suggestion: { title: 'Failing test: Socket › closes' }, at: undefined });
  });

  it.each([undefined, null, 'a test', {}, { test: 1, message: 2 }])(
    'is undefined for the invalid argument %j',
    async (target) => {
      expect(await newItemFromTest(target, openText)).toBeUndefined();
    },
  );
});
