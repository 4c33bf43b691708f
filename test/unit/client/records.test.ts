// Tests that records are parsed according to their schemas, by zod and by the quick check.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { RecordParsers } from '../../../src/client/responses/records.ts';
import { operationEntries } from '../../../src/contract/operations.ts';

/** Each schema with the name of the last operation that returns its records. */
const schemas = new Map(
  operationEntries.flatMap(([name, { returns }]) =>
    'schema' in returns && returns.schema instanceof z.ZodObject ? [[returns.schema, name] as const] : [],
  ),
);

/** Values of fields: valid values, values that are converted, and invalid values. */
const values = fc.constantFrom<unknown>(
  '',
  'text',
  '7',
  ' ',
  7,
  0.5,
  true,
  null,
  undefined,
  {},
  { id: 'a' },
  { id: 7 },
  [],
  ['a'],
  [''],
  [7],
);
/** Mostly valid values, so that many records are valid. */
const mostlyValidValue = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<unknown>('text', null) },
  { weight: 1, arbitrary: values },
);

function recordsOf(schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const number = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom<unknown>(1, '2') },
    { weight: 1, arbitrary: values },
  );
  const list = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom<unknown>(['a'], [], null) },
    { weight: 1, arbitrary: values },
  );
  const field = (name: string): fc.Arbitrary<unknown> =>
    /^(?:sequence_id|sort_order|size|epoch)$/.test(name) ? number : name.endsWith('s') ? list : mostlyValidValue;
  const model = Object.fromEntries([...Object.keys(schema.shape), 'shade'].map((name) => [name, field(name)]));
  return fc.oneof(fc.record(model), fc.record(model, { requiredKeys: [] }));
}

describe.each([...schemas].map(([schema, name]) => ({ schema, name })))('A record of $name', ({ schema }) => {
  it('is parsed with the same result as by its zod schema, and keeps all fields that are not in the schema', () => {
    const parse = new RecordParsers().get(schema);
    fc.assert(
      fc.property(recordsOf(schema), (record) => {
        const expected = schema.safeParse(record);
        const result = parse(record);
        expect(result.ok).toBe(expected.success);
        if (result.ok) expect(result.value).toEqual(expected.data);
      }),
      { numRuns: 200 },
    );
  });
});

describe('A record', () => {
  const schema = z.looseObject({ id: z.string(), size: z.preprocess(Number, z.number()) });
  const parsers = new RecordParsers();

  it('keeps fields that are not in the schema, even if another field is converted', () => {
    expect(parsers.get(schema)({ id: 'a', size: '7', shade: { deep: [1] } })).toEqual({
      ok: true,
      value: { id: 'a', size: 7, shade: { deep: [1] } },
    });
  });

  it('has no own property __proto__', () => {
    for (const text of ['{"id":"a","size":"7","__proto__":{"evil":1}}', '{"id":"a","size":7,"__proto__":{"evil":1}}']) {
      expect(parsers.get(schema)(JSON.parse(text))).toEqual({ ok: true, value: { id: 'a', size: 7 } });
    }
  });

  it('may omit fields that were not requested, but must not contain an invalid field', () => {
    expect(parsers.get(schema, 'selectedFields')({ size: '7' })).toEqual({ ok: true, value: { size: 7 } });
    expect(parsers.get(schema, 'selectedFields')({})).toEqual({ ok: true, value: {} });
    expect(parsers.get(schema, 'selectedFields')({ id: 7 })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^id: /),
    });
    expect(parsers.get(schema)({ size: 7 }).ok).toBe(false);
  });

  it('is parsed by zod itself if its schema is an array or a strict object', () => {
    expect(parsers.get(z.strictObject({ id: z.string() }))({ id: 'a', shade: 'red' }).ok).toBe(false);
    expect(parsers.get(z.array(z.string()))(['a'])).toEqual({ ok: true, value: ['a'] });
  });
});
