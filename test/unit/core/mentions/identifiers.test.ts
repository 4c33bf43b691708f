// Tests that the matcher finds only identifiers of known projects, in any language, in linear time.
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { IdentifierMatcher } from '../../../../src/core/mentions/identifiers.ts';
import { anyCodePoint } from '../../../support/anyCodePoint.ts';

const matcher = new IdentifierMatcher(['WEB', 'API', 'B2B', '项目', 'ÇAĞRI', 'ОБЩЕЕ', 'مشروع']);

function foundIdentifiers(text: string, usedMatcher = matcher): string[] {
  return usedMatcher.find(text).map(({ identifier }) => identifier);
}

describe('An identifier in a text', () => {
  it('is found with its range, prefix and number', () => {
    expect(matcher.find('See WEB-12.')).toEqual([
      { start: 4, end: 10, identifier: 'WEB-12', prefix: 'WEB', sequence: 12 },
    ]);
  });

  it('is found next to any punctuation', () => {
    expect(foundIdentifiers('WEB-1,WEB-2;(WEB-3)[WEB-4]"WEB-5"#WEB-6 @WEB-7: WEB-8… B2B-9\nAPI-10')).toHaveLength(10);
    expect(foundIdentifiers('feature/WEB-12-a-slug')).toEqual(['WEB-12']);
    expect(foundIdentifiers('fix-WEB-12')).toEqual(['WEB-12']);
    expect(foundIdentifiers('👍WEB-12👍')).toEqual(['WEB-12']);
  });

  it('is found for known projects only', () => {
    expect(foundIdentifiers('UTF-8 SHA-256 ISO-8601 2026-11 X-1 COVID-19 WEB API-')).toEqual([]);
    expect(foundIdentifiers('WEB-1', new IdentifierMatcher([]))).toEqual([]);
    expect(foundIdentifiers('UTF-8', new IdentifierMatcher(['UTF']))).toEqual(['UTF-8']);
  });

  it('is found only if it is written as the server writes it', () => {
    expect(foundIdentifiers('web-1 Web-1 WEB - 1 WEB_1 WEB–1 WEB--1 WEB-１')).toEqual([]);
  });

  it('is found only with a valid work item number', () => {
    expect(foundIdentifiers('WEB-0 WEB-007 WEB-01 WEB-x WEB-')).toEqual([]);
    expect(foundIdentifiers('WEB-2147483647')).toEqual(['WEB-2147483647']);
    expect(foundIdentifiers(`WEB-2147483648 WEB-99999999999 WEB-${'9'.repeat(400)}`)).toEqual([]);
  });

  it('is not found within a longer word of any alphabet', () => {
    expect(foundIdentifiers('AWEB-1 aWEB-1 1WEB-1 _WEB-1 éWEB-1 ЖWEB-1 ΩWEB-1 e\u0301WEB-1 ²WEB-1')).toEqual([]);
    expect(foundIdentifiers('WEB-1a WEB-1_ WEB-1é WEB-1ж WEB-1٣ WEB-1²')).toEqual([]);
    expect(foundIdentifiers('سمشروع-1')).toEqual([]);
  });

  it('is found without spaces around it in languages that are written without spaces', () => {
    expect(foundIdentifiers('修复WEB-12的问题')).toEqual(['WEB-12']);
    expect(foundIdentifiers('WEB-12を直す、ボードWEB-13')).toEqual(['WEB-12', 'WEB-13']);
    expect(foundIdentifiers('แก้WEB-12แล้ว ที่WEB-13')).toEqual(['WEB-12', 'WEB-13']);
    expect(foundIdentifiers('WEB-12를 고침')).toEqual(['WEB-12']);
    expect(foundIdentifiers('ב-WEB-12 וWEB-13')).toEqual(['WEB-12', 'WEB-13']);
  });

  it('is found with a prefix in any script, in composed and decomposed form', () => {
    expect(foundIdentifiers('在项目-3中, ОБЩЕЕ-4 و مشروع-5')).toEqual(['项目-3', 'ОБЩЕЕ-4', 'مشروع-5']);
    expect(foundIdentifiers('ÇAĞRI-6'.normalize('NFD'))).toEqual(['ÇAĞRI-6']);
    expect(foundIdentifiers('这是𠀀𠀁-7', new IdentifierMatcher(['𠀀𠀁']))).toEqual(['𠀀𠀁-7']);
  });

  it('is found with the longest prefix that matches', () => {
    expect(foundIdentifiers('我的项目-3', new IdentifierMatcher(['目', '项目']))).toEqual(['项目-3']);
  });

  it('is not found with an invalid prefix', () => {
    expect(new IdentifierMatcher(['', ' ', ' A', 'X'.repeat(65)]).isEmpty).toBe(true);
  });

  it('is found at an offset only if the offset is within the identifier or at its end', () => {
    const text = `${'x'.repeat(50)} WEB-12 `;
    expect([50, 51, 54, 57, 58].map((offset) => matcher.matchAt(text, offset)?.start)).toEqual([
      undefined,
      51,
      51,
      51,
      undefined,
    ]);
    expect(matcher.matchAt(`${'9'.repeat(100)}WEB-1`, 104)).toBeUndefined();
  });

  it('is returned by matchWhole only if the text contains nothing else', () => {
    expect(matcher.matchWhole('WEB-12')?.sequence).toBe(12);
    expect(['WEB-12 ', ' WEB-12', 'WEB-12 WEB-13', 'UTF-8', ''].map((text) => matcher.matchWhole(text))).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('is recognized before its number is typed if prefix and dash are at the end of the text', () => {
    expect(matcher.prefixAtEnd('fixes WEB-')).toEqual({ start: 6, prefix: 'WEB' });
    expect(['fixes WEB', 'XWEB-', 'UTF-', 'WEB- ', ''].map((text) => matcher.prefixAtEnd(text))).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('is not returned if the requested number of identifiers was already found', () => {
    expect(matcher.find('WEB-1 WEB-2 WEB-3', 2)).toHaveLength(2);
  });
});

describe('The matcher of identifiers', () => {
  const textPart = fc.oneof(
    fc.constantFrom(
      'WEB',
      'API',
      'AB',
      'B',
      '-',
      '-1',
      '0',
      '12',
      '2147483647',
      ' ',
      '_',
      'é',
      'ж',
      'x',
      '#',
      '/',
      '\n',
      '1',
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
  );
  const anyText = fc.array(textPart, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const latinMatcher = new IdentifierMatcher(['WEB', 'API', 'AB', 'B']);
  /** A regular expression with the same rules, for alphabets with upper and lower case. */
  const simplePattern = /(?<![\p{L}\p{M}\p{N}\p{Pc}])(?:WEB|API|AB|B)-[1-9]\d*(?![\p{L}\p{M}\p{N}\p{Pc}])/gu;

  it('finds the same identifiers as a simple regular expression', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expectedMatches = [...text.matchAll(simplePattern)].filter(
          ([word]) => Number(word.split('-')[1]) <= 2_147_483_647,
        );
        expect(latinMatcher.find(text).map(({ start, end }) => text.slice(start, end))).toEqual(
          expectedMatches.map(([word]) => word),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns ranges that contain exactly the identifiers, for any text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(textPart, fc.string({ unit: anyCodePoint, maxLength: 6 }), fc.constantFrom('项目', '目', '\ud840')),
        ),
        (pieces) => {
          const text = pieces.join('');
          let last = 0;
          for (const { start, end, identifier, prefix, sequence } of matcher.find(text)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(text.slice(start, end).normalize('NFC')).toBe(identifier.normalize('NFC'));
            expect(identifier).toBe(`${prefix}-${sequence}`);
            expect(matcher.matchAt(text, start)?.identifier).toBe(identifier);
            last = end;
          }
        },
      ),
    );
  });

  it.each([
    ['a letter', 'W'],
    ['a dash', '-'],
    ['a digit after a dash', '-1'],
    ['a prefix', 'WEB'],
    ['a prefix and its dash', 'WEB-'],
    ['an endless number', 'WEB-1111111111'],
    ['ideographs', '项目'],
  ])('reads each character of a hostile text a few times: %s repeated', (_, unit) => {
    const methods = ['charCodeAt', 'codePointAt', 'startsWith', 'indexOf'] as const;
    const readCount = (length: number): number => {
      const text = `${unit.repeat(Math.ceil(length / unit.length))} `;
      const spies = methods.map((method) => vi.spyOn(String.prototype, method));
      matcher.find(text);
      const counts = spies.map(({ mock }) => mock.calls.length);
      for (const spy of spies) spy.mockRestore();
      return counts.reduce((sum, count) => sum + count, 0);
    };
    expect(readCount(6_000)).toBeLessThan(4 * 6_000);
  });

  it('searches each part of a hostile text once for a dash', () => {
    const text = 'WEB-'.repeat(1_000);
    const search = vi.spyOn(String.prototype, 'indexOf');
    matcher.find(text);
    const starts = search.mock.calls.map(([, start]) => start);
    search.mockRestore();
    expect(starts).toEqual(Array.from({ length: 1_001 }, (_, index) => index * 4));
  });
});
