// Owns the way from the key of a tab, or an address, to what its editor is about.
import { parseRecordKey, type RecordAddress } from '../store/address.ts';
import { newSubject, parseNewKey } from './creating.ts';
import { shelvedSubject } from './shelved.ts';
import type { Subject } from './subject.ts';
import { workItemSubject } from './workItem.ts';

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
