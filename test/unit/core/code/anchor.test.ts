// Tests that commented lines are found again in a changed text, or reported as deleted.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorByQuote, anchorByText, splitLines } from '../../../../src/core/code/anchor.ts';

const originalLines = splitLines(`import { a } from './a';

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
/** The lines of the function `second`. */
const lines = { first: 7, last: 10 };
const quotedLines = originalLines.slice(6, 10);

function expectedAnchor(first: number, last: number, hasChanged = false) {
  return { kind: 'found', lines: { first, last }, hasChanged };
}

describe('The lines that a comment refers to', () => {
  it('have the same position in an unchanged text', () => {
    expect(anchorByText(originalLines, lines, originalLines)).toEqual(expectedAnchor(7, 10));
  });

  it('are found after lines above them were inserted or deleted', () => {
    expect(anchorByText(originalLines, lines, ['// one', '// two', ...originalLines])).toEqual(expectedAnchor(9, 12));
    expect(anchorByText(originalLines, lines, originalLines.toSpliced(1, 5))).toEqual(expectedAnchor(2, 5));
    expect(anchorByText(originalLines, lines, [...originalLines, 'more'])).toEqual(expectedAnchor(7, 10));
  });

  it('count as unchanged if only indentation or line endings changed', () => {
    expect(
      anchorByText(originalLines, lines, splitLines(originalLines.map((line) => `\t${line}`).join('\r\n'))),
    ).toEqual(expectedAnchor(7, 10));
  });

  it('are found after they were moved within the file', () => {
    const movedLines = [...originalLines.slice(0, 6), ...originalLines.slice(11), ...quotedLines];
    const first = movedLines.length - 3;
    expect(anchorByText(originalLines, lines, movedLines)).toEqual(expectedAnchor(first, first + 3));
  });

  it('count as changed if one of the lines was changed or a line was inserted between them', () => {
    expect(anchorByText(originalLines, lines, originalLines.with(7, '  const sum = a(2) + a(30);'))).toEqual(
      expectedAnchor(7, 10, true),
    );
    expect(anchorByText(originalLines, lines, originalLines.toSpliced(8, 0, '  log(sum);'))).toEqual(
      expectedAnchor(7, 11, true),
    );
    expect(
      anchorByText(originalLines, { first: 8, last: 8 }, [
        '//',
        ...originalLines.with(7, '  const sum = a(2) + b(3);'),
      ]),
    ).toEqual(expectedAnchor(9, 9, true));
  });

  it('are not found if they were deleted or replaced', () => {
    expect(anchorByText(originalLines, lines, originalLines.toSpliced(6, 4))).toEqual({ kind: 'notFound' });
    expect(
      anchorByText(originalLines, lines, originalLines.toSpliced(6, 4, 'class Entirely {', '  other = "thing";', '}')),
    ).toEqual({
      kind: 'notFound',
    });
    expect(anchorByText(originalLines, lines, [])).toEqual({ kind: 'notFound' });
    expect(anchorByText(originalLines, lines, splitLines('A text about\nsomething else'))).toEqual({
      kind: 'notFound',
    });
  });

  it('are not found if they are beyond the end of the text', () => {
    expect(anchorByText(originalLines, { first: 90, last: 91 }, originalLines)).toEqual({ kind: 'notFound' });
  });

  it('are found by the quoted text alone, nearest to their former position', () => {
    expect(anchorByQuote(quotedLines, 7, ['//', ...originalLines])).toEqual(expectedAnchor(8, 11));
    expect(anchorByQuote(['return same;'], 8, ['return same;', 'x', 'x', 'x', 'x', 'x', 'return same;'])).toEqual(
      expectedAnchor(7, 7),
    );
    expect(
      anchorByQuote(
        quotedLines.map((line) => line.trim()),
        1,
        originalLines,
      ),
    ).toEqual(expectedAnchor(7, 10));
    expect(anchorByQuote(quotedLines.with(2, 'return nothing;'), 1, originalLines)).toEqual(
      expectedAnchor(7, 10, true),
    );
    expect(anchorByQuote(['not there at all'], 1, originalLines)).toEqual({ kind: 'notFound' });
    expect(anchorByQuote([], 1, originalLines)).toEqual({ kind: 'notFound' });
    expect(anchorByQuote(['', ''], 1, originalLines)).toEqual({ kind: 'notFound' });
  });

  it('are found at their exact position after any change of the lines around them', () => {
    const line = fc.oneof(
      fc.constantFrom('}', '', 'return;', 'x = 1;'),
      fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, ' ')),
    );
    const block = fc.array(line, { maxLength: 30 });
    const distinctiveLines = fc
      .uniqueArray(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 6 })
      .map((ids) => ids.map((id) => `own_${id}();`));
    fc.assert(
      fc.property(
        block,
        distinctiveLines,
        block,
        block,
        block,
        (linesAbove, commentedLines, linesBelow, currentAbove, currentBelow) => {
          const lines = { first: linesAbove.length + 1, last: linesAbove.length + commentedLines.length };
          const currentLines = [...currentAbove, ...commentedLines, ...currentBelow];
          const expected = {
            kind: 'found',
            lines: { first: currentAbove.length + 1, last: currentAbove.length + commentedLines.length },
            hasChanged: false,
          };
          expect(anchorByText([...linesAbove, ...commentedLines, ...linesBelow], lines, currentLines)).toEqual(
            expected,
          );
          expect(anchorByQuote(commentedLines, lines.first, currentLines)).toEqual(expected);
        },
      ),
    );
  });

  it('are never found at a position outside of the current text', () => {
    const text = fc.array(fc.constantFrom('a', 'bb', 'cc cc', '}', '', 'dd'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, fc.nat(45), fc.nat(10), (originalText, currentText, from, extraLines) => {
        const lines = { first: from + 1, last: from + 1 + extraLines };
        for (const found of [
          anchorByText(originalText, lines, currentText),
          anchorByQuote(originalText.slice(from, from + extraLines), from + 1, currentText),
        ]) {
          if (found.kind === 'notFound') continue;
          expect(found.lines.first).toBeGreaterThanOrEqual(1);
          expect(found.lines.last).toBeGreaterThanOrEqual(found.lines.first);
          expect(found.lines.last).toBeLessThanOrEqual(currentText.length);
        }
      }),
    );
  });

  it('are looked up in 100,000 nearly equal lines within the time limit of the test', () => {
    const lineCount = 100_000;
    const similarLines = Array.from({ length: lineCount }, (_, index) =>
      index % 3 === 0 ? `value_${index % 7}` : 'same_line',
    );
    const otherLines = Array.from({ length: lineCount }, (_, index) =>
      index % 4 === 0 ? `value_${index % 5}` : 'same_line',
    );
    expect(() => anchorByText(similarLines, { first: 50_000, last: 50_400 }, otherLines)).not.toThrow();
    expect(() => anchorByQuote(similarLines.slice(0, 5_000), 1, otherLines)).not.toThrow();
  });
});
