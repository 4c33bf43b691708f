// Owns the way from the key of a tab to what its editor is about.
import { parseRecordKey } from '../../cache/address.ts';
import { newRecordTarget, parseNewKey } from './newRecordTarget.ts';
import type { RecordTarget } from './recordTarget.ts';
import { targetOf } from './resourceTarget.ts';

/** Undefined when the text is the key of nothing that can be edited. */
export function targetOfKey(key: string): RecordTarget | undefined {
  const begun = parseNewKey(key);
  if (begun !== undefined) return newRecordTarget(begun);
  const address = parseRecordKey(key);
  return address === undefined ? undefined : targetOf(address);
}
