// Tests that the links of a work item are cached, and that changes reach the server.
import { describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, type Setup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const ITEM = { project: sample.project('WEB'), id: sample.workItem('WEB', 27) };
const URL_1 = 'https://github.com/acme/web/pull/12';
const DIALECTS: readonly Dialect[] = ['spec', 'community'];

async function openSetup(dialect: Dialect): Promise<Setup & { readonly cache: Store }> {
  const setup = await createSetup(dialect);
  return Object.assign(setup, { cache: new Store(setup.client, setup.clock) });
}

/** The links that another window reads from the server. */
async function linksOnServer(
  setup: Setup,
): Promise<readonly (readonly [url: string, title: string | null | undefined])[]> {
  const otherStore = setup.otherStore();
  await otherStore.links.list(ITEM).read();
  return otherStore.links.list(ITEM).state.ids.map((id) => {
    const link = otherStore.links.get(id);
    return [link?.url ?? '', link?.title] as const;
  });
}

describe.each(DIALECTS)('The links store on a server with the dialect %s', (dialect) => {
  const setup = forEachTest(() => openSetup(dialect));

  it('adds, changes and removes the links of a work item on the server and in the list', async () => {
    const { links } = setup.cache;
    const list = links.list(ITEM);
    await list.read();
    const { id } = await links.add(ITEM, { url: URL_1, title: 'Pull request #12' });
    expect(list.state.ids).toEqual([id]);
    let changes = 0;
    list.onDidChange(() => (changes += 1));
    await links.change(ITEM, id, { title: 'Glide' });
    expect(changes).toBe(1);
    expect(links.get(id)).toMatchObject({ url: URL_1, title: 'Glide' });
    expect(await linksOnServer(setup)).toEqual([[URL_1, 'Glide']]);
    await links.remove(ITEM, id);
    expect(list.state.ids).toEqual([]);
    expect(await linksOnServer(setup)).toEqual([]);
    await links.remove(ITEM, id);
  });

  it('adds a URL only once, even if another window has added the same URL', async () => {
    const firstLink = await setup.otherStore().links.add(ITEM, { url: URL_1 });
    const secondLink = await setup.cache.links.add(ITEM, { url: URL_1 });
    expect(secondLink.id).toBe(firstLink.id);
    expect(await linksOnServer(setup)).toHaveLength(1);
  });

  it('does not change the list if the server rejects the new link', async () => {
    setup.proxy.inject(matchRequest('POST', '/links/'), answerWith(400, { url: ['Enter a valid URL.'] }));
    await expect(setup.cache.links.add(ITEM, { url: URL_1 })).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(setup.cache.links.list(ITEM).state.ids).toEqual([]);
    expect(await linksOnServer(setup)).toEqual([]);
  });
});
