// Tests drag and drop in the trees, and the error when a new work item could not be added to its cycle.
import { beforeEach, describe, expect, it } from 'vitest';
import { addDragData, type DragData, handleDrop } from '../../../../src/features/quickEdit/drops.ts';
import { reportFailedAdd } from '../../../../src/features/quickEdit/reportFailedAdd.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { RECORDS_MIME } from '../../../../src/shell/ids.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from './setup.ts';

const setup = forEachTest(() => openWithLoadedItems('spec'));

/** Opens a session with loaded projects and work items. */
async function openWithLoadedItems(dialect: Dialect): Promise<QuickEditSetup> {
  const openedSetup = await QuickEditSetup.open(dialect);
  await openedSetup.session.store.resources.projects.list().read();
  await openedSetup.session.store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  return openedSetup;
}

const row = (number: number) => ({ kind: 'workItem', ...webItem(number) });

/** Returns the data that a drag of these rows contains, by MIME type. */
function dragOf(...nodes: readonly object[]): Map<string, string> {
  const data = new Map<string, string>();
  addDragData(setup.session, nodes, (mimeType, text) => data.set(mimeType, text));
  return data;
}

function transferOf(data: Iterable<readonly [string, string]>): DragData {
  return [...data].map(([mimeType, text]) => [mimeType, { asString: () => Promise.resolve(text) }] as const);
}

/** Drops these rows on the node. */
function drop(node: object, ...nodes: readonly object[]): Promise<void> {
  return handleDrop(setup, setup.session, node, transferOf(dragOf(...nodes)));
}

describe('A drag', () => {
  it('contains the dragged records, and as plain text the identifiers of loaded work items', async () => {
    const data = dragOf(row(28), { kind: 'group', project: WEB_PROJECT_ID }, row(27));
    expect([...data.keys()]).toEqual([RECORDS_MIME, 'text/plain']);
    expect(JSON.parse(data.get(RECORDS_MIME) ?? '')).toEqual([row(28), row(27)]);
    expect(data.get('text/plain')).toBe('WEB-28 WEB-27');
  });

  it('contains nothing if no row can be dragged, or the user is signed out', () => {
    expect(dragOf({ kind: 'project', id: WEB_PROJECT_ID }).size).toBe(0);
    const data = new Map<string, string>();
    addDragData(undefined, [row(28)], (mimeType, text) => data.set(mimeType, text));
    expect(data.size).toBe(0);
  });
});

describe('A drop of a work item', () => {
  it('on another work item sets the parent, and on the project removes the parent', async () => {
    await drop(row(26), row(28));
    expect(await setup.valuesOnServer('parent', 28)).toEqual([webItem(26).id]);
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → parent WEB-26 · Undo']);
    expect(setup.followedRows).toEqual([[row(26), webItem(28)]]);
    await drop({ kind: 'project', project: WEB_PROJECT_ID }, row(28));
    expect(await setup.valuesOnServer('parent', 28)).toEqual([null]);
    expect(setup.prompts.statusMessages.at(-1)).toBe('WEB-28 → no parent · Undo');
  });

  it('on an epic of its project sets the parent, and is rejected on an epic of another project', async () => {
    const { store } = setup.session;
    const project = sample.project('API');
    const id = uuidFromName('epic', 'Webhooks that lose nothing');
    await store.resources.epics.readOne(id, project);
    const [itemId] = (await store.resources.workItems.readPage({ order_by: '-created_at' }, project)).map(
      (one) => one.id,
    );
    if (itemId === undefined) throw new Error('no work item');
    await drop({ kind: 'epic', within: project, id }, { kind: 'workItem', project, id: itemId });
    expect(store.item({ project, id: itemId })?.parent).toBe(id);
    expect((await store.resources.workItems.readOne(itemId, project)).parent).toBe(id);
    expect(setup.prompts.statusMessages.at(-1)).toMatch(/^API-\d+ → parent Webhooks that lose nothing · Undo$/);
    await drop({ kind: 'epic', within: project, id }, row(28));
    await setup.prompts.message("WEB-28 is in Atlas Web and can't be moved to Courier API.");
  });

  it('on its project removes the parent of a work item that is not loaded', async () => {
    const data = transferOf([[RECORDS_MIME, JSON.stringify([row(2)])]]);
    await using setupWithoutLoadedItems = await QuickEditSetup.open();
    await handleDrop(
      setupWithoutLoadedItems,
      setupWithoutLoadedItems.session,
      { kind: 'project', project: WEB_PROJECT_ID },
      data,
    );
    expect(await setupWithoutLoadedItems.valuesOnServer('parent', 2)).toEqual([null]);
  });

  it('on its own sub-item or on another project changes nothing, and a warning explains why', async () => {
    await drop(row(2), row(1));
    const message = "WEB-2 is a sub-item of WEB-1, so it can't become the parent of WEB-1.";
    expect(await setup.prompts.message(message)).toMatchObject({ kind: 'warning' });
    await drop({ kind: 'project', project: sample.project('API') }, row(28));
    await setup.prompts.message("WEB-28 is in Atlas Web and can't be moved to Courier API.");
    expect(setup.proxy.matchingRequests((method) => method !== 'GET')).toEqual([]);
  });

  it.each(['spec', 'community'] as const)(
    'on a state, a module or a cycle changes that field on a server with the dialect %s',
    async (dialect) => {
      await using dialectSetup = await openWithLoadedItems(dialect);
      const dropOn = (node: object): Promise<void> =>
        handleDrop(dialectSetup, dialectSetup.session, node, transferOf(dragOf(row(28))));
      const [state, module] = [sample.state('WEB', 'In Review'), sample.module('WEB', 'Offline')];
      const cycle = sample.cycle('WEB', 'Board by keyboard');
      await dropOn({ kind: 'group', project: WEB_PROJECT_ID, by: 'state', value: state });
      expect(await dialectSetup.valuesOnServer('state', 28)).toEqual([state]);
      await dropOn({ kind: 'group', project: WEB_PROJECT_ID, by: 'module', value: module });
      expect(await dialectSetup.idsIn(`projects/${WEB_PROJECT_ID}/modules/${module}/module-issues/`)).toContain(
        webItem(28).id,
      );
      await dropOn({ kind: 'cycle', within: WEB_PROJECT_ID, id: cycle });
      expect(await dialectSetup.idsIn(`projects/${WEB_PROJECT_ID}/cycles/${cycle}/cycle-issues/`)).toContain(
        webItem(28).id,
      );
      expect(dialectSetup.prompts.statusMessages).toHaveLength(3);
      expect(dialectSetup.prompts.pending).toEqual([]);
    },
  );

  it('and another work item on a group shows a preview of the changes', async () => {
    const dropPromise = drop(
      { kind: 'group', project: WEB_PROJECT_ID, by: 'priority', value: 'low' },
      row(28),
      row(27),
    );
    (await setup.list('Change Priority: Preview of 2 Work Items')).enter();
    await dropPromise;
    expect(await setup.valuesOnServer('priority', 28, 27)).toEqual(['low', 'low']);
  });

  it.each([
    ['due date', 'due', "A drop can't set the due date, because the group contains several dates."],
    ['creator', 'creator', "The creator of a work item can't be changed."],
  ])('on a row of the grouping by %s changes nothing, and the status bar says why', async (_, by, message) => {
    await drop({ kind: 'group', project: WEB_PROJECT_ID, by, value: 'week' }, row(28));
    expect(setup.prompts.statusMessages).toEqual([expect.stringContaining(message)]);
    expect(setup.proxy.matchingRequests((method) => method !== 'GET')).toEqual([]);
  });

  it('on an initiative changes nothing, because an initiative contains epics', async () => {
    await drop({ kind: 'initiative', id: uuidFromName('initiative', 'Sign in without a password') }, row(28));
    await setup.prompts.message('An initiative contains epics, and WEB-28 is a work item. Drop its epic instead.');
    expect(setup.proxy.matchingRequests((method) => method !== 'GET')).toEqual([]);
  });

  it('ignores an empty item with the same MIME type that the browser has added before the data of the tree', async () => {
    const data = [[RECORDS_MIME, ''], ...dragOf(row(28))] as const;
    await handleDrop(setup, setup.session, row(26), transferOf(data));
    expect(await setup.valuesOnServer('parent', 28)).toEqual([webItem(26).id]);
  });

  it.each([
    ['text of another program', row(26), [['text/plain', 'WEB-28']]],
    ['data that is not JSON', row(26), [[RECORDS_MIME, 'not JSON']]],
    ['a work item but no target row', undefined, [[RECORDS_MIME, JSON.stringify([row(28)])]]],
  ] as const)('is ignored if the drop has %s', async (_, node, data) => {
    const requestCount = setup.proxy.requests.length;
    await handleDrop(setup, setup.session, node, transferOf(data));
    expect(setup.proxy.requests).toHaveLength(requestCount);
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('A drop of an epic on an initiative', () => {
  const initiative = uuidFromName('initiative', 'Sign in without a password');
  const epic = { kind: 'epic', project: sample.project('API'), id: uuidFromName('epic', 'Webhooks that lose nothing') };

  it('adds the epic, and the status bar shows both names if the records are loaded', async () => {
    const { resources } = setup.session.store;
    await resources.initiatives.list().read();
    await resources.epics.readOne(epic.id, epic.project);
    await drop({ kind: 'initiative', id: initiative }, epic);
    expect(setup.prompts.statusMessages).toEqual(['Added to Sign in without a password: Webhooks that lose nothing']);
    expect(await setup.idsIn(`initiatives/${initiative}/epics/`)).toContain(epic.id);
  });

  it('is undone from the status bar if the list of the initiative shows that the epic was not in it before', async () => {
    const { associations } = setup.session.store;
    await associations.initiativeEpics.list(initiative).read();
    const other = uuidFromName('epic', 'Every scan on the map within a minute');
    await drop({ kind: 'initiative', id: initiative }, { ...epic, id: other });
    expect(setup.prompts.statusMessages).toEqual([
      'Added to the initiative: Every scan on the map within a minute · Undo',
    ]);
    await setup.quickEdits.undo(setup.session);
    expect(setup.prompts.statusMessages.at(-1)).toBe(
      'Removed from the initiative: Every scan on the map within a minute',
    );
    expect(await setup.idsIn(`initiatives/${initiative}/epics/`)).not.toContain(other);
  });

  it('adds a work item with the type Epic, because some servers store epics as work items', async () => {
    const epicType = { id: sample.type('WEB', 'Bug'), name: 'Epic', is_epic: true };
    setup.proxy.inject(matchRequest('GET', '/work-item-types/'), answerWith(200, { results: [epicType] }));
    setup.proxy.inject(matchRequest('POST', '/epics/'), answerWith(200, []));
    await drop({ kind: 'initiative', id: initiative }, row(23));
    expect(setup.prompts.statusMessages).toEqual(['Added to the initiative: WEB-23']);
    const [request] = setup.proxy.matchingRequests(matchRequest('POST', '/epics/'));
    expect(JSON.parse(request?.body ?? '')).toEqual({ epic_ids: [webItem(23).id] });
  });

  it('shows the number of epics in the status bar if the user drops several epics', async () => {
    const otherEpic = { ...epic, id: uuidFromName('epic', 'Every scan on the map within a minute') };
    await drop({ kind: 'initiative', id: initiative }, epic, otherEpic);
    expect(setup.prompts.statusMessages).toEqual(['Added to the initiative: 2 epics']);
  });
});

describe('A new work item that could not be added to its cycle', () => {
  const cycle = sample.cycle('WEB', 'Offline first steps');
  const path = `projects/${WEB_PROJECT_ID}/cycles/${cycle}/cycle-issues/`;
  const failedAdd = {
    address: webItem(28),
    field: 'cycle',
    value: cycle,
    fault: { kind: 'timeout', afterMs: 1000 },
  } as const;
  beforeEach(() => setup.session.store.resources.cycles.list(WEB_PROJECT_ID).read());

  it('is added if the user selects Retry in the error', async () => {
    const offerPromise = reportFailedAdd(setup.prompts, setup.quickEdits, setup.session, failedAdd);
    const error = await setup.prompts.message('WEB-28 was created, but not added to the cycle “Offline first steps”.');
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry'] });
    error.select('Retry');
    await offerPromise;
    expect(await setup.idsIn(path)).toContain(webItem(28).id);
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → cycle Offline first steps · Undo']);
  });

  it('is not added if the user closes the error, and another error is shown if the retry fails', async () => {
    const closedOffer = reportFailedAdd(setup.prompts, setup.quickEdits, setup.session, failedAdd);
    (await setup.prompts.message('WEB-28 was created')).close();
    await closedOffer;
    setup.proxy.inject(matchRequest('POST', '/cycle-issues/'), answerWith(400, { detail: 'Not today.' }), 1);
    const retriedOffer = reportFailedAdd(setup.prompts, setup.quickEdits, setup.session, failedAdd);
    (await setup.prompts.message('WEB-28 was created')).select('Retry');
    await retriedOffer;
    expect(await setup.idsIn(path)).not.toContain(webItem(28).id);
    const error = await setup.prompts.message('WEB-28 was not changed.');
    expect(error.words).toContain('Not today');
  });
});
