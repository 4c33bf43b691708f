// Owns the proof that recent and pinned items that were deleted are dropped.
import { expect, it } from 'vitest';
import { Pins } from '../../../src/workbench/features/tree/pins.ts';
import { Recents } from '../../../src/workbench/features/workItems/recents.ts';

const item = (id: string) => ({ project: 'p', id, identifier: `WEB-${id}`, name: 'Name' });

/** What the extension is given of VS Code's memory. */
function memento() {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, usual: T): T => (kept.get(key) as T | undefined) ?? usual,
    update: async (key: string, value: unknown) => void kept.set(key, value),
    setKeysForSync: () => undefined,
  };
}

it.each([
  ['Recents', () => new Recents(memento() as never)],
  ['Pins', () => new Pins(memento() as never)],
])('%s drop deleted items of the account, and report a change only when there was one', async (_, open) => {
  const list = open();
  for (const id of ['1', '2', '3']) await list.add('a', item(id));
  await list.add('b', item('1'));
  let changes = 0;
  list.onDidChange(() => {
    changes += 1;
  });
  await list.remove('a', [item('1'), item('3')]);
  expect([list.of('a').map(({ id }) => id), list.of('b').map(({ id }) => id)]).toEqual([['2'], ['1']]);
  expect(changes).toBeGreaterThan(0);
  const before = changes;
  await list.remove('a', [item('9')]);
  expect(changes).toBe(before);
});
