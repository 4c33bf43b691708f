// Tests the text in which a draft stores the comment that a work item is created from.
import { describe, expect, it } from 'vitest';
import { formatTodoLocation, parseTodoLocation } from '../../../../src/features/newItemFromCode/todoLocation.ts';

describe('parseTodoLocation', () => {
  it('returns the origin from which formatTodoLocation has created the text', () => {
    const origin = { uri: 'file:///a/b.ts', line: 3, text: '  // TODO: "close" it' };
    expect(parseTodoLocation(formatTodoLocation(origin))).toEqual(origin);
  });

  it.each([
    '',
    'no JSON',
    '[]',
    'null',
    '{"kind":"comment"}',
    '{"kind":"test","uri":"a","line":1,"text":"b"}',
    '{"kind":"comment","uri":1,"line":1,"text":"b"}',
  ])('returns undefined for the invalid text %s', (text) => {
    expect(parseTodoLocation(text)).toBeUndefined();
  });
});
