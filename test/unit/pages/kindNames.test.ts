// Tests the labels of the kinds of records.
import { expect, it } from 'vitest';
import { RECORD_KINDS } from '../../../src/cache/address.ts';
import { kindNames } from '../../../src/pages/fields/kindNames.ts';

it.each(RECORD_KINDS)('The title of a new record of the kind %s is in title case, like other tabs', (kind) => {
  expect(kindNames(kind).newLabel).toMatch(/^New( [A-Z][a-z]+)+$/);
});
