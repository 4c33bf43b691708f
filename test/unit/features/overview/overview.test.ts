// Tests the host side of an overview page against the server of the local workspace.
import { describe, expect, it } from 'vitest';
import type { RecordAddress } from '../../../../src/core/cache/address.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { Overview } from '../../../../src/features/overview/overview.ts';
import { formatError } from '../../../../src/shell/faults/formatError.ts';
import type { BarFilter, MessageFromOverview, OverviewModel } from '../../../../src/shell/protocol/overview.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, type Setup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const NOTES_PROJECT: RecordAddress = { kind: 'project', within: '', id: sample.project('NOTES') };

/** An overview page that records the models of the host. */
class OverviewPage {
  readonly received: OverviewModel[] = [];
  readonly recordNames: string[] = [];
  readonly shownFilters: BarFilter[] = [];
  switchCount = 0;
  readonly overview: Overview;

  constructor({ clock }: Pick<Setup, 'clock'>, address: RecordAddress) {
    this.overview = new Overview({
      address,
      clock,
      formatError,
      post: ({ model }) => this.received.push(structuredClone(model)),
      signIn: () => undefined,
      showItems: async (filter) => void this.shownFilters.push(filter),
      account: 'a1',
      otherAccount: () => ({ name: 'acme at plane.example.com', isSignedOut: false }),
      switchAccount: () => void (this.switchCount += 1),
      onNameChange: (name) => this.recordNames.push(name),
    });
  }

  async send(type: Exclude<MessageFromOverview['type'], 'showItems'>): Promise<void> {
    await this.overview.handleMessage({ type });
    await flushPromises();
  }

  get model(): OverviewModel {
    const lastModel = this.received.at(-1);
    if (lastModel === undefined) throw new Error('Nothing was shown yet.');
    return lastModel;
  }
}

const setup = forEachTest(createSetup);

async function openOverviewPage(address: RecordAddress): Promise<OverviewPage> {
  const page = new OverviewPage(setup, address);
  await page.send('ready');
  await setup.whileTimePasses(page.overview.setStore(setup.store));
  await flushPromises();
  return page;
}

function totalCount({ charts }: OverviewModel): number {
  return Object.values(charts.totals).reduce((sum, count) => sum + count, 0);
}

describe('The overview in a hidden tab', () => {
  it('is read when the tab is shown after the window has switched to its account', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    await page.overview.setStore(undefined, { isVisible: false });
    const requestCount = setup.proxy.requests.length;
    await page.overview.setStore(new Store(setup.client), { isVisible: false });
    await flushPromises();
    expect(setup.proxy.requests).toHaveLength(requestCount);
    await setup.whileTimePasses(page.send('ready'));
    expect(page.model).toMatchObject({ status: 'ready', name: 'Field Notes', read: 100 });
    expect(setup.proxy.requests.length).toBeGreaterThan(requestCount);
  });
});

describe('The overview of a project', () => {
  it('shows charts of the first page of work items, the total, and how many requests would load all work items', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    expect(page.model).toMatchObject({
      status: 'ready',
      name: 'Field Notes',
      read: 100,
      total: 130,
      rest: { requests: 1, isMinimum: false },
    });
    expect(totalCount(page.model)).toBe(100);
    expect(page.recordNames).toEqual(['Field Notes']);
  });

  it('shows the work items of a bar that the user clicks', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    const filter = page.model.charts.states[0]?.filter;
    expect(filter).toMatchObject({ field: 'state' });
    if (filter !== undefined) await page.overview.handleMessage({ type: 'showItems', ...filter });
    expect(page.shownFilters).toEqual([filter]);
  });

  it('sends no request when its work items are loaded', async () => {
    await setup.whileTimePasses(
      Promise.all([
        setup.store.resources.projects.list().read(),
        setup.store.list({ of: 'items', owner: NOTES_PROJECT.id }).read(),
      ]),
    );
    const requestCountBefore = setup.proxy.requests.length;
    await openOverviewPage(NOTES_PROJECT);
    expect(setup.proxy.requests.length).toBe(requestCountBefore);
  });

  it('loads the changes with one request when the user refreshes the page', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    await setup.whileTimePasses(
      setup.client.call.createWorkItem({ project_id: NOTES_PROJECT.id, body: { name: 'New' } }),
    );
    const requestCountBefore = setup.proxy.requests.length;
    await setup.whileTimePasses(page.overview.refresh());
    await flushPromises();
    expect(page.model.total).toBe(131);
    expect(setup.proxy.requests.length - requestCountBefore).toBe(1);
  });

  it('keeps the loaded data when a refresh fails', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    setup.proxy.inject(matchRequest('GET', '/work-items/'), answerWith(403, { detail: 'No' }));
    await expect(setup.whileTimePasses(page.overview.refresh())).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(page.model).toMatchObject({ status: 'ready', read: 100 });
  });

  it('shows the progress while it loads all work items, and then the charts of all work items', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    await setup.whileTimePasses(page.send('readRest'));
    expect(page.received.flatMap(({ reading }) => reading ?? [])).toContainEqual({ done: 0, of: 1 });
    expect(page.model).toMatchObject({ read: 130, total: 130 });
    expect(page.model.rest).toBeUndefined();
    expect(page.model.reading).toBeUndefined();
    expect(totalCount(page.model)).toBe(130);
  });

  it('stops loading when the user cancels, and can load the remaining work items later', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    const delayedResponse = deferred<void>();
    setup.proxy.inject(() => true, { kind: 'delayed', until: delayedResponse.promise }, 1);
    const reading = page.send('readRest');
    await page.send('cancel');
    expect(page.model.reading).toBeUndefined();
    delayedResponse.resolve();
    await setup.whileTimePasses(reading);
    expect(page.model.status).toBe('ready');
    await setup.whileTimePasses(page.send('readRest'));
    expect(page.model.read).toBe(130);
  });

  it('keeps the loaded work items and shows the reason when the remaining work items cannot be loaded', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    setup.proxy.inject(() => true, answerWith(500, {}));
    await setup.whileTimePasses(page.send('readRest'));
    expect(page.model).toMatchObject({ status: 'ready', read: 100, problem: { retry: true }, rest: { requests: 1 } });
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send('retry'));
    expect(page.model).toMatchObject({ read: 130 });
    expect(page.model.problem).toBeUndefined();
  });

  it('shows the reason when no work items can be loaded', async () => {
    setup.proxy.inject(() => true, answerWith(403, { detail: 'Not you' }));
    const page = await openOverviewPage(NOTES_PROJECT);
    expect(page.model).toMatchObject({
      status: 'failed',
      problem: { message: "You don't have permission to do this (Not you).", retry: false },
    });
  });

  it('offers to sign in when the server rejects the key', async () => {
    setup.proxy.inject(() => true, answerWith(403, { detail: 'Given API token is not valid' }));
    const page = await openOverviewPage(NOTES_PROJECT);
    expect(page.model).toMatchObject({
      status: 'failed',
      problem: { message: expect.stringMatching(/^Authentication failed\./), signIn: true },
    });
  });

  it('is updated when a work item changes', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    const [id] = setup.store.list({ of: 'items', owner: NOTES_PROJECT.id }).state.ids;
    const urgentCount = (): number => {
      const counts = page.model.charts.priorities.find(({ label }) => label === 'Urgent')?.counts;
      return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
    };
    const urgentCountBefore = urgentCount();
    const updatePromise = setup.store.resources.workItems.update(id ?? '', { priority: 'urgent' }, NOTES_PROJECT.id);
    await flushPromises();
    expect(urgentCount()).toBe(urgentCountBefore + 1);
    await setup.whileTimePasses(updatePromise);
  });

  it('shows its account while the window uses another account, and switches to its account on request', async () => {
    const page = await openOverviewPage(NOTES_PROJECT);
    await page.overview.setStore(undefined);
    await flushPromises();
    expect(page.model).toMatchObject({
      account: 'a1',
      status: 'otherAccount',
      problem: {
        message: 'Switch to acme at plane.example.com to show this page.',
        account: { title: 'This page belongs to another account', button: 'Switch Account' },
      },
    });
    await page.send('switchAccount');
    expect(page.switchCount).toBe(1);
    await setup.whileTimePasses(page.overview.setStore(setup.store));
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'ready' });
    expect(page.model.problem).toBeUndefined();
  });
});

describe('The overview of a cycle', () => {
  it('has a burn-down chart between its dates', async () => {
    const project_id = sample.project('WEB');
    const { call } = setup.client;
    const cycle = await setup.whileTimePasses(
      call.createCycle({
        project_id,
        body: { project_id, name: 'One', start_date: '2026-11-16', end_date: '2026-11-29' },
      }),
    );
    const issues = [1, 2, 3].map((number) => sample.workItem('WEB', number));
    await setup.whileTimePasses(call.addCycleItems({ project_id, cycle_id: cycle.id, body: { issues } }));
    const page = await openOverviewPage({ kind: 'cycle', within: project_id, id: cycle.id });
    expect(page.model).toMatchObject({ status: 'ready', name: 'One', read: 3, total: 3 });
    expect(page.model.about).toMatch(/Nov 16\s–\s29$/);
    expect(page.model.charts.burnDown).toHaveLength(14);
  });
});

describe('The overview of an initiative', () => {
  it('contains its epics, and the work items of its projects when the user loads all work items', async () => {
    const { initiatives } = setup.store.resources;
    await setup.whileTimePasses(initiatives.list().read());
    const id = initiatives
      .list()
      .state.ids.find((initiativeId) => initiatives.get(initiativeId)?.name === 'A quarterly that arrives on time');
    const page = await openOverviewPage({ kind: 'initiative', within: '', id: id ?? '' });
    expect(page.model).toMatchObject({ status: 'ready', kind: 'initiative', rest: { isMinimum: true } });
    expect(page.model.about).toMatch(/^[A-Z][a-z]+ · \d epics? · \d projects?$/);
    expect(page.model.total).toBeUndefined();
    const readCountBefore = page.model.read;
    await setup.whileTimePasses(page.send('readRest'));
    expect(page.model.read).toBeGreaterThan(readCountBefore);
    expect(page.model.read).toBe(page.model.total);
    expect(page.model.charts.states.map(({ label }) => label)).not.toContain('Unknown state');
  });
});
