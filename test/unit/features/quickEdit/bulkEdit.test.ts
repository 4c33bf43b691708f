// Tests changes of several work items: the preview, the progress, failures, retries and undo.
import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../../../src/core/cache/changes/itemChange.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, type InjectableFault } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedProgress } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';
import { QuickEditSetup, webItem } from './setup.ts';

/** The priorities of WEB-25 to WEB-28 in the sample workspace. */
const PRIORITIES_BEFORE = ['low', 'none', 'high', 'medium'];
const REJECTED_PRIORITY: InjectableFault = answerWith(400, { priority: ['Not today.'] });

const setup = forEachTest(() => QuickEditSetup.open());

const isPatch = (method: string): boolean => method === 'PATCH';
const isPatchOf =
  (...numbers: readonly number[]) =>
  (method: string, path: string): boolean =>
    method === 'PATCH' && numbers.some((number) => path.includes(webItem(number).id));
const patches = () => setup.proxy.matchingRequests(isPatch);
const priorities = () => setup.valuesOnServer('priority', 25, 26, 27, 28);

/** Picks the priority Urgent for WEB-25 to WEB-28, and accepts the preview. `done` is wrapped, so it is not awaited. */
async function startSettingPriorityToUrgent(): Promise<{ readonly done: Promise<void> }> {
  const done = setup.run('priority', 25, 26, 27, 28);
  (await setup.list('Change Priority: 4 Work Items')).pick('Urgent');
  (await setup.list('Change Priority: Preview of 4 Work Items')).enter();
  return { done };
}

/** Advances the clock until the progress notification is shown. */
async function progressAfterDelay(): Promise<ScriptedProgress> {
  await setup.clock.advance(499);
  expect(setup.prompts.progressShown).toEqual([]);
  await setup.clock.advance(1);
  const [progress] = setup.prompts.progressShown;
  if (progress === undefined) throw new Error('No progress is shown.');
  return progress;
}

describe('The preview of a bulk edit', () => {
  it('lists the current and the new values, and Enter changes only the checked work items', async () => {
    const done = setup.run('priority', 28, 27, 26);
    (await setup.list('Change Priority: 3 Work Items')).pick('High');
    const preview = await setup.list('Change Priority: Preview of 3 Work Items');
    expect(preview.visible).toEqual([
      'WEB-28  Write the notes for the next release | Medium → High',
      'WEB-27  Undo after deleting a column | High (unchanged)',
      'WEB-26  Tidy the color names | no priority → High',
    ]);
    expect(preview.checkedRows).toEqual([preview.rows[0], preview.rows[2]]);
    preview.check('WEB-27', 'WEB-26');
    preview.enter();
    await done;
    expect(await setup.valuesOnServer('priority', 28, 27, 26)).toEqual(['medium', 'high', 'high']);
    expect(patches()).toHaveLength(1);
    expect(setup.prompts.statusMessages).toEqual(['WEB-26 → High · Undo']);
  });

  it('explains why a work item cannot be changed, and does not change it even if it is checked', async () => {
    await setup.changeOnServer(27, { start_date: '2026-12-01', target_date: '2026-12-08' });
    const done = setup.run('target_date', 28, 27);
    const dateList = await setup.list('Change Due Date: 2 Work Items');
    dateList.type('2026-11-25');
    dateList.enter();
    const preview = await setup.list('Change Due Date: Preview of 2 Work Items');
    expect(preview.rows[1]).toMatchObject({
      label: 'WEB-27  Undo after deleting a column',
      description: 'The due date would be before the start date.',
      icon: { id: 'warning' },
    });
    expect(preview.checkedRows).toEqual([preview.rows[0]]);
    preview.check('WEB-28', 'WEB-27');
    preview.enter();
    await done;
    expect(await setup.valuesOnServer('target_date', 28, 27)).toEqual(['2026-11-25', '2026-12-08']);
    expect(patches()).toHaveLength(1);
  });

  it('sends nothing if the user cancels, or accepts while no work item is checked', async () => {
    const canceled = setup.run('priority', 28, 27);
    (await setup.list('Change Priority: 2 Work Items')).pick('Low');
    (await setup.list('Change Priority: Preview of 2 Work Items')).escape();
    await canceled;
    const emptyRun = setup.run('priority', 28, 27);
    (await setup.list('Change Priority: 2 Work Items')).pick('Low');
    const preview = await setup.list('Change Priority: Preview of 2 Work Items');
    preview.check();
    preview.enter();
    await emptyRun;
    expect(patches()).toEqual([]);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('is not shown if all work items already have the new value', async () => {
    await setup.changeOnServer(27, { priority: 'medium' });
    const done = setup.run('priority', 28, 27);
    (await setup.list('Change Priority: 2 Work Items')).pick('Medium');
    await done;
    expect(setup.prompts.statusMessages).toEqual(['2 work items are already Medium']);
    expect(setup.prompts.pending).toEqual([]);
    expect(patches()).toEqual([]);
  });
});

describe('A quick edit of a single work item', () => {
  it('is not sent if the new value is not allowed, and a warning explains why', async () => {
    await setup.changeOnServer(28, { start_date: '2026-12-01', target_date: '2026-12-08' });
    const chosenItems = { session: setup.session, addresses: [webItem(28)] };
    await setup.quickEdits.change(chosenItems, { field: 'target_date', value: '2026-11-25' });
    const warning = await setup.prompts.message('WEB-28 was not changed. The due date would be before the start date.');
    expect(warning.kind).toBe('warning');
    expect(patches()).toEqual([]);
  });

  it('shows an error with the reason if the server rejects the change, and Retry sends the change again', async () => {
    setup.proxy.inject(isPatch, REJECTED_PRIORITY, 1);
    const done = setup.run('priority', 28);
    (await setup.list('Change Priority: WEB-28')).pick('Urgent');
    await done;
    const error = await setup.prompts.message('WEB-28 was not changed.');
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry'] });
    expect(error.words).toContain('Not today');
    expect(setup.session.store.item(webItem(28))?.priority).toBe('medium');
    error.select('Retry');
    await expect.poll(() => setup.prompts.statusMessages).toEqual(['WEB-28 → Urgent · Undo']);
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['urgent']);
  });

  it('shows a warning with Sign In Again if the server rejects the key', async () => {
    const done = setup.run('priority', 28);
    const list = await setup.list('Change Priority: WEB-28');
    setup.proxy.inject(isPatch, { kind: 'invalidKey' });
    list.pick('Urgent');
    await done;
    const warning = await setup.prompts.message('WEB-28 was not changed. Authentication failed.');
    expect(warning).toMatchObject({ kind: 'warning', buttons: ['Sign In Again…'] });
    warning.select('Sign In Again…');
    await flushPromises();
    expect(setup.prompts.commands).toEqual([['contrail.signInAgain']]);
  });

  it('shows an error if the server accepts the change but keeps the previous value', async () => {
    const path = `projects/${webItem(28).project}/work-items/${webItem(28).id}/`;
    const unchangedItem: unknown = await (await setup.server.ask('GET', path)).json();
    setup.proxy.inject(isPatch, answerWith(200, unchangedItem));
    const changed = setup.run('priority', 28);
    (await setup.list('Change Priority: WEB-28')).pick('Urgent');
    await changed;
    const error = await setup.prompts.message(
      'The server accepted the change to WEB-28 but did not save its priority.',
    );
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry'] });
  });
});

describe('The progress of a bulk edit', () => {
  it('is not shown if the change ends within 500 ms', async () => {
    const { done } = await startSettingPriorityToUrgent();
    await done;
    expect(setup.prompts.progressShown).toEqual([]);
    expect([setup.prompts.statusMessages, setup.prompts.pending]).toEqual([['4 work items → Urgent · Undo'], []]);
  });

  it('is shown after 500 ms with the number of changed work items', async () => {
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isPatchOf(25, 26), { kind: 'delayed', until: delayedResponse.promise });
    const { done } = await startSettingPriorityToUrgent();
    await expect.poll(() => setup.proxy.answers.filter(({ request: to }) => isPatch(to.method))).toHaveLength(4);
    const progress = await progressAfterDelay();
    expect(progress).toMatchObject({ title: 'Changing priority', isCancellable: true });
    expect(progress.messages).toEqual(['2 of 4']);
    delayedResponse.resolve();
    await done;
    expect(progress.messages).toEqual(['2 of 4', '3 of 4', '4 of 4']);
    expect(setup.prompts.statusMessages).toEqual(['4 work items → Urgent · Undo']);
  });

  it('can be canceled, which keeps the changes that were made, and Continue sends the remaining changes', async () => {
    setup.proxy.inject(isPatchOf(26, 28), { kind: 'hanging' });
    const { done } = await startSettingPriorityToUrgent();
    await setup.proxy.waitForRequests(isPatch, 4);
    const progress = await progressAfterDelay();
    progress.cancel();
    await done;
    const message = await setup.prompts.message('Changed 2 of 4 work items. The remaining changes were canceled.');
    expect(message).toMatchObject({ kind: 'info', buttons: ['Continue with Remaining (2)', 'Undo'] });
    expect(await priorities()).toEqual(['urgent', 'none', 'urgent', 'medium']);
    expect(setup.session.store.item(webItem(28))?.priority).toBe('medium');
    setup.proxy.removeFaults();
    message.select('Continue with Remaining (2)');
    await setup.prompts.message('Changed 4 work items in total.');
    expect(await priorities()).toEqual(['urgent', 'urgent', 'urgent', 'urgent']);
  });

  it('counts a change that the server received before the user canceled', async () => {
    setup.proxy.inject(isPatchOf(26), { kind: 'delayed', until: new Promise(() => undefined) });
    const { done } = await startSettingPriorityToUrgent();
    await expect.poll(() => setup.proxy.answers.filter(({ request: to }) => isPatch(to.method))).toHaveLength(4);
    (await progressAfterDelay()).cancel();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['4 work items → Urgent · Undo']);
  });
});

describe('The report of a bulk edit', () => {
  it('lists the failed changes, opens the work item that the user picks, and is then shown again', async () => {
    setup.proxy.inject(isPatchOf(26, 27), REJECTED_PRIORITY);
    const { done } = await startSettingPriorityToUrgent();
    await done;
    const report = await setup.prompts.message('Changed 2 of 4 work items. 2 failed.');
    expect(report).toMatchObject({ kind: 'warning', buttons: ['Retry Failed (2)', 'Show Failed Changes', 'Undo'] });
    report.select('Show Failed Changes');
    const failedList = await setup.list('2 Work Items Not Changed');
    expect(failedList.visible).toEqual([
      expect.stringMatching(/^WEB-26 {2}Tidy the color names \| WEB-26 was not changed\. .*Not today/),
      expect.stringMatching(/^WEB-27 {2}Undo after deleting a column \| WEB-27 was not changed\. .*Not today/),
    ]);
    failedList.type('after deleting');
    failedList.enter();
    const secondReport = await setup.prompts.message('Changed 2 of 4 work items. 2 failed.');
    expect(setup.prompts.commands).toEqual([['contrail.openWorkItem', webItem(27)]]);
    secondReport.select('Show Failed Changes');
    (await setup.list('2 Work Items Not Changed')).escape();
    (await setup.prompts.message('2 failed.')).close();
    await flushPromises();
    expect(setup.prompts.pending).toEqual([]);
    expect(setup.prompts.commands).toHaveLength(1);
  });

  it('sends only the failed changes on Retry, and undoes all changes of both attempts on Undo', async () => {
    setup.proxy.inject(isPatchOf(26), REJECTED_PRIORITY, 1);
    const { done } = await startSettingPriorityToUrgent();
    await done;
    const report = await setup.prompts.message('Changed 3 of 4 work items. 1 failed.');
    expect(report.buttons[0]).toBe('Retry Failed (1)');
    report.select('Retry Failed (1)');
    const secondReport = await setup.prompts.message('Changed 4 work items in total.');
    expect(patches()).toHaveLength(5);
    expect(await priorities()).toEqual(['urgent', 'urgent', 'urgent', 'urgent']);
    secondReport.select('Undo');
    await setup.prompts.message('Undid the change to 4 work items.');
    expect(await priorities()).toEqual(PRIORITIES_BEFORE);
  });

  it('has no Undo button if every change failed', async () => {
    setup.proxy.inject(isPatch, REJECTED_PRIORITY);
    const { done } = await startSettingPriorityToUrgent();
    await done;
    const report = await setup.prompts.message('Changed 0 of 4 work items. 4 failed.');
    expect(report.buttons).toEqual(['Retry Failed (4)', 'Show Failed Changes']);
    report.close();
    await setup.quickEdits.undo(setup.session);
    await setup.prompts.message('There is nothing to undo in this window.');
  });

  it('shows and logs an error if Undo fails because the current values cannot be loaded', async () => {
    setup.proxy.inject(isPatchOf(26), REJECTED_PRIORITY, 1);
    const { done } = await startSettingPriorityToUrgent();
    await done;
    const report = await setup.prompts.message('Changed 3 of 4 work items. 1 failed.');
    setup.proxy.inject((method) => method === 'GET', answerWith(403, { detail: 'Not for you.' }));
    report.select('Undo');
    const error = await setup.prompts.message('Not for you');
    expect(error).toMatchObject({ kind: 'error', buttons: ['Show Log'] });
    expect(setup.logEntries).toContainEqual(expect.objectContaining({ message: 'after a change' }));
    setup.proxy.removeFaults();
    await setup.quickEdits.undo(setup.session);
    await setup.prompts.message('Undid the change to 3 work items.');
  });

  it('is only a number in the status bar if the work items have different new values', async () => {
    const labels = sample.label('WEB', 'Design');
    await setup.changeOnServer(28, { labels: [sample.label('WEB', 'Performance')] });
    const chosenItems = { session: setup.session, addresses: [webItem(27), webItem(28)] };
    const done = setup.quickEdits.change(chosenItems, {
      field: 'labels',
      add: [labels],
      remove: [],
    });
    (await setup.list('Preview of 2 Work Items')).enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['Changed 2 work items · Undo']);
  });

  it('has an Undo in the status bar that undoes this change, also after another change', async () => {
    const { done } = await startSettingPriorityToUrgent();
    await done;
    const other = setup.run('priority', 24);
    (await setup.list('Change Priority: WEB-24')).pick('Low');
    await other;
    const [action] = setup.prompts.statusActions;
    expect(action).toMatchObject({ command: COMMANDS.undoLastChange, tooltip: 'Undo' });
    const { change } = (action?.argument ?? {}) as { readonly change?: string };
    await setup.quickEdits.undo(setup.session, change);
    await setup.prompts.message('Undid the change to 4 work items.');
    expect([await priorities(), await setup.valuesOnServer('priority', 24)]).toEqual([PRIORITIES_BEFORE, ['low']]);
    await setup.quickEdits.undo(setup.session, change);
    await setup.prompts.message('There is nothing to undo in this window.');
  });
});

describe('Undo Last Change', () => {
  const change = async (number: number, priority: string): Promise<void> => {
    const done = setup.run('priority', number);
    (await setup.list(`Change Priority: WEB-${number}`)).pick(priority);
    await done;
  };

  it('undoes the changes of this window, the latest change first', async () => {
    await change(28, 'Urgent');
    await change(27, 'Low');
    setup.prompts.statusMessages.length = 0;
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('priority', 27, 28)).toEqual(['high', 'urgent']);
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('priority', 27, 28)).toEqual(['high', 'medium']);
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 → High', 'WEB-28 → Medium']);
    await setup.quickEdits.undo(setup.session);
    expect(await setup.prompts.message('There is nothing to undo in this window.')).toMatchObject({ kind: 'info' });
  });

  it('skips work items whose field was changed again, and shows the identifiers of these work items', async () => {
    const { done } = await startSettingPriorityToUrgent();
    await done;
    await setup.changeOnServer(26, { priority: 'low' });
    await setup.quickEdits.undo(setup.session);
    await setup.prompts.message('Undid the change to 3 work items. Not undone because of later changes: WEB-26.');
    expect(await priorities()).toEqual(['low', 'low', 'high', 'medium']);
  });

  it('shows a warning if every work item was changed again', async () => {
    await change(28, 'Urgent');
    await setup.changeOnServer(28, { priority: 'low' });
    await setup.quickEdits.undo(setup.session);
    const message = 'Nothing was undone. Not undone because of later changes: WEB-28.';
    expect(await setup.prompts.message(message)).toMatchObject({ kind: 'warning' });
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['low']);
  });

  it('can be repeated for the work items whose undo failed', async () => {
    const { done } = await startSettingPriorityToUrgent();
    await done;
    setup.proxy.inject(isPatchOf(27), REJECTED_PRIORITY, 1);
    await setup.quickEdits.undo(setup.session);
    const report = await setup.prompts.message('Undid the change to 3 of 4 work items. 1 failed.');
    expect(report.buttons).toEqual(['Retry Failed (1)', 'Show Failed Changes']);
    report.select('Retry Failed (1)');
    await expect.poll(() => setup.prompts.statusMessages.at(-1)).toBe('WEB-27 → High');
    expect(await priorities()).toEqual(PRIORITIES_BEFORE);
  });

  it('removes the cycle and shows a message if the server does not report the previous cycle', async () => {
    const done = setup.run('cycle', 28);
    (await setup.list('Change Cycle: WEB-28')).pick('Offline first steps');
    await done;
    await setup.quickEdits.undo(setup.session);
    const message = await setup.prompts.message('Change undone. WEB-28 → no cycle');
    expect(message.words).toContain(
      'The server does not report the previous cycle, so the work item now has no cycle.',
    );
  });

  it('undoes changes that a page has saved, one field at a time, the latest first', async () => {
    const address = webItem(28);
    const { store } = setup.session;
    const { priority: before, state } = await store.resources.workItems.readOne(address.id, address.project);
    const done = sample.state('WEB', 'Done');
    await store.resources.workItems.update(address.id, { priority: 'urgent', state: done }, address.project);
    setup.quickEdits.addSentSteps(setup.session, [
      { address, field: 'priority', before, after: 'urgent' },
      { address, field: 'state', before: state, after: done },
    ]);
    await setup.quickEdits.undo(setup.session);
    expect([await setup.valuesOnServer('priority', 28), await setup.valuesOnServer('state', 28)]).toEqual([
      ['urgent'],
      [state],
    ]);
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('priority', 28)).toEqual([before]);
  });

  it('undoes a state change that was sent without a picker after the user had confirmed it', async () => {
    const chosenItem = { session: setup.session, address: webItem(28) };
    await setup.session.store.resources.workItems.readOne(chosenItem.address.id, chosenItem.address.project);
    const [before] = await setup.valuesOnServer('state', 28);
    const change = { field: 'state', value: sample.state('WEB', 'Done') } as const;
    const steps = stepsOf(setup.session.store, [chosenItem.address], change);
    expect(await setup.quickEdits.applyConfirmed(chosenItem, steps)).toEqual([{ kind: 'done' }]);
    expect(await setup.valuesOnServer('state', 28)).toEqual([change.value]);
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('state', 28)).toEqual([before]);
  });
});
