// Tests the dates of cycles and work items in the dialect of open-source servers, and that the client sends both dates.
import { expect, it } from 'vitest';
import { cycleDays } from '../../../src/contract/cycleDays.ts';
import { targetOf } from '../../../src/items/record/existingRecordTarget.ts';
import { forAllTests } from '../../support/fixture.ts';
import { createSetup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const setup = forAllTests(() => createSetup('community'));

it.each([
  ['Asia/Tokyo', '2027-11-10T15:00:01Z', '2027-11-28T14:59:00Z', '2027-11-29T14:59:00Z'],
  ['America/Sao_Paulo', '2027-11-11T03:00:01Z', '2027-11-29T02:59:00Z', '2027-11-30T02:59:00Z'],
  ['UTC', '2027-11-11T00:00:01Z', '2027-11-28T23:59:00Z', '2027-11-29T23:59:00Z'],
])(
  'a page in a project in %s keeps the days of a cycle when one of them changes',
  async (timezone, start, end, next) => {
    const { store, client } = setup;
    const project_id = sample.project('WEB');
    await client.call.updateProject({ project_id, body: { timezone } });
    const project = await store.resources.projects.readOne(project_id);
    const dates = { start_date: '2027-11-11', end_date: '2027-11-28' };
    const cycle = await store.resources.cycles.create({ name: timezone, ...dates }, project_id);
    expect(cycle).toMatchObject({ start_date: start, end_date: end });
    expect(cycleDays(cycle, project)).toEqual({ start: '2027-11-11', end: '2027-11-28' });
    const target = targetOf({ kind: 'cycle', within: project_id, id: cycle.id });
    expect(target.confirmed(store, undefined)).toMatchObject(dates);
    const slot = { draft: () => undefined, change: () => {}, flush: async () => {}, newId: () => '', now: () => 0 };
    await target.send(store, { end_date: '2027-11-29' }, slot, {});
    const changed = await store.resources.cycles.readOne(cycle.id, project_id);
    expect(changed).toMatchObject({ start_date: start, end_date: next });
  },
);

it('the server compares the dates of a work item only if a request contains both', async () => {
  const { call } = setup.client;
  const path = { project_id: sample.project('WEB'), work_item_id: sample.workItem('WEB', 8) };
  await call.updateWorkItem({ ...path, body: { target_date: '2026-12-01' } });
  const stored = await call.updateWorkItem({ ...path, body: { start_date: '2026-12-24' } });
  expect(stored).toMatchObject({ start_date: '2026-12-24', target_date: '2026-12-01' });
  await expect(
    call.updateWorkItem({ ...path, body: { start_date: '2026-12-24', target_date: '2026-12-01' } }),
  ).rejects.toMatchObject({
    fault: { kind: 'rejected', fields: { target_date: 'The due date is before the start date.' } },
  });
});
