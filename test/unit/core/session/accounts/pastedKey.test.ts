// Tests which texts sign-in accepts as an API key or token.
import { describe, expect, it } from 'vitest';
import { parsePastedKey } from '../../../../../src/core/session/accounts/pastedKey.ts';

describe('The parser of pasted keys', () => {
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
  ])('removes the white space and quotes that surround the key in %j', (text) => {
    expect(parsePastedKey(text)).toEqual({ key: 'plane_api_1' });
  });

  it.each(['"a', "a'", 'a"b', `"a'`])('keeps the quote in %j, because no pair of quotes surrounds the text', (text) => {
    expect(parsePastedKey(text)).toEqual({ key: text });
  });

  it.each(['', ' \t', '""', '" "', "''"])('rejects %j as empty', (text) => {
    expect(parsePastedKey(text)).toEqual({ problem: 'empty' });
  });

  it.each(['plane api', 'schlüssel', '"two\nlines"', 'a “b”'])(
    'rejects %j because of characters that a header cannot contain',
    (text) => {
      expect(parsePastedKey(text)).toEqual({ problem: 'characters' });
    },
  );
});
