// Tests the labels of the kinds of records.
import { expect, it } from 'vitest';
import { RECORD_KINDS } from '../../../src/core/cache/address.ts';
import { KIND_NAMES } from '../../../src/items/kindNames.ts';

it.each(RECORD_KINDS)('The titles of an existing and of a new record of the kind %s are in title case', (kind) => {
  const [name, newName] = [KIND_NAMES[kind].name(), KIND_NAMES[kind].newName()];
  expect(name).toMatch(/^[A-Z][a-z]+( [A-Z][a-z]+)*$/);
  expect(newName).toBe(`New ${name}`);
});
