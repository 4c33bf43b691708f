// Tests the text in which a draft stores the comment that a work item is created from.
import { describe, expect, it } from 'vitest';
import { commentOrigin, originSummary } from '../../../src/workbench/features/createFromCode/commentOrigin.ts';

describe('commentOrigin', () => {
  it('parses the text that originSummary returns', () => {
    const origin = { uri: 'file:///a/b.ts', line: 3, text: '  // TODO: "close" it' };
    expect(commentOrigin(originSummary(origin))).toEqual(origin);
  });

  it.each([
    '',
    'no JSON',
    '[]',
    'null',
    '{"kind":"comment"}',
    '{"kind":"test","uri":"a","line":1,"text":"b"}',
    '{"kind":"comment","uri":1,"line":1,"text":"b"}',
  ])('returns undefined for invalid text: %s', (text) => {
    expect(commentOrigin(text)).toBeUndefined();
  });
});
