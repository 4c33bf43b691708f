// Tests the labels of the kinds of records.
import { expect, it } from 'vitest';
import { RECORD_KINDS } from '../../../../src/core/cache/address.ts';
import { kindNames } from '../../../../src/items/form/kindNames.ts';

it.each(RECORD_KINDS)('The titles of an existing and of a new record of the kind %s are in title case', (kind) => {
  const { label, newLabel } = kindNames(kind);
  expect(label).toMatch(/^[A-Z][a-z]+( [A-Z][a-z]+)*$/);
  expect(newLabel).toBe(`New ${label}`);
});
