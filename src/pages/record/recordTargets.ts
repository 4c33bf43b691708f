// Owns the way from the key of a tab, or an address, to what its editor is about.
import { parseRecordKey, type RecordAddress } from '../../cache/address.ts';
import { newSubject, parseNewKey } from './newRecordTarget.ts';
import type { Subject } from './recordTarget.ts';
import { shelvedSubject } from './resourceTarget.ts';
import { workItemSubject } from './workItemTarget.ts';

export function subjectOf(address: RecordAddress): Subject {
  const { kind, within, id } = address;
  return kind === 'workItem' ? workItemSubject({ project: within, id }) : shelvedSubject({ kind, within, id });
}

/** Undefined when the text is the key of nothing that can be edited. */
export function subjectOfKey(key: string): Subject | undefined {
  const begun = parseNewKey(key);
  if (begun !== undefined) return newSubject(begun);
  const address = parseRecordKey(key);
  return address === undefined ? undefined : subjectOf(address);
}
