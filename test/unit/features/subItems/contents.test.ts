// Tests the lists on the pages of records that contain others: the work items of a cycle, the epics of an initiative…
import { describe, expect, it } from 'vitest';
import type { RecordAddress } from '../../../../src/core/cache/address.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB = sample.project('WEB');
const INITIATIVE: RecordAddress = {
  kind: 'initiative',
  within: '',
  id: uuidFromName('initiative', 'Know where every parcel is'),
};

const setup = forEachTest(createSetup);

async function openContents(address: RecordAddress) {
  const page = await openPage(setup, { target: targetOf(address) });
  await expect.poll(() => page.model.contents?.every(({ status }) => status === 'ready')).toBe(true);
  return page;
}

/** Resolves with the address of the current cycle. */
async function cycleAddress(): Promise<RecordAddress> {
  const { cycles } = setup.store.resources;
  const list = cycles.list(WEB);
  await list.read();
  const now = new Date().toISOString();
  const current = list.state.ids.find((id) => {
    const { start_date: start, end_date: end } = cycles.get(id, WEB) ?? {};
    return start != null && end != null && start <= now && now <= end;
  });
  return { kind: 'cycle', within: WEB, id: current ?? '' };
}

describe('The page of a record', () => {
  it('lists the work items of a cycle with their states and how many are completed, and opens one', async () => {
    await setup.store.resources.projects.list().read();
    await setup.store.resources.states.readAll(WEB);
    const page = await openContents(await cycleAddress());
    const [items] = page.model.contents ?? [];
    expect(items).toMatchObject({ title: 'Work items' });
    expect(items?.rows.length).toBeGreaterThan(0);
    const [row] = items?.rows ?? [];
    expect(row?.identifier).toMatch(/^WEB-\d+$/);
    expect(items?.completed).toBe(items?.rows.filter(({ state }) => state?.icon === 'completed').length);
    await page.send({ type: 'openContent', key: row?.key ?? '' });
    expect(page.openedRecords).toEqual([expect.objectContaining({ kind: 'workItem', within: WEB })]);
  });

  it('ignores the key of a record that it does not show', async () => {
    const page = await openContents(await cycleAddress());
    await page.send({ type: 'openContent', key: `${WEB}/other` });
    expect(page.openedRecords).toEqual([]);
  });

  it('lists the epics and projects of an initiative', async () => {
    const page = await openContents(INITIATIVE);
    expect(page.model.contents?.map(({ title }) => title)).toEqual(['Epics', 'Projects']);
    expect(page.model.contents?.flatMap(({ rows }) => rows.map(({ name }) => name))).not.toEqual([]);
  });

  it('shows a work item that the cycle gets later', async () => {
    const address = await cycleAddress();
    const page = await openContents(address);
    const before = page.model.contents?.[0]?.rows.length ?? 0;
    const ids = new Set(page.model.contents?.[0]?.rows.map(({ key }) => key));
    const list = setup.store.list({ of: 'items', owner: WEB });
    await list.read();
    const added = list.state.ids.find((id) => !ids.has(`${WEB}/${id}`)) ?? '';
    await setup.store.associations.cycleItems.add(`${WEB}/${address.id}`, [added]);
    await expect.poll(() => page.model.contents?.[0]?.rows.length).toBe(before + 1);
  });

  it('shows why a list could not be read, and reads it again', async () => {
    setup.proxy.inject(matchRequest('GET', '/epics/'), answerWith(400, { detail: 'Not now' }), 1);
    const page = await openPage(setup, { target: targetOf(INITIATIVE) });
    await expect.poll(() => page.model.contents?.[0]?.problem?.message).toContain('Not now');
    await page.send({ type: 'reload' });
    await expect.poll(() => page.model.contents?.[0]?.status).toBe('ready');
  });
});
