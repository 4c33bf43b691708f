// Tests that a code location is converted to an external id and parsed from the id, for any names.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeExternalId,
  isNameHash,
  isSafePath,
  isSameLinkedCode,
  type LinkedCode,
  MAX_EXTERNAL_ID_LENGTH,
  matchesName,
  parseCodeExternalId,
} from '../../../../src/core/comments/codeExternalId.ts';
import { anyCodePoint } from '../../../support/anyCodePoint.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const place: LinkedCode = {
  repository: 'github.com/acme/web',
  commit,
  path: 'src/a.ts',
  lines: { first: 3, last: 7 },
  changed: false,
  ordinal: 1,
};

const hexadecimal = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
const anyPlace: fc.Arbitrary<LinkedCode> = fc.record({
  repository: fc.oneof(
    fc.constant('github.com/acme/web'),
    name.map((one) => `local:${one}`),
    fc.constant('x'.repeat(300)),
  ),
  commit: fc.oneof(hexadecimal(40), hexadecimal(64)),
  path: fc
    .array(name, { minLength: 1, maxLength: 12 })
    .map((names) => names.join('/'))
    .filter(isSafePath),
  lines: fc.tuple(fc.nat(99_999), fc.nat(500)).map(([first, more]) => ({ first: first + 1, last: first + 1 + more })),
  changed: fc.boolean(),
  ordinal: fc.integer({ min: 1, max: 99 }),
});

describe('A code location', () => {
  it('has an external id with repository, commit, path and lines', () => {
    expect(codeExternalId(place)).toBe(`code:github.com/acme/web@${commit}:src/a.ts#L3-7`);
    expect(codeExternalId({ ...place, lines: { first: 3, last: 3 }, changed: true, ordinal: 2 })).toBe(
      `code:github.com/acme/web@${commit}+:src/a.ts#L3~2`,
    );
  });

  it('is parsed from its external id, which never exceeds the server’s maximum length', () => {
    fc.assert(
      fc.property(anyPlace, (one) => {
        const id = codeExternalId(one);
        expect(id.length).toBeLessThanOrEqual(MAX_EXTERNAL_ID_LENGTH);
        const parsed = parseCodeExternalId(id);
        expect(parsed).toMatchObject({
          commit: one.commit,
          lines: one.lines,
          changed: one.changed,
          ordinal: one.ordinal,
        });
        expect(matchesName(parsed?.repository ?? '', one.repository)).toBe(true);
        expect(matchesName(parsed?.path ?? '', one.path)).toBe(true);
        expect(parsed && codeExternalId(parsed)).toBe(id);
        expect(/[\s\p{Cc}]/u.test(id)).toBe(false);
      }),
    );
  });

  it('has a unique external id even if its path is too long for the id', () => {
    const longPlace = (end: string): LinkedCode => ({ ...place, path: `${'deep/'.repeat(60)}${end}.ts` });
    expect(codeExternalId(longPlace('a'))).not.toBe(codeExternalId(longPlace('b')));
    const parsed = parseCodeExternalId(codeExternalId(longPlace('a')));
    expect(isNameHash(parsed?.path ?? '')).toBe(true);
    expect(matchesName(parsed?.path ?? '', longPlace('b').path)).toBe(false);
  });

  it('equals the location of another comment on the same lines, and differs from the location of other lines', () => {
    expect(isSameLinkedCode(place, { ...place, ordinal: 4 })).toBe(true);
    expect(isSameLinkedCode(place, { ...place, lines: { first: 3, last: 8 } })).toBe(false);
  });

  it.each([
    '',
    '5b0f1c9e-64d5-4f0b-8a5e-3d6a4c0e8f11',
    'code:',
    `code:github.com/acme/web@${commit}:src/a.ts`,
    `code:github.com/acme/web@${commit}:src/a.ts#L0`,
    `code:github.com/acme/web@${commit}:src/a.ts#L7-3`,
    `code:github.com/acme/web@main:src/a.ts#L3`,
    `code:github.com/acme/web@${commit}:#L3`,
    `code:github.com/acme/web@${commit}:src/a.ts#L99999999999`,
    `code:github.com/acme/web@${commit}:%E0%A4%A#L3\n`,
  ])('is not parsed from %j', (id) => {
    expect(parseCodeExternalId(id)).toBeUndefined();
  });

  it.each([
    '/etc/passwd',
    '../outside.ts',
    'src/../../outside.ts',
    '%2E%2E/outside.ts',
    '..%2Foutside.ts',
    'src//a.ts',
    './a.ts',
    'C:/Windows/system.ini',
    'C%3A/Windows/system.ini',
    '..\\outside.ts',
    'src/.. /a.ts',
    '.git/config',
    'sub/.GIT/hooks/pre-commit',
    '.git./config',
    'a%00.ts',
  ])('is not parsed from an external id with a path outside of the repository: %s', (path) => {
    expect(parseCodeExternalId(`code:github.com/acme/web@${commit}:${path}#L3`)).toBeUndefined();
  });

  it('is parsed from any text without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), (text) => {
        const parsed = parseCodeExternalId(`code:${text}@${commit}:${text}#L1`);
        expect(parsed === undefined || isNameHash(parsed.path) || isSafePath(parsed.path)).toBe(true);
      }),
    );
  });
});
