// Tests what a page shows while the server rejects the key, and after the user has signed in again.
import { describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage } from '../../../support/pageSetup.ts';

const REJECTED_KEY = answerWith(401, { detail: 'expired' });

const setup = forEachTest(createSetup);

const itemsRequestedSince = (count: number) =>
  setup.proxy.requests.slice(count).filter(({ path }) => /\/work-items\/[^/]+\/(?:\?|$)/.test(path));

describe('A record page', () => {
  it('offers to sign in when the server rejects the key, even if another feature has sent the request', async () => {
    using page = await openPage(setup);
    expect(page.model.problem).toBeUndefined();
    setup.proxy.inject(matchRequest('GET', '/projects/'), REJECTED_KEY);
    await setup.store.resources.projects.list().reload();
    await flushPromises();
    expect(page.model.problem).toMatchObject({
      signIn: true,
      message: expect.stringMatching(/^Authentication failed\. .* may be out of date\.$/),
    });
  });

  it('does not offer to sign in when the user has no permission', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(
      matchRequest('GET', '/'),
      answerWith(403, { detail: 'You do not have permission to perform this action.' }),
    );
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model.problem?.message).toMatch(/^The project was deleted, or you have not joined it/);
    expect(page.model.problem?.signIn).toBeUndefined();
  });

  it('that could not be loaded with a rejected key is loaded after the user has signed in', async () => {
    setup.proxy.inject(matchRequest('GET', '/'), REJECTED_KEY);
    let store = setup.store;
    using page = await openPage(setup, { store: () => store });
    expect(page.model).toMatchObject({ status: 'failed', problem: { signIn: true } });
    setup.proxy.removeFaults();
    store = setup.otherStore();
    page.recordPage.handleSessionChange({ isVisible: true });
    expect(await page.waitUntil(({ status }) => status === 'ready')).toMatchObject({ identifier: 'WEB-1' });
    await page.waitUntil(({ problem }) => problem === undefined);
  });

  it('removes the error messages after the user has signed in, and keeps the draft', async () => {
    let store = setup.store;
    using page = await openPage(setup, { store: () => store });
    await page.edit('name', 'Written before');
    setup.proxy.inject(matchRequest('GET', '/'), REJECTED_KEY);
    await page.send({ type: 'save' });
    await flushPromises();
    expect(page.model).toMatchObject({ notice: { level: 'error' }, problem: { signIn: true }, unsent: true });
    store = setup.otherStore();
    page.recordPage.handleSessionChange({ isVisible: true });
    const model = await page.waitUntil(
      ({ status, problem, notice }) => status === 'ready' && problem === undefined && notice === undefined,
    );
    expect(model.unsent).toBe(true);
    expect(page.field('name').value).toBe('Written before');
  });

  it('is reloaded when the server accepts the key again, even if the user does not sign in', async () => {
    setup.proxy.inject(matchRequest('GET', '/'), REJECTED_KEY);
    using page = await openPage(setup);
    setup.proxy.removeFaults();
    const requestCountBefore = setup.proxy.requests.length;
    await setup.store.resources.projects.list().reload();
    await page.waitUntil(({ status, problem }) => status === 'ready' && problem === undefined);
    expect(itemsRequestedSince(requestCountBefore)).toHaveLength(1);
  });

  it('sends no request twice when Retry finds that the server accepts the key again', async () => {
    await setup.store.resources.projects.list().read();
    setup.proxy.inject(matchRequest('GET', '/'), REJECTED_KEY);
    using page = await openPage(setup);
    setup.proxy.removeFaults();
    const requestCountBefore = setup.proxy.requests.length;
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'ready' });
    const paths = setup.proxy.requests.slice(requestCountBefore).map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('keeps a notice that is not about the key after the user has signed in', async () => {
    let store = new Store(setup.client);
    using page = await openPage(setup, { store: () => store });
    await page.edit('name', '');
    await page.send({ type: 'save' });
    const { notice } = page.model;
    expect(notice).toMatchObject({ level: 'error' });
    store = setup.otherStore();
    page.recordPage.handleSessionChange({ isVisible: true });
    await flushPromises();
    expect(page.model.notice).toEqual(notice);
  });
});
