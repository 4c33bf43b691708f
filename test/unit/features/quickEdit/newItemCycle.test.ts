// Tests how the user chooses the cycle of a new work item, which its draft keeps until the work item is created.
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseCycleOfNewItem } from '../../../../src/features/quickEdit/newItemCycle.ts';
import { chooseCycle, findStartedDraft, startNewRecord } from '../../../../src/items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { QuickEditSetup, WEB_PROJECT_ID } from './setup.ts';

const LOCATION = { kind: 'workItem', within: WEB_PROJECT_ID } as const;
const { key } = newRecordTarget(LOCATION);
const BOARD = { id: sample.cycle('WEB', 'Board by keyboard'), name: 'Board by keyboard' };

const setup = forEachTest(() => QuickEditSetup.open());
beforeEach(async () => {
  await startNewRecord(setup.session.draftStore, LOCATION, { priority: 'high' }, {});
});

const cycleInDraft = () => setup.session.draftStore.get(key)?.newRecord?.cycle;

/** Opens the picker, and resolves when `answer` has closed it and the choice is stored. */
async function choose(answer: (list: Awaited<ReturnType<QuickEditSetup['list']>>) => void): Promise<void> {
  const choicePromise = chooseCycleOfNewItem(setup, LOCATION);
  answer(await setup.list('Change Cycle: New Work Item'));
  await choicePromise;
}

describe('The cycle of a new work item', () => {
  it('is stored in the draft with its name, and the other initial values remain', async () => {
    await choose((list) => list.pick('Board by keyboard'));
    expect(setup.session.draftStore.get(key)?.newRecord).toMatchObject({
      cycle: { ...BOARD, isChosen: true },
      initialValues: { priority: 'high' },
    });
  });

  it('is removed from the draft if the user picks “No Cycle”, but not if the user cancels', async () => {
    await chooseCycle(setup.session.draftStore, LOCATION, BOARD);
    await choose((list) => list.escape());
    expect(cycleInDraft()?.name).toBe('Board by keyboard');
    await choose((list) => list.pick('No Cycle'));
    expect(cycleInDraft()).toBeUndefined();
  });

  it('is not replaced by the cycle of a later command if the user chose the cycle on the page', async () => {
    const { draftStore } = setup.session;
    const otherCycle = { id: sample.cycle('WEB', 'Offline first steps'), name: 'Offline first steps' };
    await startNewRecord(draftStore, LOCATION, {}, { cycle: otherCycle });
    expect(await findStartedDraft(draftStore, LOCATION)).toBeUndefined();
    await chooseCycle(draftStore, LOCATION, BOARD);
    await startNewRecord(draftStore, LOCATION, {}, { cycle: otherCycle });
    expect(cycleInDraft()?.name).toBe('Board by keyboard');
    expect(await findStartedDraft(draftStore, LOCATION)).toBeDefined();
  });
});
