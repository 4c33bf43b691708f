// Tests how the user chooses the modules of a new work item on a server that allows several modules.
import { beforeEach, describe, expect, it } from 'vitest';
import { projectItemsCanHaveSeveralModules } from '../../../../src/core/cache/changes/editModules.ts';
import { chooseModulesOfNewItem } from '../../../../src/features/quickEdit/newItemModules.ts';
import { reportFailedAdd } from '../../../../src/features/quickEdit/reportFailedAdd.ts';
import { chooseModules, findStartedDraft, startNewRecord } from '../../../../src/items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from './setup.ts';

const LOCATION = { kind: 'workItem', within: WEB_PROJECT_ID } as const;
const { key } = newRecordTarget(LOCATION);
const moduleNamed = (name: string) => ({ id: sample.module('WEB', name), name });
const [OFFLINE, BOARD, SIGN_IN] = [moduleNamed('Offline'), moduleNamed('Board'), moduleNamed('Sign-in')];

const setup = forEachTest(() => QuickEditSetup.open('community'));
beforeEach(async () => {
  await startNewRecord(setup.session.draftStore, LOCATION, { module: BOARD.id }, {});
});

const newRecordInDraft = () => setup.session.draftStore.get(key)?.newRecord;

/** Opens the picker, and resolves when `answer` has closed it and the choice is stored. */
async function choose(
  answer: (list: Awaited<ReturnType<QuickEditSetup['list']>>) => Promise<void> | void,
): Promise<void> {
  const choicePromise = chooseModulesOfNewItem(setup, LOCATION);
  await answer(await setup.list('Change Modules: New Work Item'));
  await choicePromise;
}

describe('The module picker of a new work item', () => {
  it('shows the initial module as checked, and stores the checked modules without loading work items', async () => {
    await choose((list) => {
      expect(list.checkedLabels).toEqual(['Board']);
      list.check('Board', 'Offline');
      list.enter();
    });
    expect(newRecordInDraft()).toMatchObject({ modules: [BOARD, OFFLINE], areModulesChosen: true });
    expect(setup.proxy.matchingRequests(matchRequest('GET', '/module-issues/'))).toEqual([]);
    await choose((list) => {
      expect(list.checkedLabels.toSorted()).toEqual(['Board', 'Offline']);
      list.check('Sign-in');
      list.enter();
    });
    expect(newRecordInDraft()?.modules).toEqual([SIGN_IN]);
  });

  it('shows the module from the form as checked, and replaces it in the form with the checked modules', async () => {
    setup.session.draftStore.change(key, 'New', () => ({
      touched: { module: OFFLINE.id, priority: 'high' },
      base: { module: BOARD.id, priority: 'none' },
    }));
    await choose((list) => {
      expect(list.checkedLabels).toEqual(['Offline']);
      list.check('Offline', 'Sign-in');
      list.enter();
    });
    expect(newRecordInDraft()?.modules).toEqual([OFFLINE, SIGN_IN]);
    const draft = setup.session.draftStore.get(key);
    expect([draft?.touched, draft?.base]).toEqual([{ priority: 'high' }, { priority: 'none' }]);
  });

  it('shows only the module from the form as checked if the user changed the form after the choice in the picker', async () => {
    const { draftStore } = setup.session;
    await chooseModules(draftStore, LOCATION, [BOARD, SIGN_IN]);
    draftStore.change(key, 'New', () => ({ touched: { module: OFFLINE.id } }));
    await choose((list) => {
      expect(list.checkedLabels).toEqual(['Offline']);
      list.escape();
    });
  });

  it('changes nothing if the user cancels or accepts the current modules', async () => {
    await choose((list) => list.escape());
    await choose((list) => list.enter());
    expect(newRecordInDraft()?.modules).toBeUndefined();
    expect(await findStartedDraft(setup.session.draftStore, LOCATION)).toBeUndefined();
  });

  it('stores an empty list of modules only if the initial values contain a module', async () => {
    const { draftStore } = setup.session;
    const clear = (): Promise<void> =>
      choose((list) => {
        list.check();
        list.enter();
      });
    await clear();
    expect(newRecordInDraft()).toMatchObject({ modules: [], areModulesChosen: true });
    await chooseModules(draftStore, LOCATION, [OFFLINE]);
    draftStore.change(key, 'New', ({ newRecord }) => ({
      newRecord: newRecord && { ...newRecord, initialValues: {} },
    }));
    await clear();
    expect(newRecordInDraft()).not.toHaveProperty('modules');
    expect(await findStartedDraft(draftStore, LOCATION)).toBeUndefined();
  });

  it('creates and checks a module if no module matches the typed text', async () => {
    await choose(async (list) => {
      list.type('Tide tables');
      list.enter();
      await list.waitUntilIdle();
      expect(list.checkedLabels.toSorted()).toEqual(['Board', 'Tide tables']);
      list.enter();
    });
    expect(newRecordInDraft()?.modules?.map(({ name }) => name)).toEqual(['Board', 'Tide tables']);
    expect(setup.proxy.matchingRequests(matchRequest('POST', '/modules/'))).toHaveLength(1);
  });
});

describe('The modules of a new work item', () => {
  it('remain in the draft if the user chose them and then starts another new work item', async () => {
    const { draftStore } = setup.session;
    expect(await findStartedDraft(draftStore, LOCATION)).toBeUndefined();
    await chooseModules(draftStore, LOCATION, [BOARD, SIGN_IN]);
    expect(await findStartedDraft(draftStore, LOCATION)).toBeDefined();
    await startNewRecord(draftStore, LOCATION, { module: OFFLINE.id }, {});
    expect(newRecordInDraft()?.modules).toEqual([BOARD, SIGN_IN]);
  });

  it('are removed from the draft if the user did not choose them and starts another new work item', async () => {
    const { draftStore } = setup.session;
    await startNewRecord(draftStore, LOCATION, {}, { modules: [BOARD, SIGN_IN] });
    expect(newRecordInDraft()?.modules).toEqual([BOARD, SIGN_IN]);
    expect(await findStartedDraft(draftStore, LOCATION)).toBeUndefined();
    await startNewRecord(draftStore, LOCATION, { module: OFFLINE.id }, {});
    expect(newRecordInDraft()?.modules).toBeUndefined();
  });
});

it('Retry adds a new work item to a module after an error, and keeps the other modules of the work item', async () => {
  const { session, prompts, quickEdits, server } = setup;
  const address = webItem(28);
  await session.store.resources.workItems.list(WEB_PROJECT_ID).read();
  expect(projectItemsCanHaveSeveralModules(session.store, WEB_PROJECT_ID)).toBe(true);
  await server.ask('POST', `projects/${WEB_PROJECT_ID}/modules/${OFFLINE.id}/module-issues/`, {
    body: { issues: [address.id] },
  });
  await session.store.resources.modules.readAll(WEB_PROJECT_ID);
  await session.store.associations.moduleItems.list(`${WEB_PROJECT_ID}/${OFFLINE.id}`).read();
  const fault = { kind: 'timeout', afterMs: 30_000 } as const;
  const offerPromise = reportFailedAdd(prompts, quickEdits, session, {
    address,
    field: 'module',
    value: SIGN_IN.id,
    fault,
  });
  (await prompts.message('not added to the module “Sign-in”')).select('Retry');
  await offerPromise;
  for (const { id } of [OFFLINE, SIGN_IN])
    expect(await setup.idsIn(`projects/${WEB_PROJECT_ID}/modules/${id}/module-issues/`)).toContain(address.id);
});
