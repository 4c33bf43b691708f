// Tests finishing and stopping work on the current work item.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { WorkSetup } from './setup.ts';

/** Checks only these steps of Finish Work, and accepts them. */
async function finishWith(setup: WorkSetup, ...steps: readonly string[]): Promise<ScriptedList> {
  const list = await setup.prompts.list('Finish Work on ');
  list.check(...steps);
  list.enter();
  return list;
}

const NO_CURRENT = 'There is no current work item. Start work on a work item or set one first.';

describe('Finish Work and Stop Work', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('Stop Work changes the state to the picked state, and clears the current work item', async () => {
    const { git, inputBox } = await setup.openWithCurrentItem(27);
    expect(inputBox.value).toBe('WEB-27: ');
    const ended = setup.work.end('stop');
    const list = await setup.prompts.list('Select the new state');
    expect(list.title).toBe('Stop Work on WEB-27 (Todo)');
    const states = ['Backlog', 'In Progress', 'In Review', 'Done', 'Cancelled'];
    expect(list.visible).toEqual([...states.map((name) => `Change to ${name}`), 'Keep Todo']);
    list.pick('Change to Backlog');
    (await setup.prompts.message('Stopped work on WEB-27: changed the state to Backlog.')).close();
    await ended;
    expect(await setup.itemOnServer(27)).toMatchObject({ state: 'Backlog' });
    expect(setup.work.currentItems.activeItem).toBeUndefined();
    expect(inputBox.value).toBe('');
    expect(git.currentBranch).toBe('web-27-begun');
  });

  for (const ending of ['stop', 'finish'] as const)
    it(`ask before they replace a state that a colleague sets while the list is shown: ${ending}`, async () => {
      await setup.openWithCurrentItem(27);
      const ended = setup.work.end(ending);
      const list = await setup.prompts.list(
        ending === 'stop' ? 'Select the new state' : 'Finish Work on WEB-27 (Todo)',
      );
      await setup.changeOnServer(27, { state: sample.state('WEB', 'In Review') });
      await setup.clock.advance(2000);
      if (ending === 'stop') list.pick('Change to Backlog');
      else {
        list.check('Change the state to Done');
        list.enter();
      }
      (await setup.prompts.message('State of WEB-27 was changed on the server')).select("Keep the Server's Value");
      const message = await setup.prompts.message(
        ending === 'stop' ? 'Stopped work on WEB-27' : 'Finished work on WEB-27',
      );
      expect(message.words).not.toContain('changed the state');
      message.close();
      await ended;
      expect(await setup.itemOnServer(27)).toMatchObject({ state: 'In Review' });
    });

  it('say what is open before a work item is completed, and Stop Work asks', async () => {
    await setup.openWithCurrentItem(3);
    const { store } = setup.session;
    // WEB-2 blocks WEB-3 in the sample workspace.
    await store.relations.list(setup.item(3).address).read();
    await store.list({ of: 'items', owner: setup.item(3).address.project }).readAll();
    await store.resources.states.readAll(setup.item(3).address.project);
    await store.resources.workItems.update(
      setup.item(2).address.id,
      { state: sample.state('WEB', 'Todo') },
      sample.project('WEB'),
    );
    const finished = setup.work.end('finish');
    const plan = await setup.prompts.list('Finish Work on WEB-3');
    expect(plan.rows[0]).toMatchObject({
      label: 'Change the state to Done',
      detail: expect.stringMatching(/^WEB-3 is blocked by WEB-2\. WEB-3 has .*WEB-5/),
    });
    plan.escape();
    await finished;
    const changesBefore = setup.changeRequestCount;
    const stopped = setup.work.end('stop');
    (await setup.prompts.list('Select the new state')).pick('Change to Done');
    (await setup.prompts.message('Complete WEB-3 anyway?')).close();
    await stopped;
    expect(setup.changeRequestCount).toBe(changesBefore);
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-3');
  });

  it('send no change if the user keeps the state', async () => {
    await setup.openWithCurrentItem(27);
    const ended = setup.work.end('stop');
    (await setup.prompts.list('Stop Work on WEB-27')).pick('Keep Todo');
    const message = await setup.prompts.message('Stopped work on WEB-27.');
    expect(message.kind).toBe('info');
    message.close();
    await ended;
    expect(setup.changeRequestCount).toBe(0);
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('change nothing if the user closes the list of states', async () => {
    const { inputBox } = await setup.openWithCurrentItem(27);
    const ended = setup.work.end('finish');
    (await setup.prompts.list('Finish Work')).escape();
    await ended;
    expect(setup.changeRequestCount).toBe(0);
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
    expect(inputBox.value).toBe('WEB-27: ');
    expect(setup.prompts.pending).toEqual([]);
  });

  it('keep the text that the user typed into the commit box', async () => {
    const { inputBox } = await setup.openWithCurrentItem(27);
    inputBox.value = 'WEB-27: Undo the deletion';
    const ended = setup.work.end('finish');
    await finishWith(setup);
    (await setup.prompts.message('Finished work on WEB-27.')).close();
    await ended;
    expect(inputBox.value).toBe('WEB-27: Undo the deletion');
  });

  it('end work that was started without a repository', async () => {
    await setup.setCurrentItem(27, undefined);
    const ended = setup.work.end('finish');
    const list = await finishWith(setup, 'Change the state to Done');
    expect([list.placeholder, list.visible]).toEqual([
      'No Git repository is open in this window.',
      ['Change the state to Done | currently Todo'],
    ]);
    (await setup.prompts.message('Finished work on WEB-27: changed the state to Done.')).close();
    await ended;
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('show a message if there is no current work item', async () => {
    setup.openRepository();
    await setup.work.end('finish');
    await setup.prompts.message(NO_CURRENT);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('reject if the states cannot be loaded, and do not change the current work item', async () => {
    await setup.openWithCurrentItem(27);
    setup.proxy.inject((_, path) => path.includes('/states/'), answerWith(403, { error: 'No' }));
    await expect(setup.work.end('finish')).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
  });
});

describe('A state change that fails when work ends', () => {
  const QUESTION = 'The state of WEB-27 was not changed to Done. The server rejected this (No).';

  it('is sent again when the user selects Retry', async () => {
    await using setup = await WorkSetup.open();
    await setup.openWithCurrentItem(27);
    setup.rejectChanges(27, 1);
    const ended = setup.work.end('finish');
    await finishWith(setup, 'Change the state to Done');
    const error = await setup.prompts.message(QUESTION);
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry', 'Finish Anyway'] });
    error.select('Retry');
    (await setup.prompts.message('Finished work on WEB-27: changed the state to Done.')).close();
    await ended;
    expect(await setup.itemOnServer(27)).toMatchObject({ state: 'Done' });
  });

  it.each([
    ['finish', 'Finish Anyway', 'Finished work on WEB-27.'],
    ['stop', 'Stop Anyway', 'Stopped work on WEB-27.'],
  ] as const)('does not prevent the end of work if the user confirms: %s, %s', async (ending, button, message) => {
    await using setup = await WorkSetup.open();
    await setup.openWithCurrentItem(27);
    setup.rejectChanges(27);
    const ended = setup.work.end(ending);
    if (ending === 'finish') await finishWith(setup, 'Change the state to Done');
    else (await setup.prompts.list('Stop Work on WEB-27')).pick('Change to Done');
    (await setup.prompts.message(QUESTION)).select(button);
    (await setup.prompts.message(message)).close();
    await ended;
    expect(await setup.itemOnServer(27)).toMatchObject({ state: 'Todo' });
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('does not clear the current work item if the user closes the message', async () => {
    await using setup = await WorkSetup.open();
    await setup.openWithCurrentItem(27);
    await setup.ignoreChanges(27);
    const ended = setup.work.end('finish');
    await finishWith(setup, 'Change the state to Done');
    const error = await setup.prompts.message(
      'The state of WEB-27 was not changed to Done. The server accepted the change but did not save it.',
    );
    error.close();
    await ended;
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('Work on a work item that was deleted', () => {
  it('ends without a choice of the new state', async () => {
    await using setup = await WorkSetup.open();
    const openedRepository = setup.openRepository((git) => git.createBranch('other'));
    const { currentItems } = setup.work;
    const deletedItem = {
      project: setup.item(27).address.project,
      id: randomUUID(),
      identifier: 'WEB-99',
      name: 'Deleted',
    };
    await currentItems.storeCurrent(setup.session, openedRepository.repository, deletedItem);
    const goneReport = new Promise<void>((resolve) => {
      currentItems.onDidChange(() => currentItems.activeItem?.isGone === true && resolve());
    });
    await openedRepository.checkout('other');
    await openedRepository.checkout('main');
    await goneReport;
    const finishPromise = setup.work.end('finish');
    (await setup.prompts.message('Finished work on WEB-99.')).close();
    await finishPromise;
    expect(currentItems.activeItem).toBeUndefined();
  });
});

describe('Finish Work and Stop Work, for a work item that only the branch name mentions,', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('load the work item before they show the states', async () => {
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-27-undo'));
    const finishPromise = setup.work.end('finish');
    await finishWith(setup);
    (await setup.prompts.message('Finished work on WEB-27.')).close();
    await finishPromise;
    // The branch name still contains the identifier, but the user has finished the work.
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('do not show the list of states if the work item does not exist', async () => {
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-9999'));
    const stopPromise = setup.work.end('stop');
    (await setup.prompts.message('Stopped work on WEB-9999.')).close();
    await stopPromise;
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('reject if the work item cannot be loaded, and do not end work', async () => {
    setup.proxy.inject((_, path) => path.includes('WEB-27'), answerWith(400, { error: 'No' }));
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-27-undo'));
    await expect(setup.work.end('stop')).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
  });
});

describe('The base branch of the current work item', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('is checked out when the user selects Check Out after work was stopped', async () => {
    const { git } = await setup.openWithCurrentItem(27);
    const ended = setup.work.end('stop');
    (await setup.prompts.list('Stop Work')).pick('Keep Todo');
    const message = await setup.prompts.message('Stopped work on WEB-27.');
    expect(message.buttons).toEqual(['Check Out main']);
    message.select('Check Out main');
    await ended;
    expect(git.currentBranch).toBe('main');
  });

  it('is not checked out if git fails, and the message contains the error of git', async () => {
    const { git } = await setup.openWithCurrentItem(27);
    git.write('README.md', 'Two.\n');
    git.commit('Go on');
    git.write('README.md', 'Three.\n');
    const ended = setup.work.end('stop');
    (await setup.prompts.list('Stop Work')).pick('Keep Todo');
    (await setup.prompts.message('Stopped work on WEB-27.')).select('Check Out main');
    await ended;
    const error = await setup.prompts.message('Git could not check out the branch “main”: ');
    expect(error.words).toContain('README.md');
    expect([git.currentBranch, git.run('status', '--porcelain')]).toEqual(['web-27-begun', 'M README.md']);
  });

  it('has no Check Out button in the message if it is already checked out', async () => {
    const { repository } = setup.openRepository();
    await setup.setCurrentItem(27, repository, 'main');
    const ended = setup.work.end('stop');
    (await setup.prompts.list('Stop Work')).pick('Keep Todo');
    const message = await setup.prompts.message('Stopped work on WEB-27.');
    expect(message.buttons).toEqual([]);
    message.close();
    await ended;
  });
});

describe('A work item that was deleted or moved since its branch was checked out', () => {
  it.each(['stop', 'finish'] as const)('does not keep the user from ending work on the branch: %s', async (ending) => {
    await using setup = await WorkSetup.open();
    await setup.openWithCurrentItem(27);
    const { project, id } = setup.item(27).address;
    await setup.session.client.call.deleteWorkItem({ project_id: project, work_item_id: id });
    const ended = setup.work.end(ending);
    if (ending === 'finish') {
      const list = await setup.prompts.list('Finish Work on WEB-27');
      expect(list.visible.join()).not.toContain('Change the state');
      list.check();
      list.enter();
    }
    (await setup.prompts.message('work on WEB-27.')).close();
    await ended;
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });
});
