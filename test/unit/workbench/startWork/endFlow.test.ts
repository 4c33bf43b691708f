// Tests finishing and stopping work on the current work item.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerWith } from '../../../support/faultProxy.ts';
import { WorkSetup } from './setup.ts';

const NO_CURRENT = 'There is no current work item. Start work on a work item or set one first.';

describe('Finish Work and Stop Work', () => {
  it.each([
    [
      'finish',
      'Finish Work on WEB-27 (Todo)',
      'Finished',
      ['Done', 'In Progress', 'In Review', 'Cancelled', 'Backlog'],
    ],
    ['stop', 'Stop Work on WEB-27 (Todo)', 'Stopped', ['Backlog', 'In Progress', 'In Review', 'Done', 'Cancelled']],
  ] as const)(
    'change the state to the picked state, and clear the current work item: %s',
    async (ending, title, verb, states) => {
      await using setup = await WorkSetup.open();
      const { git, inputBox } = await setup.openWithCurrentItem(27);
      expect(inputBox.value).toBe('WEB-27: ');
      const ended = setup.work.end(ending);
      const list = await setup.prompts.list('Select the new state');
      expect(list.title).toBe(title);
      expect(list.visible).toEqual([...states.map((name) => `Change to ${name}`), 'Keep Todo']);
      list.pick(`Change to ${states[0]}`);
      (await setup.prompts.message(`${verb} work on WEB-27: changed the state to ${states[0]}.`)).close();
      await ended;
      expect(await setup.itemOnServer(27)).toMatchObject({ state: states[0] });
      expect(setup.work.currentItems.activeItem).toBeUndefined();
      expect(inputBox.value).toBe('');
      expect(git.currentBranch).toBe('web-27-begun');
    },
  );

  it('send no change if the user keeps the state', async () => {
    await using setup = await WorkSetup.open();
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

  it('list “Keep Done” as the first row if the work item is already done', async () => {
    await using setup = await WorkSetup.open();
    await setup.openWithCurrentItem(2);
    const finishPromise = setup.work.end('finish');
    const list = await setup.prompts.list('Finish Work on WEB-2 (Done)');
    expect(list.visible.slice(0, 2)).toEqual(['Keep Done', 'Change to In Progress']);
    list.escape();
    await finishPromise;
  });

  it('change nothing if the user closes the list of states', async () => {
    await using setup = await WorkSetup.open();
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
    await using setup = await WorkSetup.open();
    const { inputBox } = await setup.openWithCurrentItem(27);
    inputBox.value = 'WEB-27: Undo the deletion';
    const ended = setup.work.end('finish');
    (await setup.prompts.list('Finish Work')).pick('Keep Todo');
    (await setup.prompts.message('Finished work on WEB-27.')).close();
    await ended;
    expect(inputBox.value).toBe('WEB-27: Undo the deletion');
  });

  it('end work that was started without a repository', async () => {
    await using setup = await WorkSetup.open();
    await setup.setCurrentItem(27, undefined);
    const ended = setup.work.end('finish');
    (await setup.prompts.list('Finish Work on WEB-27')).pick('Keep Todo');
    (await setup.prompts.message('Finished work on WEB-27.')).close();
    await ended;
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('show a message if there is no current work item', async () => {
    await using setup = await WorkSetup.open();
    setup.openRepository();
    await setup.work.end('finish');
    await setup.prompts.message(NO_CURRENT);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('reject if the states cannot be loaded, and do not change the current work item', async () => {
    await using setup = await WorkSetup.open();
    await setup.openWithCurrentItem(27);
    setup.proxy.inject((_, path) => path.includes('/states/'), answerWith(403, { error: 'No' }));
    await expect(setup.work.end('finish')).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
  });
});

describe('A state change that fails when work ends', () => {
  const QUESTION = 'The state of WEB-27 was not changed to Done. The server rejected the request (No).';

  it('is sent again when the user selects Retry and picks the state again', async () => {
    await using setup = await WorkSetup.open();
    await setup.openWithCurrentItem(27);
    setup.rejectChanges(27, 1);
    const ended = setup.work.end('finish');
    (await setup.prompts.list('Finish Work')).pick('Change to Done');
    const error = await setup.prompts.message(QUESTION);
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry', 'Finish Anyway'] });
    error.select('Retry');
    (await setup.prompts.list('Finish Work on WEB-27 (Todo)')).pick('Change to Done');
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
    (await setup.prompts.list('Work on WEB-27')).pick('Change to Done');
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
    (await setup.prompts.list('Finish Work')).pick('Change to Done');
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
  it('load the work item before they show the states', async () => {
    await using setup = await WorkSetup.open();
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-27-undo'));
    const finishPromise = setup.work.end('finish');
    (await setup.prompts.list('Finish Work on WEB-27 (Todo)')).pick('Keep Todo');
    (await setup.prompts.message('Finished work on WEB-27.')).close();
    await finishPromise;
    // The branch name still contains the identifier, but the user has finished the work.
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('do not show the list of states if the work item does not exist', async () => {
    await using setup = await WorkSetup.open();
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-9999'));
    const stopPromise = setup.work.end('stop');
    (await setup.prompts.message('Stopped work on WEB-9999.')).close();
    await stopPromise;
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('reject if the work item cannot be loaded, and do not end work', async () => {
    await using setup = await WorkSetup.open();
    setup.proxy.inject((_, path) => path.includes('WEB-27'), answerWith(400, { error: 'No' }));
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-27-undo'));
    await expect(setup.work.end('stop')).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
  });
});

describe('The base branch of the current work item', () => {
  it('is checked out when the user selects Check Out after work has ended', async () => {
    await using setup = await WorkSetup.open();
    const { git } = await setup.openWithCurrentItem(27);
    const ended = setup.work.end('finish');
    (await setup.prompts.list('Finish Work')).pick('Keep Todo');
    const message = await setup.prompts.message('Finished work on WEB-27.');
    expect(message.buttons).toEqual(['Check Out main']);
    message.select('Check Out main');
    await ended;
    expect(git.currentBranch).toBe('main');
  });

  it('is not checked out if git fails, and the message contains the error of git', async () => {
    await using setup = await WorkSetup.open();
    const { git } = await setup.openWithCurrentItem(27);
    git.write('README.md', 'Two.\n');
    git.commit('Go on');
    git.write('README.md', 'Three.\n');
    const ended = setup.work.end('finish');
    (await setup.prompts.list('Finish Work')).pick('Keep Todo');
    (await setup.prompts.message('Finished work on WEB-27.')).select('Check Out main');
    await ended;
    const error = await setup.prompts.message('Git could not check out the branch “main”: ');
    expect(error.words).toContain('README.md');
    expect([git.currentBranch, git.run('status', '--porcelain')]).toEqual(['web-27-begun', 'M README.md']);
  });

  it('has no Check Out button in the message if it is already checked out', async () => {
    await using setup = await WorkSetup.open();
    const { repository } = setup.openRepository();
    await setup.setCurrentItem(27, repository, 'main');
    const ended = setup.work.end('finish');
    (await setup.prompts.list('Finish Work')).pick('Keep Todo');
    const message = await setup.prompts.message('Finished work on WEB-27.');
    expect(message.buttons).toEqual([]);
    message.close();
    await ended;
  });
});
