// Tests that commented lines are found again in a changed text, or reported as gone.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorByQuote, anchorByText, linesOf } from '../../../src/codeLinks/anchor.ts';

const then = linesOf(`import { a } from './a';

export function first() {
  return a(1);
}

export function second() {
  const sum = a(2) + a(3);
  return sum;
}

export function third() {
  return a(4);
}
`);
/** The body of \`second\`. */
const lines = { first: 7, last: 10 };
const quoted = then.slice(6, 10);

function here(first: number, last: number, changed = false) {
  return { kind: 'here', lines: { first, last }, changed };
}

describe('Commented lines', () => {
  it('keep their position in the same text', () => {
    expect(anchorByText(then, lines, then)).toEqual(here(7, 10));
  });

  it('move if lines above them are inserted or deleted', () => {
    expect(anchorByText(then, lines, ['// one', '// two', ...then])).toEqual(here(9, 12));
    expect(anchorByText(then, lines, then.toSpliced(1, 5))).toEqual(here(2, 5));
    expect(anchorByText(then, lines, [...then, 'more'])).toEqual(here(7, 10));
  });

  it('count as unchanged if only indentation or line endings changed', () => {
    expect(anchorByText(then, lines, linesOf(then.map((line) => `\t${line}`).join('\r\n')))).toEqual(here(7, 10));
  });

  it('are found after they were moved within the file', () => {
    const moved = [...then.slice(0, 6), ...then.slice(11), ...quoted];
    const first = moved.length - 3;
    expect(anchorByText(then, lines, moved)).toEqual(here(first, first + 3));
  });

  it('count as changed if one of them changed or a line was inserted between them', () => {
    expect(anchorByText(then, lines, then.with(7, '  const sum = a(2) + a(30);'))).toEqual(here(7, 10, true));
    expect(anchorByText(then, lines, then.toSpliced(8, 0, '  log(sum);'))).toEqual(here(7, 11, true));
    expect(anchorByText(then, { first: 8, last: 8 }, ['//', ...then.with(7, '  const sum = a(2) + b(3);')])).toEqual(
      here(9, 9, true),
    );
  });

  it('are gone if they were deleted or replaced', () => {
    expect(anchorByText(then, lines, then.toSpliced(6, 4))).toEqual({ kind: 'away' });
    expect(anchorByText(then, lines, then.toSpliced(6, 4, 'class Entirely {', '  other = "thing";', '}'))).toEqual({
      kind: 'away',
    });
    expect(anchorByText(then, lines, [])).toEqual({ kind: 'away' });
    expect(anchorByText(then, lines, linesOf('A text about\nsomething else'))).toEqual({ kind: 'away' });
  });

  it('beyond the end of the text are gone', () => {
    expect(anchorByText(then, { first: 90, last: 91 }, then)).toEqual({ kind: 'away' });
  });

  it('are found by the quote alone, nearest to their former position', () => {
    expect(anchorByQuote(quoted, 7, ['//', ...then])).toEqual(here(8, 11));
    expect(anchorByQuote(['return same;'], 8, ['return same;', 'x', 'x', 'x', 'x', 'x', 'return same;'])).toEqual(
      here(7, 7),
    );
    expect(
      anchorByQuote(
        quoted.map((line) => line.trim()),
        1,
        then,
      ),
    ).toEqual(here(7, 10));
    expect(anchorByQuote(quoted.with(2, 'return nothing;'), 1, then)).toEqual(here(7, 10, true));
    expect(anchorByQuote(['not there at all'], 1, then)).toEqual({ kind: 'away' });
    expect(anchorByQuote([], 1, then)).toEqual({ kind: 'away' });
    expect(anchorByQuote(['', ''], 1, then)).toEqual({ kind: 'away' });
  });

  it('are found exactly after any change of the other lines', () => {
    const line = fc.oneof(
      fc.constantFrom('}', '', 'return;', 'x = 1;'),
      fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, ' ')),
    );
    const block = fc.array(line, { maxLength: 30 });
    const own = fc
      .uniqueArray(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 6 })
      .map((ids) => ids.map((id) => `own_${id}();`));
    fc.assert(
      fc.property(block, own, block, block, block, (above, wanted, below, aboveNow, belowNow) => {
        const lines = { first: above.length + 1, last: above.length + wanted.length };
        const now = [...aboveNow, ...wanted, ...belowNow];
        const found = {
          kind: 'here',
          lines: { first: aboveNow.length + 1, last: aboveNow.length + wanted.length },
          changed: false,
        };
        expect(anchorByText([...above, ...wanted, ...below], lines, now)).toEqual(found);
        expect(anchorByQuote(wanted, lines.first, now)).toEqual(found);
      }),
    );
  });

  it('are never placed outside of the current text', () => {
    const text = fc.array(fc.constantFrom('a', 'bb', 'cc cc', '}', '', 'dd'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, fc.nat(45), fc.nat(10), (before, after, from, more) => {
        const lines = { first: from + 1, last: from + 1 + more };
        for (const found of [
          anchorByText(before, lines, after),
          anchorByQuote(before.slice(from, from + more), from + 1, after),
        ]) {
          if (found.kind === 'away') continue;
          expect(found.lines.first).toBeGreaterThanOrEqual(1);
          expect(found.lines.last).toBeGreaterThanOrEqual(found.lines.first);
          expect(found.lines.last).toBeLessThanOrEqual(after.length);
        }
      }),
    );
  });

  it('are searched in 100,000 nearly equal lines without quadratic time', () => {
    const many = 100_000;
    const alike = Array.from({ length: many }, (_, index) => (index % 3 === 0 ? `value_${index % 7}` : 'same_line'));
    const other = Array.from({ length: many }, (_, index) => (index % 4 === 0 ? `value_${index % 5}` : 'same_line'));
    expect(() => anchorByText(alike, { first: 50_000, last: 50_400 }, other)).not.toThrow();
    expect(() => anchorByQuote(alike.slice(0, 5_000), 1, other)).not.toThrow();
  });
});
