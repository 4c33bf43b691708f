// Tests that a quick edit does not overwrite a value that another client has changed since it was shown.
import { beforeEach, describe, expect, it } from 'vitest';
import { handleDrop } from '../../../../src/features/quickEdit/drops.ts';
import { RECORDS_MIME } from '../../../../src/shell/ids.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from './setup.ts';

const [KEEP, OVERWRITE] = ["Keep the Server's Value", 'Overwrite'];

/** The number of requests before the quick edit. */
let requestsBefore: number;
const setup = forEachTest(() => QuickEditSetup.open());
beforeEach(async () => {
  await setup.session.store.resources.projects.list().read();
  await setup.session.store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  requestsBefore = setup.proxy.requests.length;
});

const methods = () => setup.proxy.requests.slice(requestsBefore).map(({ method }) => method);

async function pickPriority(
  priority: string,
  ...numbers: readonly number[]
): Promise<{ readonly done: Promise<void> }> {
  const done = setup.run('priority', ...numbers);
  (await setup.list('Change Priority: ')).pick(priority);
  return { done };
}

/** Picks the priority Urgent for WEB-26 to WEB-28, and accepts the preview. */
async function startBulkEdit(): Promise<{ readonly done: Promise<void> }> {
  const { done } = await pickPriority('Urgent', 26, 27, 28);
  (await setup.list('Change Priority: Preview of 3 Work Items')).enter();
  return { done };
}

describe('A quick edit of a value that was changed on the server', () => {
  it('asks for confirmation with the value that was shown, the value on the server and the new value', async () => {
    await setup.changeOnServer(28, { priority: 'low' });
    const { done } = await pickPriority('Urgent', 28);
    const question = await setup.prompts.message(
      'Priority of WEB-28 was changed on the server after it was shown. Overwrite it?',
    );
    expect(question).toMatchObject({ kind: 'modal', buttons: [OVERWRITE, KEEP] });
    expect(question.words).toContain('Shown: Medium\nOn the server: Low\nNew value: Urgent');
    expect(methods()).toEqual(['GET']);
    question.select(OVERWRITE);
    await done;
    expect(methods()).toEqual(['GET', 'GET', 'PATCH']);
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['urgent']);
  });

  it('asks for confirmation again if the value changes while the question is shown', async () => {
    await setup.changeOnServer(28, { priority: 'low' });
    const { done } = await pickPriority('Urgent', 28);
    const question = await setup.prompts.message('Priority of WEB-28');
    await setup.changeOnServer(28, { priority: 'high' });
    question.select(OVERWRITE);
    const secondQuestion = await setup.prompts.message('Priority of WEB-28');
    expect(secondQuestion.words).toContain('Shown: Low\nOn the server: High\nNew value: Urgent');
    secondQuestion.select(KEEP);
    await done;
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['high']);
  });

  it('asks for confirmation if a colleague has moved the work item to another cycle', async () => {
    await setup.moveOnServer(28, 'Board by keyboard');
    await setup.readCycles();
    const done = setup.run('cycle', 28);
    const list = await setup.list('Change Cycle: WEB-28');
    await setup.moveOnServer(28, 'Keys and focus');
    list.pick('Offline first steps');
    const question = await setup.prompts.message('Cycle of WEB-28 was changed on the server after it was shown.');
    expect(question.words).toContain('Shown: Board by keyboard\nOn the server: Keys and focus\n');
    question.select(KEEP);
    await done;
    expect(methods()).not.toContain('POST');
  });

  it('is undone to the value from the server, not to the value that was shown before', async () => {
    await setup.changeOnServer(28, { priority: 'low' });
    const { done } = await pickPriority('Urgent', 28);
    (await setup.prompts.message('Priority of WEB-28')).select(OVERWRITE);
    await done;
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['low']);
  });

  it.each([KEEP, undefined])(
    'sends nothing and shows the value from the server if the user answers with %s',
    async (button) => {
      await setup.changeOnServer(28, { priority: 'low' });
      const { done } = await pickPriority('Urgent', 28);
      const question = await setup.prompts.message('Priority of WEB-28');
      if (button === undefined) question.close();
      else question.select(button);
      await done;
      expect(methods()).toEqual(['GET']);
      expect(setup.session.store.item(webItem(28))?.priority).toBe('low');
      expect(setup.prompts.pending).toEqual([]);
      await setup.quickEdits.undo(setup.session);
      await setup.prompts.message('There is nothing to undo in this window.');
    },
  );

  it('asks for confirmation even if the value changes while the list of values is open', async () => {
    await setup.session.store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    const done = setup.run('priority', 28);
    const list = await setup.list('Change Priority: ');
    await setup.changeOnServer(28, { priority: 'low' });
    await setup.session.store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    list.pick('Urgent');
    const question = await setup.prompts.message('Priority of WEB-28');
    expect(question.words).toContain('Shown: Medium\nOn the server: Low');
    question.close();
    await done;
  });

  it('asks for confirmation if the user changes the value by drag and drop', async () => {
    await setup.changeOnServer(28, { priority: 'low' });
    const data = JSON.stringify([{ kind: 'workItem', ...webItem(28) }]);
    const target = { kind: 'group', project: WEB_PROJECT_ID, by: 'priority', value: 'high' };
    const done = handleDrop(setup, setup.session, target, [[RECORDS_MIME, { asString: async () => data }]]);
    const question = await setup.prompts.message('Priority of WEB-28');
    expect(question.words).toContain('Shown: Medium\nOn the server: Low\nNew value: High');
    question.select(KEEP);
    await done;
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['low']);
  });

  it('sends nothing if another client has already set the new value', async () => {
    await setup.changeOnServer(28, { priority: 'urgent' });
    const { done } = await pickPriority('Urgent', 28);
    await done;
    expect(methods()).toEqual(['GET']);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('is not sent if the values on the server do not allow the new value', async () => {
    await setup.changeOnServer(28, { start_date: '2026-12-01', target_date: '2026-12-08' });
    const chosen = { session: setup.session, addresses: [webItem(28)] };
    const done = setup.quickEdits.change(chosen, {
      field: 'target_date',
      value: '2026-11-25',
    });
    (await setup.prompts.message('Due date of WEB-28')).select(OVERWRITE);
    await setup.prompts.message('WEB-28 was not changed. The due date would be before the start date.');
    await done;
    expect(methods()).toEqual(['GET', 'GET']);
  });
});

describe('A quick edit of a value that was not changed on the server', () => {
  it('reads a work item that was read just before, and asks for no confirmation', async () => {
    await setup.changeOnServer(28, { name: 'Another name' });
    await setup.session.store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    requestsBefore = setup.proxy.requests.length;
    const { done } = await pickPriority('Urgent', 28);
    await done;
    expect(methods()).toEqual(['GET', 'PATCH']);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('shows an error with Retry if the work item cannot be loaded, and Retry loads it again', async () => {
    setup.proxy.inject((method) => method === 'GET', answerWith(403, { detail: 'Not for you.' }), 1);
    const { done } = await pickPriority('Urgent', 28);
    await done;
    const error = await setup.prompts.message('WEB-28 was not changed.');
    expect(error.words).toContain('Not for you');
    expect(methods()).toEqual(['GET']);
    error.select('Retry');
    await expect.poll(() => setup.prompts.statusMessages).toEqual(['WEB-28 → Urgent · Undo']);
    expect(methods()).toEqual(['GET', 'GET', 'PATCH']);
  });
});

describe('Loading a work item before a quick edit', () => {
  it('shows progress after 500 ms, and no change is sent if the user cancels the progress', async () => {
    setup.proxy.inject((method) => method === 'GET', { kind: 'hanging' });
    const { done } = await pickPriority('Urgent', 28);
    await setup.proxy.waitForRequests((method, path) => method === 'GET' && path.includes(webItem(28).id), 1);
    await setup.clock.advance(500);
    const [progress] = setup.prompts.progressShown;
    expect(progress).toMatchObject({ title: 'Changing priority', isCancellable: true });
    progress?.cancel();
    await done;
    expect(methods()).toEqual(['GET']);
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('A quick edit of a list', () => {
  it.each(['assignees', 'labels'] as const)('keeps what another client has just added to the %s', async (field) => {
    const [title, added, other] =
      field === 'labels'
        ? ['Change Labels: WEB-28', 'Design', sample.label('WEB', 'Customer')]
        : ['Change Assignees: WEB-28', 'Bruno Keller', sample.user('chioma')];
    const done = setup.run(field, 28);
    const list = await setup.list(title);
    await setup.session.store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    await setup.changeOnServer(28, { [field]: [other] });
    list.check(added);
    list.enter();
    await done;
    expect(await setup.valuesOnServer(field, 28)).toEqual([[other, expect.any(String)]]);
  });

  it('keeps a label that another client adds while the list is open', async () => {
    const [customer, design] = [sample.label('WEB', 'Customer'), sample.label('WEB', 'Design')];
    const done = setup.run('labels', 28);
    const list = await setup.list('Change Labels: WEB-28');
    await setup.changeOnServer(28, { labels: [customer] });
    list.check('Design');
    list.enter();
    await done;
    expect(await setup.valuesOnServer('labels', 28)).toEqual([expect.arrayContaining([customer, design])]);
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('A quick edit of several work items', () => {
  it('loads them in one request, and lists work items that were changed on the server as unchecked', async () => {
    await setup.changeOnServer(26, { priority: 'low' });
    const { done } = await startBulkEdit();
    const changedList = await setup.list('Changed on the Server: WEB-26');
    expect(methods()).toEqual(['GET']);
    expect(changedList.visible).toEqual([
      'WEB-26  Tidy the color names | Low → Urgent | Changed on the server. Earlier value: no priority',
    ]);
    expect(changedList.checkedRows).toEqual([]);
    changedList.enter();
    await done;
    expect(await setup.valuesOnServer('priority', 26, 27, 28)).toEqual(['low', 'urgent', 'urgent']);
    expect(methods()).toEqual(['GET', 'PATCH', 'PATCH']);
    await setup.quickEdits.undo(setup.session);
    await setup.prompts.message('Undid the change to 2 work items.');
    expect(await setup.valuesOnServer('priority', 26, 27, 28)).toEqual(['low', 'high', 'medium']);
  });

  it('overwrites a change on the server if the user checks the work item, and undo restores that change', async () => {
    await setup.changeOnServer(26, { priority: 'low' });
    await setup.changeOnServer(27, { priority: 'low' });
    const { done } = await startBulkEdit();
    const changedList = await setup.list('Changed on the Server: 2 Work Items');
    changedList.check('WEB-27');
    changedList.enter();
    await done;
    expect(await setup.valuesOnServer('priority', 26, 27, 28)).toEqual(['low', 'urgent', 'urgent']);
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('priority', 26, 27, 28)).toEqual(['low', 'low', 'medium']);
  });

  it('sends nothing if the user cancels the list of work items that were changed on the server', async () => {
    await setup.changeOnServer(26, { priority: 'low' });
    const { done } = await startBulkEdit();
    (await setup.list('Changed on the Server')).escape();
    await done;
    expect(methods()).toEqual(['GET']);
    expect(setup.prompts.pending).toEqual([]);
  });
});
