// Owns the way from the key of a tab, or an address, to what its editor is about.
import { parseRecordKey, type RecordAddress } from '../../cache/address.ts';
import { newRecordTarget, parseNewKey } from './newRecordTarget.ts';
import type { RecordTarget } from './recordTarget.ts';
import { resourceTarget } from './resourceTarget.ts';
import { workItemTarget } from './workItemTarget.ts';

export function targetOf(address: RecordAddress): RecordTarget {
  const { kind, within, id } = address;
  return kind === 'workItem' ? workItemTarget({ project: within, id }) : resourceTarget({ kind, within, id });
}

/** Undefined when the text is the key of nothing that can be edited. */
export function targetOfKey(key: string): RecordTarget | undefined {
  const begun = parseNewKey(key);
  if (begun !== undefined) return newRecordTarget(begun);
  const address = parseRecordKey(key);
  return address === undefined ? undefined : targetOf(address);
}
