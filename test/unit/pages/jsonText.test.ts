// Tests that the first mistake in typed JSON is reported with its position.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/pages/fields/jsonText.ts';

describe('readJson', () => {
  it('returns the value of valid JSON', () => {
    expect(readJson(' {"a": [1, -2.5e3, true, null, "x\\u00e9\\n"]} ')).toEqual({
      value: { a: [1, -2500, true, null, 'xé\n'] },
    });
  });

  it.each([
    ['', 'Line 1, column 1: the text ends where a value should stand.'],
    ['{', 'Line 1, column 2: the text ends where a name in double quotes or } should stand.'],
    ['{a: 1}', 'Line 1, column 2: there is “a” where a name in double quotes or } should stand.'],
    ["{'a': 1}", "Line 1, column 2: there is “'” where a name in double quotes or } should stand."],
    ['{"a" 1}', 'Line 1, column 6: there is “1” where a colon should stand.'],
    ['{"a": }', 'Line 1, column 7: there is “}” where a value should stand.'],
    ['{"a": yes}', 'Line 1, column 7: there is “yes” where a value should stand.'],
    ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: there is "b" where a comma or } should stand.'],
    ['{"a": 1,}', 'Line 1, column 9: there is “}” where a name in double quotes should stand.'],
    ['[1, 2', 'Line 1, column 6: the text ends where a comma or ] should stand.'],
    ['[1, ]', 'Line 1, column 5: there is “]” where a value should stand.'],
    ['{"a": 1}}', 'Line 1, column 9: there is “}” where the end should stand.'],
    ['{"a": "x\ny"}', 'Line 1, column 7: there is "x where a value should stand.'],
    ['[01]', 'Line 1, column 3: there is “1” where a comma or ] should stand.'],
  ])('reports the position of the mistake in %j', (text, problem) => {
    expect(readJson(text)).toEqual({ problem });
  });

  it('accepts what JSON.parse accepts, and otherwise reports a position within the text', () => {
    const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', ':', ',', '"a"', '1', 'true', ' ', '\n', "'", 'x'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, (tokens) => {
        const text = tokens.join('');
        const read = readJson(text);
        if ('value' in read) {
          expect(read.value).toEqual(JSON.parse(text));
          return;
        }
        expect(() => JSON.parse(text) as unknown).toThrow();
        const [, line = '', column = ''] = /^Line (\d+), column (\d+): .* should stand\.$/.exec(read.problem) ?? [];
        expect(text.split('\n')[Number(line) - 1]?.length).toBeGreaterThanOrEqual(Number(column) - 1);
      }),
    );
  });
});
