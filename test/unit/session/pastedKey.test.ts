// Tests which text sign-in accepts as a pasted API key or token.
import { describe, expect, it } from 'vitest';
import { readPastedKey } from '../../../src/session/pastedKey.ts';

describe('readPastedKey', () => {
  it.each([
    'plane_api_1',
    '  plane_api_1\n',
    '"plane_api_1"',
    "'plane_api_1'",
    '`plane_api_1`',
    ' " plane_api_1 " ',
    '“plane_api_1”',
    '„plane_api_1“',
    '‘plane_api_1’',
  ])('strips whitespace and quotes around %j', (text) => {
    expect(readPastedKey(text)).toEqual({ key: 'plane_api_1' });
  });

  it.each(['"a', "a'", 'a"b', `"a'`])('keeps a quote that is not around the whole of %j', (text) => {
    expect(readPastedKey(text)).toEqual({ key: text });
  });

  it.each(['', ' \t', '""', '" "', "''"])('rejects %j as empty', (text) => {
    expect(readPastedKey(text)).toEqual({ problem: 'empty' });
  });

  it.each(['plane api', 'schlüssel', '"two\nlines"', 'a “b”'])('rejects %j for its characters', (text) => {
    expect(readPastedKey(text)).toEqual({ problem: 'characters' });
  });
});
