// Tests that parsing text that is not JSON returns undefined and does not throw.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/std/json.ts';

describe('parseJson', () => {
  it('returns the parsed value of JSON text', () => {
    expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  });

  it.each(['', '{', 'undefined', "{'a':1}", '<html>'])('returns undefined for “%s”', (text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});
