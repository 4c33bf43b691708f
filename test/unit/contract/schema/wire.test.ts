// Tests the schemas of ids, references, numbers and dates in every form that servers send.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  date,
  hexColor,
  id,
  idOf,
  numeric,
  optionalReference,
  reference,
  references,
} from '../../../../src/contract/schema/wire.ts';

describe('An optional reference', () => {
  it.each([
    ['null', null],
    ['no value', undefined],
    ['empty text', ''],
    ['an empty object, as some servers expand an empty foreign key', {}],
    ['an object without an id', { name: 'Todo' }],
  ])('is null when the response has %s', (_how, value) => {
    expect(optionalReference.parse(value)).toBeNull();
  });

  it('may be an id or an expanded record', () => {
    expect(optionalReference.parse('s1')).toBe('s1');
    expect(optionalReference.parse({ id: 's1', name: 'Todo' })).toEqual({ id: 's1', name: 'Todo' });
  });

  it.each([[7], [true], [{ id: 7 }], [{ id: null }]])("can't be %j", (value) => {
    expect(optionalReference.safeParse(value).success).toBe(false);
  });
});

describe('References', () => {
  it('have an id, whether they are expanded or not', () => {
    expect([idOf(reference.parse('u1')), idOf(reference.parse({ id: 'u2', display_name: 'Ada' }))]).toEqual([
      'u1',
      'u2',
    ]);
  });

  it.each([[null], [undefined]])('are parsed from %j as an empty list', (value) => {
    expect(references.parse(value)).toEqual([]);
  });

  it('are accepted in a list that contains both ids and expanded records', () => {
    expect(references.parse(['u1', { id: 'u2' }])).toEqual(['u1', { id: 'u2' }]);
  });

  it('are rejected when an id is empty', () => {
    expect(id.safeParse('').success).toBe(false);
    expect(reference.safeParse('').success).toBe(false);
  });
});

describe('A number in a response', () => {
  it('may be sent as a number or as a string', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), (value) => {
        const normalizedValue = value + 0 === 0 ? 0 : value;
        expect(numeric.parse(normalizedValue)).toBe(normalizedValue);
        expect(numeric.parse(String(normalizedValue))).toBe(normalizedValue);
      }),
    );
  });

  it.each([[''], ['  '], ['twelve'], ['12px'], [null], [undefined], [true]])("can't be %j", (value) => {
    expect(numeric.safeParse(value).success).toBe(false);
  });
});

describe('A date in a request', () => {
  it.each(['2026-11-20', '2024-02-29'])('can be %s', (text) => {
    expect(date.parse(text)).toBe(text);
  });

  it.each(['20.11.2026', '2026-02-30', '2025-02-29', '2026-1-5', '2026-11-20T10:00:00Z', 'tomorrow', ''])(
    "can't be “%s”, and the message contains a valid example",
    (text) => {
      expect(date.safeParse(text).error?.issues[0]?.message).toBe('Use a date such as 2026-11-20.');
    },
  );
});

describe('A color in a request', () => {
  it('is a hex code with three or six digits', () => {
    expect(['#3b82f6', '#ABC'].map((text) => hexColor.safeParse(text).success)).toEqual([true, true]);
    expect(hexColor.safeParse('blue').error?.issues[0]?.message).toBe('Use a hex color such as #3b82f6.');
  });
});
