// Tests how the work items of a project are estimated: as a pure function, and with a real server.
// The server runs once as the specification says, and once like an open-source server.
import { afterEach, expect, it } from 'vitest';
import { idOf } from '../../../../src/contract/schema/wire.ts';
import { type EstimateScale, type EstimateScaleInput, estimateScale } from '../../../../src/core/cache/estimates.ts';
import { restoreSnapshot, takeSnapshot } from '../../../../src/core/cache/store/snapshot.ts';
import { estimateProblem } from '../../../../src/features/quickEdit/messages.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { createSetup, openPage, type Setup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const ESTIMATE_POINT_ID = '11111111-2222-4333-8444-555555555555';
const ESTIMATE_SYSTEM_ID = '22222222-2222-4333-8444-555555555555';
const NOTES_1 = { project: sample.project('NOTES'), id: sample.workItem('NOTES', 1) };
const NOTES_POINTS = ['1', '2', '3', '5', '8', '13'];
const WEB_28 = { project: WEB_PROJECT_ID, id: sample.workItem('WEB', 28) };

let setup: Setup | undefined;
afterEach(async () => {
  await setup?.[Symbol.asyncDispose]();
  setup = undefined;
});

it.each<[EstimateScale, string, EstimateScaleInput]>([
  ['numbers', 'a work item has a value from 0 to 7', { values: ['3'], estimateSystem: null, isOpenSource: true }],
  [
    'points',
    'a work item has the id of an estimate point',
    { values: [null, ESTIMATE_POINT_ID, '3'], estimateSystem: null, isOpenSource: false },
  ],
  [
    'points',
    'the project has an estimate system',
    { values: [null], estimateSystem: ESTIMATE_SYSTEM_ID, isOpenSource: undefined },
  ],
  [
    'none',
    'an open-source server’s project has no estimate system',
    { values: [null], estimateSystem: null, isOpenSource: true },
  ],
  [
    'none',
    'an open-source server does not report an estimate system',
    { values: [], estimateSystem: undefined, isOpenSource: true },
  ],
  ['numbers', 'the server follows the specification', { values: [null], estimateSystem: null, isOpenSource: false }],
  [
    'numbers',
    'neither values, nor the estimate system, nor the edition are known',
    { values: [], estimateSystem: undefined, isOpenSource: undefined },
  ],
])('Estimates use the scale “%s” if %s', (scale, _why, input) => {
  expect(estimateScale(input)).toBe(scale);
});

it('The estimate field on a server that follows the specification offers 0 to 7, and is read-only if the value is an id', async () => {
  setup = await createSetup();
  await setup.store.resources.workItems.readOne(WEB_28.id, WEB_28.project);
  expect(estimateProblem(setup.store, [WEB_28, WEB_1])).toBeUndefined();
  await setup.client.call.updateWorkItem({
    project_id: WEB_PROJECT_ID,
    work_item_id: WEB_1.id,
    body: { estimate_point: ESTIMATE_POINT_ID },
  });
  using page = await openPage(setup);
  expect(page.field('estimate_point')).toMatchObject({
    value: ESTIMATE_POINT_ID,
    readOnly: true,
    choices: [{ id: ESTIMATE_POINT_ID, label: 'Unknown value' }],
  });
  expect(estimateProblem(setup.store, [WEB_28])).toBeUndefined();
  expect(estimateProblem(setup.store, [WEB_28, WEB_1])).toBe(
    "The estimate of WEB-1 can only be changed in Plane, because the server does not list the project's estimate points.",
  );
});

it('Neither an existing nor a new work item of a project without estimates has an estimate field', async () => {
  setup = await createSetup('community');
  using page = await openPage(setup, { address: WEB_28 });
  expect(page.model.fields.map(({ name }) => name)).not.toContain('estimate_point');
  expect(estimateProblem(setup.store, [WEB_28])).toBe('The project “Atlas Web” has no estimates.');
  using newItemPage = await openPage(setup, { target: newRecordTarget({ kind: 'workItem', within: WEB_PROJECT_ID }) });
  expect(newItemPage.model.fields.map(({ name }) => name)).toContain('priority');
  expect(newItemPage.model.fields.map(({ name }) => name)).not.toContain('estimate_point');
});

it('The estimate field is read-only on an open-source server if the project has an estimate system', async () => {
  setup = await createSetup('community');
  const { call } = setup.client;
  const project = await call.getProject({ project_id: WEB_PROJECT_ID });
  setup.proxy.inject(
    matchRequest('GET', `/projects/${WEB_PROJECT_ID}/`),
    answerWith(200, { ...project, estimate: ESTIMATE_SYSTEM_ID }),
  );
  await call.updateWorkItem({
    project_id: WEB_PROJECT_ID,
    work_item_id: WEB_28.id,
    body: { estimate_point: ESTIMATE_POINT_ID },
  });
  using page = await openPage(setup, { address: WEB_28 });
  expect(page.field('estimate_point')).toMatchObject({ readOnly: true, hint: 'Can only be changed in Plane.' });
  await page.edit('priority', 'high');
  expect(await setup.whileTimePasses(page.send({ type: 'save' }))).not.toHaveProperty('problem');
  expect(await call.getWorkItem({ project_id: WEB_PROJECT_ID, work_item_id: WEB_28.id })).toMatchObject({
    priority: 'high',
    estimate_point: ESTIMATE_POINT_ID,
  });
});

it('The estimate field offers the estimate points that the server lists, and sends the id of a point', async () => {
  setup = await createSetup();
  using page = await openPage(setup, { address: NOTES_1 });
  expect(page.field('estimate_point')).toMatchObject({ value: null, pending: 'notLoaded' });
  expect(pointRequests(setup)).toEqual([]);
  await page.send({ type: 'offer', field: 'estimate_point' });
  const { choices = [], readOnly } = page.field('estimate_point') ?? {};
  expect(choices.map(({ label }) => label)).toEqual(NOTES_POINTS);
  expect(readOnly).toBeUndefined();
  await page.edit('estimate_point', choices[3]?.id ?? '');
  expect(await setup.whileTimePasses(page.send({ type: 'save' }))).not.toHaveProperty('problem');
  const itemOnServer = await setup.client.call.getWorkItem({ project_id: NOTES_1.project, work_item_id: NOTES_1.id });
  expect(itemOnServer.estimate_point).toBe(choices[3]?.id);
  await setup.whileTimePasses(page.send({ type: 'showActivity' }));
  await flushPromises();
  expect(page.model.discussion?.activity.items[0]).toMatchObject({ changeText: 'set estimate to 5' });
  expect(pointRequests(setup)).toHaveLength(1);
});

it('The names of estimate points are requested once for all work items of a project', async () => {
  setup = await createSetup();
  const { call } = setup.client;
  const { estimate } = await call.getProject({ project_id: NOTES_1.project });
  const points = await call.listEstimatePoints({ project_id: NOTES_1.project, estimate_id: idOf(estimate ?? '') });
  const body = { estimate_point: points.results[2]?.id ?? '' };
  await call.updateWorkItem({ project_id: NOTES_1.project, work_item_id: NOTES_1.id, body });
  const requestCountBefore = pointRequests(setup).length;
  using page = await openPage(setup, { address: NOTES_1 });
  using _secondPage = await openPage(setup, { address: NOTES_1 });
  const field = page.field('estimate_point');
  expect(field?.choices?.find(({ id }) => id === field.value)?.label).toBe('3');
  expect(pointRequests(setup).length - requestCountBefore).toBe(1);
  const laterStore = setup.otherStore();
  restoreSnapshot(laterStore, takeSnapshot(setup.store, 1));
  expect(laterStore.estimateName(NOTES_1.project, body.estimate_point)).toBe('3');
});

it('The estimate points of a project are read even if the project itself is not loaded', async () => {
  setup = await createSetup();
  const records = await setup.store.estimatePoints.readAll(NOTES_1.project);
  expect(setup.store.project(NOTES_1.project)).toBeUndefined();
  expect(records.map(({ value }) => value)).toEqual(NOTES_POINTS);
  setup.store.expireProjectLists();
  expect(setup.store.estimatePoints.list(NOTES_1.project).isCurrent()).toBe(false);
});

/** The requests for estimate systems and points. */
function pointRequests({ proxy }: Setup): readonly unknown[] {
  return proxy.matchingRequests((_, path) => path.includes('/estimates/'));
}
