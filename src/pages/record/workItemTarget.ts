// Owns the work item as the subject of an editor: its record, its comments' address, its parent.
import { type ItemAddress, keyOf } from '../../cache/address.ts';
import type { ItemRecord } from '../../cache/record.ts';
import { findItems } from '../fields/findItems.ts';
import { recordFormOf } from '../fields/recordForm.ts';
import { fieldValuesOf } from '../fields/values.ts';
import type { RecordTarget } from './recordTarget.ts';
import { sentBody } from './sentBody.ts';

export function workItemTarget(item: ItemAddress): RecordTarget {
  const kind = recordFormOf('workItem', false);
  const key = keyOf(item);
  const held = (record: ItemRecord | undefined) => (record === undefined ? undefined : fieldValuesOf(kind.fields, record));
  return {
    address: { kind: 'workItem', within: item.project, id: item.id },
    key,
    isNew: false,
    kind,
    item,
    told: (store) => held(store?.items.confirmed(key)),
    caption: (store) => store?.identifier(item) ?? '',
    title: (store) => {
      const identifier = store?.identifier(item);
      const name = store?.item(item)?.name;
      return identifier === undefined || name === undefined ? undefined : `${identifier} ${name}`;
    },
    place: (store) => store?.project(item.project)?.name ?? '',
    dates: (store) => {
      const told = store.items.confirmed(key);
      return {
        ...(told?.created_at === undefined ? {} : { createdAt: told.created_at }),
        ...(told?.created_by ? { createdBy: told.created_by } : {}),
        ...(told?.updated_at === undefined ? {} : { updatedAt: told.updated_at }),
      };
    },
    heardAt: (store) => store.items.fetchedAt(key),
    read: async (store, options) => {
      await store.readItem(item, options);
    },
    check: ({ parent }) => (parent === item.id ? { parent: 'A work item cannot be its own parent.' } : {}),
    send: async (store, sent, _, options) => ({ values: fieldValuesOf(kind.fields, await store.ask(item, sentBody(kind, sent), options)) }),
    watch: (store, changed) => [store.items.onDidChange((keys) => keys.includes(key) && changed())],
    find: (store, _, text) => findItems(store, text, { project: item.project, except: item.id }),
  };
}
