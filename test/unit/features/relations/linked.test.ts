// Tests that the page of a work item lists its relations and links, and when they are requested.

import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { FRESH_FOR_MS } from '../../../../src/core/cache/lists/pagedList.ts';
import { restoreSnapshot, takeSnapshot } from '../../../../src/core/cache/store/snapshot.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { RelationsAndLinks } from '../../../../src/features/relations/relationsAndLinks.ts';
import type { DiscussionView } from '../../../../src/shell/protocol/discussionSections.ts';
import { linkRow } from '../../../../src/shell/sections/linkRow.ts';
import { systemClock } from '../../../../src/std/clock.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const isRelationsRead = matchRequest('GET', '/relations/');
const isLinksRead = matchRequest('GET', '/links/');
const PULL_REQUEST = 'https://github.com/acme/web/pull/12';

function webItem(number: number) {
  return { project: WEB_1.project, id: sample.workItem('WEB', number) };
}

function discussionOf(page: Page): DiscussionView {
  const { discussion } = page.model;
  if (discussion === undefined) throw new Error('nothing is shown');
  return discussion;
}

function relationTexts(page: Page): string[] {
  return discussionOf(page).relations.groups.flatMap(({ label, rows }) =>
    rows.map(({ identifier, name }) => `${label}: ${identifier ?? ''} ${name}`),
  );
}

const setup = forEachTest(createSetup);

async function showLinked(page: Page): Promise<void> {
  await setup.whileTimePasses(page.send({ type: 'showLinked' }));
  await flushPromises();
}

function linkedRequests(): [relations: number, links: number] {
  return [setup.proxy.matchingRequests(isRelationsRead).length, setup.proxy.matchingRequests(isLinksRead).length];
}

/** Adds two relations and a link in another window. */
async function addLinked(): Promise<void> {
  const otherStore = setup.otherStore();
  await otherStore.relations.add(WEB_1, 'relates_to', [webItem(3)]);
  await otherStore.relations.add(WEB_1, 'blocking', [webItem(2)]);
  await otherStore.links.add(WEB_1, { url: PULL_REQUEST, title: 'Keys' });
}

describe('The relations and links of a page', () => {
  it('are requested once each when the page needs them, and not again when the user returns to the tab', async () => {
    using page = await openPage(setup);
    expect(linkedRequests()).toEqual([0, 0]);
    expect(discussionOf(page)).toMatchObject({ relations: { status: 'notLoaded' }, links: { status: 'notLoaded' } });
    await showLinked(page);
    expect(linkedRequests()).toEqual([1, 1]);
    expect(discussionOf(page)).toMatchObject({ relations: { status: 'ready' }, links: { status: 'ready' } });
    page.recreate();
    await page.send({ type: 'ready' });
    await showLinked(page);
    using reopenedPage = await openPage(setup);
    await showLinked(reopenedPage);
    expect(linkedRequests()).toEqual([1, 1]);
  });

  it('are requested again after five minutes, and when the user refreshes the page', async () => {
    const store = new Store(setup.client, setup.clock);
    using page = await openPage(setup, { store: () => store });
    await showLinked(page);
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    expect(linkedRequests()).toEqual([2, 2]);
    setup.clock.jumpBy(FRESH_FOR_MS);
    await showLinked(page);
    expect(linkedRequests()).toEqual([3, 3]);
  });

  it('are listed with the identifier, title and state of each related item, and the title and URL of each link, without a request for each row', async () => {
    await addLinked();
    await setup.store.resources.projects.list().read();
    await setup.store.list({ of: 'items', owner: WEB_1.project }).read();
    using page = await openPage(setup);
    const before = setup.proxy.requests.length;
    await showLinked(page);
    expect(setup.proxy.requests).toHaveLength(before + 2);
    const { relations, links } = discussionOf(page);
    expect(relations.groups.map(({ id, label }) => [id, label])).toEqual([
      ['blocking', 'Blocks'],
      ['relates_to', 'Relates to'],
    ]);
    const item = setup.store.item(webItem(2));
    const state = setup.store.state(WEB_1.project, item?.state ?? '');
    expect(relations.groups[0]?.rows).toEqual([
      {
        id: `blocking:${webItem(2).id}`,
        identifier: 'WEB-2',
        name: item?.name,
        state: { id: state?.id, label: state?.name, color: state?.color, icon: state?.group },
      },
    ]);
    expect(links.items[0]).toMatchObject({
      title: 'Keys',
      reference: '#12',
      address: 'github.com/acme/web/pull/12',
    });
  });

  it('show a placeholder for a related work item until its title is loaded for another reason', async () => {
    await addLinked();
    using page = await openPage(setup);
    for (const number of [2, 3]) setup.store.resources.workItems.records.forget([keyOf(webItem(number))]);
    await showLinked(page);
    const isItemRead = matchRequest('GET', `/${webItem(2).id}/`);
    expect(setup.proxy.matchingRequests(isItemRead)).toEqual([]);
    expect(relationTexts(page)).toEqual(['Blocks:  Unknown work item', 'Relates to:  Unknown work item']);
    await setup.store.resources.projects.list().read();
    await setup.store.resources.workItems.readOne(webItem(2).id, WEB_1.project);
    await flushPromises();
    expect(relationTexts(page)[0]).toBe(`Blocks: WEB-2 ${setup.store.item(webItem(2))?.name}`);
  });

  it('are shown after a command has changed them', async () => {
    using page = await openPage(setup);
    await showLinked(page);
    const before = discussionOf(page).links.items.length;
    await setup.store.relations.add(WEB_1, 'duplicate', [webItem(4)]);
    const link = await setup.store.links.add(WEB_1, { url: PULL_REQUEST });
    await flushPromises();
    expect(discussionOf(page).relations.groups.map(({ id }) => id)).toEqual(['duplicate']);
    expect(discussionOf(page).links.items).toHaveLength(before + 1);
    expect(discussionOf(page).links.items[0]).toMatchObject({ id: link.id });
    await setup.store.links.change(WEB_1, link.id, { title: 'New title' });
    await setup.store.relations.remove(WEB_1, webItem(4));
    await flushPromises();
    expect(discussionOf(page).relations.groups).toEqual([]);
    expect(discussionOf(page).links.items[0]).toMatchObject({ title: 'New title' });
    await setup.store.links.remove(WEB_1, link.id);
    await flushPromises();
    expect(discussionOf(page).links.items).toHaveLength(before);
  });

  it('are not sent again when the user types', async () => {
    await addLinked();
    using page = await openPage(setup);
    await showLinked(page);
    const before = page.postedMessages.length;
    const { relations, links } = discussionOf(page);
    await page.edit('name', 'A');
    await flushPromises();
    const slices = page.postedMessages
      .slice(before)
      .flatMap((message) => ('update' in message ? Object.keys(message.update.slices) : []));
    expect(slices).toContain('fields');
    expect(slices).not.toContain('relations');
    expect(slices).not.toContain('links');
    expect(discussionOf(page).relations).toBe(relations);
    expect(discussionOf(page).links).toBe(links);
  });

  it('show why they could not be loaded, and are requested again on Retry', async () => {
    await addLinked();
    setup.proxy.inject(isRelationsRead, answerWith(403, { error: 'No' }), 1);
    setup.proxy.inject(isLinksRead, answerWith(403, { error: 'No' }), 1);
    using page = await openPage(setup);
    await showLinked(page);
    const failedList = {
      status: 'failed',
      problem: { message: "You don't have permission to do this (No).", retry: true },
    };
    expect(discussionOf(page)).toMatchObject({ relations: failedList, links: failedList });
    await showLinked(page);
    expect(discussionOf(page).relations).toMatchObject({
      status: 'ready',
      groups: [{ id: 'blocking' }, { id: 'relates_to' }],
    });
    expect(discussionOf(page).relations.problem).toBeUndefined();
    expect(discussionOf(page).links.items[0]).toMatchObject({ title: 'Keys' });
  });

  it('remain shown when a later request fails, together with the reason', async () => {
    await addLinked();
    using page = await openPage(setup);
    await showLinked(page);
    setup.proxy.inject(isRelationsRead, answerWith(403, { error: 'No' }), 1);
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(discussionOf(page).relations).toMatchObject({
      status: 'ready',
      groups: [{ id: 'blocking' }, { id: 'relates_to' }],
      problem: { message: "You don't have permission to do this (No)." },
    });
    await showLinked(page);
    expect(discussionOf(page).relations.problem).toBeUndefined();
  });

  it('are shown from the cache of an earlier run while the server cannot be reached', async () => {
    await addLinked();
    await setup.store.resources.projects.list().read();
    await setup.store.list({ of: 'items', owner: WEB_1.project }).read();
    await setup.store.relations.list(WEB_1).read();
    await setup.store.links.list(WEB_1).read();
    const store = new Store(setup.client);
    restoreSnapshot(store, takeSnapshot(setup.store, setup.clock.now()));
    setup.proxy.inject(() => true, answerWith(503, 'Unavailable'));
    using page = await openPage(setup, { store: () => store });
    await showLinked(page);
    expect(relationTexts(page)[0]).toBe(`Blocks: WEB-2 ${store.item(webItem(2))?.name}`);
    expect(discussionOf(page).relations.problem).toBeUndefined();
    expect(discussionOf(page).links.items[0]).toMatchObject({ title: 'Keys' });
  });

  it('include the next page of links after the user has requested more links', async () => {
    const link = { title: '', url: PULL_REQUEST };
    const firstPage = {
      results: [{ ...link, id: 'l1' }],
      next_cursor: '1:1:0',
      next_page_results: true,
      total_count: 2,
    };
    const lastPage = {
      results: [{ ...link, id: 'l2' }],
      next_cursor: '1:2:0',
      next_page_results: false,
      total_count: 2,
    };
    setup.proxy.inject(isLinksRead, answerWith(200, firstPage), 1);
    using page = await openPage(setup);
    await showLinked(page);
    expect(discussionOf(page).links.more).toBe(true);
    setup.proxy.inject(isLinksRead, answerWith(200, lastPage), 1);
    await setup.whileTimePasses(page.send({ type: 'moreLinks' }));
    await flushPromises();
    expect(discussionOf(page).links).toMatchObject({ more: false, items: [{ id: 'l1' }, { id: 'l2' }] });
  });

  it('omit the relations if the server does not support relations', async () => {
    setup.proxy.inject(isRelationsRead, answerWith(402, { error: 'Payment required' }), 1);
    using page = await openPage(setup);
    await showLinked(page);
    expect(discussionOf(page).relations).toEqual({ status: 'ready', groups: [], isUnsupported: true });
  });

  it('have actions, and the host receives the action with the id of the link', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'act', action: 'removeLink', row: 'l1' });
    expect(page.actions).toEqual(['removeLink l1']);
  });
});

describe('The relations of a page on an open-source server', () => {
  it('show that the server cannot remove relations, before the user tries', async () => {
    await using communitySetup = await createSetup('community');
    await communitySetup.otherStore().relations.add(WEB_1, 'blocking', [webItem(2)]);
    using page = await openPage(communitySetup);
    await communitySetup.whileTimePasses(page.send({ type: 'showLinked' }));
    await flushPromises();
    expect(discussionOf(page).relations).toMatchObject({
      groups: [{ id: 'blocking' }],
      removalObstacle: "Relations can't be removed on this server. Remove them in Plane.",
    });
  });
});

describe('RelationsAndLinks', () => {
  it('returns the same view object until a displayed value changes, because each keystroke requests it', async () => {
    const store = new Store(setup.client);
    let changeCount = 0;
    const relationsAndLinks = new RelationsAndLinks({
      address: WEB_1,
      store: () => store,
      formatError: ({ kind }) => kind,
      changed: () => (changeCount += 1),
      clock: systemClock,
    });
    relationsAndLinks.subscribe(store);
    await store.resources.projects.list().read();
    await store.relations.add(WEB_1, 'blocking', [webItem(2)]);
    await relationsAndLinks.read(store);
    const [view, changesBefore] = [relationsAndLinks.view(), changeCount];
    await store.resources.workItems.readOne(webItem(3).id, WEB_1.project);
    expect(relationsAndLinks.view()).toBe(view);
    expect(changeCount).toBe(changesBefore);
    await store.resources.workItems.readOne(webItem(2).id, WEB_1.project);
    const viewWithTitle = relationsAndLinks.view();
    expect(viewWithTitle).not.toBe(view);
    expect(changeCount).toBeGreaterThan(changesBefore);
    await store.resources.states.readAll(WEB_1.project);
    expect(relationsAndLinks.view()).not.toBe(viewWithTitle);
  });
});

describe('linkRow', () => {
  it('shows the URL as title if the link has no title', () => {
    expect(linkRow({ id: 'l1', url: 'https://Docs.Example.com/boards/?tab=1', title: ' ' })).toEqual({
      id: 'l1',
      title: 'docs.example.com/boards',
      address: undefined,
      href: 'https://docs.example.com/boards/?tab=1',
      kind: 'page',
      reference: undefined,
    });
  });

  it('shows the number of a pull request unless the title contains the number', () => {
    const kind = 'pullRequest';
    expect(linkRow({ id: 'l1', url: PULL_REQUEST, title: 'Keys' })).toMatchObject({ kind, reference: '#12' });
    expect(linkRow({ id: 'l1', url: PULL_REQUEST, title: 'Pull request #12' })).toMatchObject({
      kind,
      reference: undefined,
    });
  });

  it('shows the short hash of a commit', () => {
    const url = 'https://github.com/acme/web/commit/0123456789abcdef0123456789abcdef01234567';
    expect(linkRow({ id: 'l1', url, title: 'Fix' })).toMatchObject({ kind: 'commit', reference: '0123456' });
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'mailto:a@example.com', 'no address'])(
    'returns no href for %s',
    (url) => {
      expect(linkRow({ id: 'l1', url, title: 'Title' })).toMatchObject({ href: undefined, address: url });
    },
  );

  it('omits the credentials in a URL, because they could look like a host', () => {
    expect(linkRow({ id: 'l1', url: 'https://github.com:443@evil.example/x', title: 'A' })).toMatchObject({
      address: 'evil.example/x',
    });
  });
});
