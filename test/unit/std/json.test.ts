// Owns the proof that text which is no JSON is nothing, rather than an error.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/std/json.ts';

describe('JSON text', () => {
  it('is read', () => {
    expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  });

  it.each(['', '{', 'undefined', "{'a':1}", '<html>'])('is nothing where it is “%s”', (text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});
