// Tests how the user picks a record: its kind, the project or customer that contains it, and the record.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FolderBinding } from '../../../../src/core/session/folderBinding.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { pickKind, pickKindToCreate } from '../../../../src/shell/recordPicker/pickKind.ts';
import {
  pickProjectForNewRecord,
  pickRecord,
  projectForNewRecord,
} from '../../../../src/shell/recordPicker/pickRecord.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const CUSTOMER_COUNT = 115;
const isCustomersRead = matchRequest('GET', '/customers/');

let binding: FolderBinding;

const server = forAllTests(startTestServer);
beforeAll(async () => {
  const path = `projects/${sample.project('NOTES')}/archive/`;
  expect((await server.ask('POST', path)).ok).toBe(true);
  for (let number = 6; number <= CUSTOMER_COUNT; number += 1)
    expect((await server.ask('POST', 'customers/', { body: { name: `Customer ${number}` } })).status).toBe(201);
});
const window = forEachTest(() => signInTo(server));
beforeEach(async () => {
  binding = { workspace: undefined, project: undefined };
});

const deps = () => ({ prompts: window.prompts, folderBinding: () => binding });
const pick = (kind: Parameters<typeof pickRecord>[2], title = 'Edit') =>
  pickRecord(deps(), window.session, kind, title);

describe('The picker of record kinds', () => {
  it('lists the kinds of records that the server supports, and resolves with the selected kind', async () => {
    const picked = pickKind(window.prompts, window.session, 'edit');
    const list = await window.prompts.list('Edit');
    expect(list.placeholder).toBe('What kind?');
    expect(list.visible).toContain('Work Item');
    expect(list.visible).toContain('Customer Request');
    list.pick('Teamspace');
    expect(await picked).toBe('teamspace');
  });

  it('resolves with undefined if the user cancels', async () => {
    const picked = pickKind(window.prompts, window.session, 'delete');
    (await window.prompts.list('Delete')).escape();
    expect(await picked).toBeUndefined();
  });

  it('for a new record starts with the rows “Work Item” and “Sub-Item”', async () => {
    const picked = pickKindToCreate(window.prompts, window.session);
    const list = await window.prompts.list('What Do You Want to Create?');
    expect(list.visible.slice(0, 3)).toEqual(['Work Item', 'Sub-Item', 'Project']);
    list.pick('Sub-Item');
    expect(await picked).toBe('subItem');
    const canceledPick = pickKindToCreate(window.prompts, window.session);
    (await window.prompts.list('What Do You Want to Create?')).escape();
    expect(await canceledPick).toBeUndefined();
  });
});

describe('The record picker', () => {
  it('is busy until the records are loaded, and resolves with the picked record', async () => {
    window.proxy.inject(matchRequest('GET', '/teamspaces/'), { kind: 'hanging' }, 1);
    const picked = pick('teamspace');
    const list = await window.prompts.list('Edit');
    expect([list.isBusy, list.placeholder, list.visible]).toEqual([true, 'Loading…', []]);
    list.escape();
    expect(await picked).toBeUndefined();
    await window.proxy.waitForRequests(matchRequest('GET', '/teamspaces/'));
    window.proxy.removeFaults();

    const nextPick = pick('teamspace');
    const nextList = await window.prompts.list('Edit');
    await window.whileTimePasses(nextList.waitUntilIdle());
    expect(nextList.placeholder).toBe('Search teamspaces');
    expect([...nextList.visible].sort()).toEqual(['Depot', 'Reading room']);
    expect(nextList.options.matchedProperties).toEqual(['description', 'detail']);
    nextList.pick('Reading room');
    expect(await nextPick).toMatchObject({ kind: 'teamspace', within: '', id: expect.stringMatching(/./) });
    expect(nextList.isOpen).toBe(false);
  });

  it('loads the next page when the user selects “Load more”, which stays visible while the user types', async () => {
    const picked = pick('customer');
    const list = await window.prompts.list('Edit');
    await list.waitUntilIdle();
    expect(list.rows).toHaveLength(101);
    list.type('Lantern');
    expect(list.visible).toEqual([`Load more (100 of ${CUSTOMER_COUNT})`]);
    list.enter();
    await list.handled();
    expect(list.isBusy).toBe(true);
    await list.waitUntilIdle();
    expect(list.visible).toEqual(['Lantern Books | office@lanternbooks.example']);
    list.enter();
    expect(await picked).toMatchObject({ kind: 'customer', within: '' });
    expect(window.proxy.matchingRequests(isCustomersRead)).toHaveLength(2);
  });

  it('shows the reason if a page could not be loaded, in a row that loads the page when selected', async () => {
    const picked = pick('customer');
    const list = await window.prompts.list('Edit');
    await list.waitUntilIdle();
    window.proxy.inject(isCustomersRead, answerWith(403, { detail: 'Not this page' }), 1);
    list.pick('Load more');
    await list.waitUntilIdle();
    const failedRow = list.rows.at(-1);
    expect(failedRow).toMatchObject({ label: expect.stringContaining('Not this page'), icon: { id: 'warning' } });
    expect(failedRow?.detail).toBe(`Load more (100 of ${CUSTOMER_COUNT})`);
    list.pick('Not this page');
    await list.waitUntilIdle();
    expect(list.rows).toHaveLength(CUSTOMER_COUNT);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('states in the placeholder, not in a notification, if the server does not support the records', async () => {
    window.proxy.inject(matchRequest('GET', '/teamspaces/'), answerWith(402, { error: 'Upgrade' }));
    const picked = pick('teamspace');
    const list = await window.prompts.list('Edit');
    await list.waitUntilIdle();
    expect([list.placeholder, list.rows]).toEqual(['This server does not support teamspaces.', []]);
    list.escape();
    expect(await picked).toBeUndefined();
    expect(window.prompts.pending).toEqual([]);
  });

  it('resolves at once if the user cancels before the records are loaded', async () => {
    window.proxy.inject(matchRequest('GET', '/teamspaces/'), { kind: 'hanging' }, 1);
    const picked = pick('teamspace');
    (await window.prompts.list('Edit')).escape();
    // No time passes, so the request has neither succeeded nor failed.
    expect(await picked).toBeUndefined();
  });

  it('closes and rejects if the server denies access, and sends a new request when it is opened again', async () => {
    window.proxy.inject(matchRequest('GET', '/teamspaces/'), answerWith(403, { detail: 'Not yours' }), 1);
    const picked = pick('teamspace');
    const list = await window.prompts.list('Edit');
    await expect(picked).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(list.isOpen).toBe(false);
    const nextPick = pick('teamspace');
    const nextList = await window.prompts.list('Edit');
    await nextList.waitUntilIdle();
    nextList.pick('Depot');
    expect(await nextPick).toMatchObject({ kind: 'teamspace' });
  });

  it('asks first for the project if the record is a cycle, and for the customer if it is a customer request', async () => {
    const cycle = pick('cycle', 'Edit Cycle');
    const projects = await window.prompts.list('Edit Cycle: Project');
    await projects.waitUntilIdle();
    projects.pick('Atlas Web');
    const cycles = await window.prompts.list('Edit Cycle');
    await cycles.waitUntilIdle();
    cycles.pick('Board by keyboard');
    expect(await cycle).toEqual({
      kind: 'cycle',
      within: sample.project('WEB'),
      id: sample.cycle('WEB', 'Board by keyboard'),
    });

    const request = pick('customerRequest', 'Edit Request');
    (await window.prompts.list('Edit Request: Customer')).escape();
    expect(await request).toBeUndefined();
    expect(window.prompts.pending).toEqual([]);
  });

  it('has a Back button that returns to the projects, and from the projects to the previous step', async () => {
    let backButtonCount = 0;
    const picked = pickRecord(deps(), window.session, 'cycle', 'Edit Cycle', () => {
      backButtonCount += 1;
    });
    const projects = await window.prompts.list('Edit Cycle: Project');
    await projects.waitUntilIdle();
    projects.pick('Atlas Web');
    const cycles = await window.prompts.list('Edit Cycle');
    cycles.press(BACK_BUTTON.id);
    const reopenedList = await window.prompts.list('Edit Cycle: Project');
    expect(backButtonCount).toBe(0);
    reopenedList.press(BACK_BUTTON.id);
    expect(await picked).toBeUndefined();
    expect(backButtonCount).toBe(1);
  });

  it('has no Back button if it is the first step', async () => {
    const picked = pick('teamspace');
    const list = await window.prompts.list('Edit');
    expect(list.buttons).toEqual([]);
    list.escape();
    await picked;
  });

  it('shows a message in the placeholder if there are no records', async () => {
    const picked = pick('epic');
    const projects = await window.prompts.list('Edit: Project');
    await projects.waitUntilIdle();
    projects.pick('Atlas Web');
    const epics = await window.prompts.list('Edit');
    await epics.waitUntilIdle();
    expect([epics.placeholder, epics.rows]).toEqual(['No epics yet', []]);
    epics.enter();
    await flushPromises();
    expect(epics.isOpen).toBe(true);
    epics.escape();
    expect(await picked).toBeUndefined();
  });
});

describe('The project picker', () => {
  it('starts with the project from the folder’s settings', async () => {
    binding = { workspace: undefined, project: 'API' };
    const picked = pick('project');
    const list = await window.prompts.list('Edit');
    await list.waitUntilIdle();
    expect(list.visible[0]).toBe('Courier API | API · set for this folder');
    expect(list.visible).toContain('Field Notes | NOTES · archived');
    list.enter();
    expect(await picked).toEqual({ kind: 'project', within: '', id: sample.project('API') });
  });

  it('for a new work item excludes archived projects, and has a note if the folder’s project is archived', async () => {
    binding = { workspace: undefined, project: 'NOTES' };
    const picked = pickProjectForNewRecord(deps(), window.session, 'Create in');
    const list = await window.prompts.list('Create in');
    await list.waitUntilIdle();
    const note = 'Field Notes, the project of this folder, is archived';
    expect(list.placeholder).toBe(note);
    expect([...list.visible].sort()).toEqual(['Atlas Web | WEB', 'Courier API | API']);
    list.pick('Atlas Web');
    expect(await picked).toEqual({ kind: 'project', within: '', id: sample.project('WEB') });
  });

  it('is not shown for code in a folder whose project accepts new work items', async () => {
    await window.session.store.list({ of: 'projects', owner: '' }).read();
    binding = { workspace: undefined, project: 'API' };
    expect(await projectForNewRecord(deps(), window.session, 'Create in')).toMatchObject({ id: sample.project('API') });
    expect(window.prompts.pending).toEqual([]);
    binding = { workspace: undefined, project: 'NOTES' };
    const picked = projectForNewRecord(deps(), window.session, 'Create in');
    const list = await window.prompts.list('Create in');
    list.pick('Atlas Web');
    expect(await picked).toMatchObject({ id: sample.project('WEB') });
  });
});
