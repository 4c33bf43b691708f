// Tests that text that is not JSON is undefined, rather than an error.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/std/json.ts';

describe('parseJson', () => {
  it('returns the value of JSON text', () => {
    expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  });

  it.each(['', '{', 'undefined', "{'a':1}", '<html>'])('returns undefined for “%s”', (text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});
