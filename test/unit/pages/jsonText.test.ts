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
    ['', 'Line 1, column 1: a value is missing before the end.'],
    ['{', 'Line 1, column 2: a name in double quotes or } is missing before the end.'],
    ['{a: 1}', 'Line 1, column 2: a name in double quotes or } is missing before “a”.'],
    ["{'a': 1}", "Line 1, column 2: a name in double quotes or } is missing before “'”."],
    ['{"a" 1}', 'Line 1, column 6: a colon is missing before “1”.'],
    ['{"a": }', 'Line 1, column 7: a value is missing before “}”.'],
    ['{"a": yes}', 'Line 1, column 7: a value is missing before “yes”.'],
    ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: a comma or } is missing before "b".'],
    ['{"a": 1,}', 'Line 1, column 9: a name in double quotes is missing before “}”.'],
    ['[1, 2', 'Line 1, column 6: a comma or ] is missing before the end.'],
    ['[1, ]', 'Line 1, column 5: a value is missing before “]”.'],
    ['{"a": 1}}', 'Line 1, column 9: “}” comes after the end of the JSON value.'],
    ['{"a": "x\ny"}', 'Line 1, column 7: a value is missing before "x.'],
    ['[01]', 'Line 1, column 3: a comma or ] is missing before “1”.'],
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
        const [, line = '', column = ''] =
          /^Line (\d+), column (\d+): .+ (?:is missing before|comes after) .+\.$/.exec(read.problem) ?? [];
        expect(text.split('\n')[Number(line) - 1]?.length).toBeGreaterThanOrEqual(Number(column) - 1);
      }),
    );
  });
});
