// Creates the RecordTarget of a page from the key of its tab.
import { parseRecordKey } from '../../core/cache/address.ts';
import { targetOf } from './existingRecordTarget.ts';
import { newRecordTarget, parseNewKey } from './newRecordTarget.ts';
import type { RecordTarget } from './recordTarget.ts';

/** Returns undefined if the text is not the key of a record that can be edited. */
export function targetOfKey(key: string): RecordTarget | undefined {
  const newRecord = parseNewKey(key);
  if (newRecord !== undefined) return newRecordTarget(newRecord);
  const address = parseRecordKey(key);
  return address === undefined ? undefined : targetOf(address);
}
