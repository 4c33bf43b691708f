// Tests the stored lists of recently used and pinned work items.
import { expect, it } from 'vitest';
import { createPinnedRecords, createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { RememberedList } from '../../../../src/shell/rememberedList.ts';

const item = (id: string) => ({ project: 'p', id, identifier: `WEB-${id}`, name: 'Name' });

/** Returns a memento that stores values in memory. */
function createMemento() {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, defaultValue: T): T => (values.get(key) as T | undefined) ?? defaultValue,
    update: async (key: string, value: unknown) => void values.set(key, value),
    setKeysForSync: () => undefined,
  };
}

it.each([
  ['Recents', () => createRecentItems(createMemento() as never)],
  ['Pins', () => createPinnedRecords(createMemento() as never)],
])(
  'The list %s removes deleted work items of the account, and fires onDidChange only if it contained one of them',
  async (_, open) => {
    const list = open();
    for (const id of ['1', '2', '3']) await list.add('a', item(id));
    await list.add('b', item('1'));
    let eventCount = 0;
    list.onDidChange(() => {
      eventCount += 1;
    });
    await list.remove('a', ['1', '3']);
    expect([list.entriesOf('a').map(({ id }) => id), list.entriesOf('b').map(({ id }) => id)]).toEqual([['2'], ['1']]);
    expect(eventCount).toBeGreaterThan(0);
    const countAfterRemoval = eventCount;
    await list.remove('a', ['9']);
    expect(eventCount).toBe(countAfterRemoval);
  },
);

it('RememberedList stores the latest entries without duplicates, and onDidChange fires with the entries', async () => {
  const list = new RememberedList<string>(createMemento() as never, { name: 'ids', maxEntries: 3, idOf: (id) => id });
  const changes: (readonly string[])[] = [];
  list.onDidChange((entries) => changes.push(entries));
  for (const id of ['1', '2', '3', '1', '4']) await list.add('a', id);
  expect(list.entriesOf('a')).toEqual(['4', '1', '3']);
  await list.remove('a', ['3', '9', '4']);
  expect(list.entriesOf('a')).toEqual(['1']);
  expect(changes).toEqual([['1'], ['2'], ['3'], ['1'], ['4'], ['4', '3']]);
});

it('Recents and Pins read the values that version 0.1.0 has stored', () => {
  const memory = createMemento();
  void memory.update('recent a', [item('1')]);
  void memory.update('pinned a', [item('2')]);
  expect(createRecentItems(memory as never).entriesOf('a')).toEqual([item('1')]);
  expect(createPinnedRecords(memory as never).entriesOf('a')).toEqual([item('2')]);
});
