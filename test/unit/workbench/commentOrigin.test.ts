// Owns the tests of what a draft keeps of the comment that it was begun from.
import { describe, expect, it } from 'vitest';
import { commentOrigin, originText } from '../../../src/workbench/features/createFromCode/commentOrigin.ts';

describe('the origin of a draft', () => {
  it('is read as it was written', () => {
    const origin = { uri: 'file:///a/b.ts', line: 3, text: '  // TODO: "close" it' };
    expect(commentOrigin(originText(origin))).toEqual(origin);
  });

  it.each([
    '',
    'no JSON',
    '[]',
    'null',
    '{"kind":"comment"}',
    '{"kind":"test","uri":"a","line":1,"text":"b"}',
    '{"kind":"comment","uri":1,"line":1,"text":"b"}',
  ])('is none when it says something else: %s', (text) => {
    expect(commentOrigin(text)).toBeUndefined();
  });
});
