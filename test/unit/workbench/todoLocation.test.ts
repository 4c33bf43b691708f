// Tests the text in which a draft stores the comment that a work item is created from.
import { describe, expect, it } from 'vitest';
import {
  formatCommentOrigin,
  parseCommentOrigin,
} from '../../../src/workbench/features/createFromCode/todoLocation.ts';

describe('parseCommentOrigin', () => {
  it('returns the origin from which formatCommentOrigin has created the text', () => {
    const origin = { uri: 'file:///a/b.ts', line: 3, text: '  // TODO: "close" it' };
    expect(parseCommentOrigin(formatCommentOrigin(origin))).toEqual(origin);
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
    expect(parseCommentOrigin(text)).toBeUndefined();
  });
});
