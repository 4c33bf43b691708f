// Tests the labels of the kinds of records.
import { expect, it } from 'vitest';
import { RECORD_KINDS } from '../../../src/cache/address.ts';
import { kindNames } from '../../../src/pages/fields/kindNames.ts';

it.each(RECORD_KINDS)('The tab title of a new record of the kind %s is in title case', (kind) => {
  expect(kindNames(kind).newLabel).toMatch(/^New( [A-Z][a-z]+)+$/);
});
