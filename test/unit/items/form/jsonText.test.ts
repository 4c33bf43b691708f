// Tests the message about the first syntax error in typed JSON.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTypedJson } from '../../../../src/items/form/jsonText.ts';

describe('parseTypedJson', () => {
  it('returns the value of valid JSON', () => {
    expect(parseTypedJson(' {"a": [1, -2.5e3, true, null, "x\\u00e9\\n"]} ')).toEqual({
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
  ])('returns the position and cause of the syntax error in %j', (text, problem) => {
    expect(parseTypedJson(text)).toEqual({ problem });
  });

  it('accepts the same texts as JSON.parse, and otherwise returns a position within the text', () => {
    const tokenLists = fc.array(
      fc.constantFrom('{', '}', '[', ']', ':', ',', '"a"', '1', 'true', ' ', '\n', "'", 'x'),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(tokenLists, (tokens) => {
        const text = tokens.join('');
        const result = parseTypedJson(text);
        if ('value' in result) {
          expect(result.value).toEqual(JSON.parse(text));
          return;
        }
        expect(() => JSON.parse(text) as unknown).toThrow();
        const [, line = '', column = ''] =
          /^Line (\d+), column (\d+): .+ (?:is missing before|comes after) .+\.$/.exec(result.problem) ?? [];
        expect(text.split('\n')[Number(line) - 1]?.length).toBeGreaterThanOrEqual(Number(column) - 1);
      }),
    );
  });
});
