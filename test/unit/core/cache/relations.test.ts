// Tests that the relations of work items are cached for both work items, and that changes reach the server.
import { describe, expect, it } from 'vitest';
import { INVERSE_RELATION_TYPES, RELATION_TYPES } from '../../../../src/contract/resources/relation.ts';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, type Setup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const item = (number: number): ItemAddress => ({
  project: sample.project('WEB'),
  id: sample.workItem('WEB', number),
});
const [ITEM, OTHER, THIRD] = [item(27), item(26), item(25)];
const DIALECTS: readonly Dialect[] = ['spec', 'community'];

async function openSetup(dialect: Dialect): Promise<Setup & { readonly cache: Store }> {
  const setup = await createSetup(dialect);
  return Object.assign(setup, { cache: new Store(setup.client, setup.clock) });
}

function relationsIn({ relations }: Store, address: ItemAddress): string[] {
  return relations.list(address).state.ids.map((id) => {
    const relation = relations.get(address, id);
    const other = [ITEM, OTHER, THIRD].find((candidate) => candidate.id === relation?.otherId);
    return `${relation?.type} ${other === undefined ? '?' : other === ITEM ? 'item' : other === OTHER ? 'other' : 'third'}`;
  });
}

/** The relations that another window reads from the server. */
async function relationsOnServer(setup: Setup, address: ItemAddress): Promise<string[]> {
  const store = setup.otherStore();
  await store.relations.list(address).read();
  return relationsIn(store, address);
}

describe.each(DIALECTS)('The relations of a work item on a server with the dialect %s', (dialect) => {
  const setup = forEachTest(() => openSetup(dialect));

  it.each(RELATION_TYPES)(
    'include a new relation of the type %s, which one request adds to both work items',
    async (type) => {
      const { relations } = setup.cache;
      await relations.list(ITEM).read();
      await relations.list(OTHER).read();
      const requestCountBefore = setup.proxy.matchingRequests(() => true).length;
      await relations.add(ITEM, type, [OTHER]);
      expect(setup.proxy.matchingRequests(() => true)).toHaveLength(requestCountBefore + 1);
      expect(relationsIn(setup.cache, ITEM)).toEqual([`${type} other`]);
      expect(relationsIn(setup.cache, OTHER)).toEqual([`${INVERSE_RELATION_TYPES[type]} item`]);
      expect(await relationsOnServer(setup, ITEM)).toEqual([`${type} other`]);
      expect(await relationsOnServer(setup, OTHER)).toEqual([`${INVERSE_RELATION_TYPES[type]} item`]);
    },
  );

  it('are replaced when a relation of another type is added between the same work items', async () => {
    const { relations } = setup.cache;
    await relations.list(ITEM).read();
    await relations.add(ITEM, 'blocking', [OTHER, THIRD]);
    await relations.add(ITEM, 'relates_to', [OTHER]);
    // Open-source servers store one relation for each ordered pair, and `blocking` is stored in the other direction.
    const kept = dialect === 'community' ? ['blocking other'] : [];
    expect(relationsIn(setup.cache, ITEM).sort()).toEqual([...kept, 'blocking third', 'relates_to other']);
    expect((await relationsOnServer(setup, ITEM)).sort()).toEqual([...kept, 'blocking third', 'relates_to other']);
  });

  it('are those that the server has kept if it ignores a relation of another type', async () => {
    const { relations } = setup.cache;
    await relations.list(ITEM).read();
    expect(await relations.add(ITEM, 'blocked_by', [OTHER])).toEqual([]);
    const isIgnored = dialect === 'community';
    expect(await relations.add(ITEM, 'duplicate', [OTHER, THIRD])).toEqual(isIgnored ? [OTHER] : []);
    const stored = [isIgnored ? 'blocked_by other' : 'duplicate other', 'duplicate third'];
    expect(relationsIn(setup.cache, ITEM).sort()).toEqual(stored);
    expect((await relationsOnServer(setup, ITEM)).sort()).toEqual(stored);
  });

  it('contain the project of the other work item if the server sends that project', async () => {
    await setup.otherStore().relations.add(ITEM, 'blocking', [OTHER]);
    const { relations } = setup.cache;
    await relations.list(ITEM).read();
    const [id = ''] = relations.list(ITEM).state.ids;
    expect(relations.get(ITEM, id)?.otherProject).toBe(dialect === 'community' ? OTHER.project : undefined);
  });
});

describe('A relation that is removed', () => {
  it('disappears from both work items, even if another window has already removed the relation', async () => {
    await using setup = await openSetup('spec');
    const { relations } = setup.cache;
    await relations.add(ITEM, 'blocking', [OTHER]);
    await relations.list(ITEM).read();
    await relations.list(OTHER).read();
    await setup.otherStore().relations.remove(OTHER, ITEM);
    await relations.remove(ITEM, OTHER);
    expect(relationsIn(setup.cache, ITEM)).toEqual([]);
    expect(relationsIn(setup.cache, OTHER)).toEqual([]);
    expect(await relationsOnServer(setup, ITEM)).toEqual([]);
  });

  it('remains on an open-source server, which cannot remove relations', async () => {
    await using setup = await openSetup('community');
    const { relations } = setup.cache;
    await relations.list(ITEM).read();
    await relations.add(ITEM, 'blocking', [OTHER]);
    await expect(relations.remove(ITEM, OTHER)).rejects.toMatchObject({
      fault: { kind: 'notFound', isRouteMissing: true },
    });
    expect(relationsIn(setup.cache, ITEM)).toEqual(['blocking other']);
  });
});
