// The pinned records of My Work: their addresses and nodes.
import { type RecordAddress, recordKey } from '../../core/cache/address.ts';
import type { Node, SectionNode } from './node.ts';
import type { OwnItems, PinnedRecord } from './treeData.ts';

/** The kinds of records that can be pinned. */
export const PINNABLE_KINDS = ['workItem', 'project', 'cycle', 'initiative'] as const;
export type PinnableKind = (typeof PINNABLE_KINDS)[number];
export type PinnableAddress = RecordAddress & { readonly kind: PinnableKind };

export function isPinnable(address: RecordAddress | undefined): address is PinnableAddress {
  return PINNABLE_KINDS.some((kind) => kind === address?.kind);
}

export function addressOfPin({ kind, project, id }: PinnedRecord): PinnableAddress {
  return { kind: kind ?? 'workItem', within: project, id };
}

/** Returns the pin of a record, as it is stored. */
export function pinOf(
  { kind, within, id }: PinnableAddress,
  { identifier, name }: Pick<PinnedRecord, 'identifier' | 'name'>,
): PinnedRecord {
  const pin = { project: within, id, identifier, name };
  return kind === 'workItem' ? pin : { ...pin, kind };
}

/** Returns the pin of the record; undefined if the record is not pinned. */
export function findPin(address: RecordAddress, { pinned }: Pick<OwnItems, 'pinned'>): PinnedRecord | undefined {
  const key = recordKey(address);
  return pinned.find((pin) => recordKey(addressOfPin(pin)) === key);
}

/** Returns the node of a pinned record in the section Pinned. A cycle is the group of its work items. */
export function pinNode(pin: PinnedRecord, under: SectionNode): Node {
  const { kind, within, id } = addressOfPin(pin);
  switch (kind) {
    case 'workItem':
      return { kind, project: within, id, under };
    case 'project':
      return { kind, project: id, under };
    case 'cycle':
      return { kind: 'group', project: within, by: 'cycle', value: id, under };
    default:
      return { kind, within, id, under };
  }
}
