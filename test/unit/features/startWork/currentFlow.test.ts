// Tests the menu of the current work item, and setting the current work item.
import { describe, expect, it } from 'vitest';
import { advanceUntilDone } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';
import { deferred } from '../../std/deferred.ts';
import { WorkSetup } from './setup.ts';

const COMMAND_LABELS = [
  'Open Work Item',
  'Comment on Work Item…',
  'Change State…',
  'Copy…',
  'Finish Work…',
  'Stop Work…',
  'Change Current Work Item…',
];

const setup = forEachTest(() => WorkSetup.open());

describe('The menu of the current work item', () => {
  it('runs the picked command with the current work item', async () => {
    await setup.setCurrentItem(27, undefined);
    const { prompts } = setup;
    for (const label of COMMAND_LABELS) {
      const menuPromise = setup.work.showActions();
      const menu = await prompts.list('Select an action');
      expect(menu.title).toBe('WEB-27 Undo after deleting a column');
      expect(menu.visible).toEqual(COMMAND_LABELS);
      menu.pick(label);
      await menuPromise;
    }
    expect(prompts.commands.map(([id]) => id)).toEqual([
      'contrail.openWorkItem',
      'contrail.comment',
      'contrail.changeState',
      'contrail.copy',
      'contrail.finishWork',
      'contrail.stopWork',
      'contrail.setCurrentItem',
    ]);
    for (const [, target] of prompts.commands) expect(target).toEqual(setup.item(27).address);
  });

  it('contains Set Current Work Item and Start Work if there is no current work item', async () => {
    const menuPromise = setup.work.showActions();
    const menu = await setup.prompts.list('No current work item');
    expect(menu.visible).toEqual(['Set Current Work Item…', 'Start Work…']);
    menu.pick('Start Work…');
    await menuPromise;
    expect(setup.prompts.commands).toEqual([['contrail.startWork', undefined]]);
  });

  it('contains only commands that do not need the work item if the work item does not exist', async () => {
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-9999'));
    const menuPromise = setup.work.showActions();
    const menu = await setup.prompts.list('WEB-9999');
    expect(menu.visible).toEqual(['Finish Work…', 'Stop Work…', 'Change Current Work Item…']);
    menu.escape();
    await menuPromise;
    expect(setup.prompts.commands).toEqual([]);
  });
});

describe('The current work item', () => {
  it.each([
    ['that the branch names', 'web-27-undo', '/work-items/WEB-27/'],
    ['that the user has set', 'undo', `/work-items/${sample.workItem('WEB', 27)}/`],
  ])('%s is read again when the server answers after it could not be reached', async (_, branch, path) => {
    await using setup = await WorkSetup.open();
    const { client } = setup.session;
    setup.proxy.inject(matchRequest('GET', path), { kind: 'closed' });
    const failedRequest = new Promise<void>((resolve) => {
      client.onDidUpdateReachability((isReached) => !isReached && resolve());
    });
    const opened = setup.openRepository((git) => git.run('checkout', '--quiet', '-b', branch));
    if (branch === 'undo') {
      const stored = { ...setup.item(27).address, identifier: 'WEB-27', name: 'Stored' };
      await setup.work.currentItems.storeCurrent(setup.session, opened.repository, stored);
      await opened.checkout('main');
      await opened.checkout(branch);
    }
    await advanceUntilDone(setup.clock, failedRequest);
    setup.proxy.removeFaults();
    await client.call.getCurrentUser({});
    await until('the name', () => setup.work.currentItems.activeItem?.name.startsWith('Undo after'));
  });
});

describe('Copy Branch Name', () => {
  it('copies the name of the template, or of the branch that exists', async () => {
    await setup.work.copyBranchName(setup.item(27));
    setup.openRepository((git) => git.createBranch('fix/WEB-27'));
    await setup.work.copyBranchName(setup.item(27));
    expect(setup.prompts.copiedTexts).toEqual(['WEB-27-undo-after-deleting-a-column', 'fix/WEB-27']);
    expect(setup.prompts.statusMessages.at(-1)).toBe('Copied fix/WEB-27');
  });

  it('says what is wrong with the template instead of copying an invalid name', async () => {
    setup.settings.branchTemplate = '${unknown}';
    await setup.work.copyBranchName(setup.item(27));
    expect(await setup.prompts.message('contrail.work.branchTemplate')).toMatchObject({ kind: 'warning' });
    expect(setup.prompts.copiedTexts).toEqual([]);
  });
});

describe('Set Current Work Item', () => {
  it('sets the work item for the checked-out branch only, and inserts its commit message prefix', async () => {
    const openedRepository = setup.openRepository((git) => git.createBranch('other'));
    await setup.work.setCurrent(setup.item(27));
    // The status bar item shows the work item, so no message is needed.
    expect(setup.prompts.statusMessages).toEqual([]);
    expect(openedRepository.inputBox.value).toBe('WEB-27: ');
    await openedRepository.checkout('other');
    expect(setup.work.currentItems.activeItem).toBeUndefined();
    expect(openedRepository.inputBox.value).toBe('');
    await openedRepository.checkout('main');
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
  });

  it('shows the current work item of the checked-out branch in My Work, without a request', async () => {
    const openedRepository = setup.openRepository((git) => git.createBranch('other'));
    await setup.work.setCurrent(setup.item(27));
    expect(setup.shownCurrentIdentifier).toBe('WEB-27');
    const requestCountBefore = setup.proxy.requests.length;
    await openedRepository.checkout('other');
    expect(setup.shownCurrentIdentifier).toBeUndefined();
    await openedRepository.checkout('main');
    expect(setup.shownCurrentIdentifier).toBe('WEB-27');
    expect(setup.proxy.requests.length).toBe(requestCountBefore);
  });

  it('changes nothing in My Work before git has scanned the folders', async () => {
    const scan = deferred<void>();
    await using setup = await WorkSetup.open(scan.promise);
    setup.shownCurrentIdentifier = 'as the last time';
    await setup.session.store.resources.states.readAll(sample.project('WEB'));
    expect(setup.shownCurrentIdentifier).toBe('as the last time');
    scan.resolve();
    await until('the scan', () => setup.shownCurrentIdentifier === undefined);
  });

  it('replaces the current work item, and keeps the stored base branch', async () => {
    await setup.openWithCurrentItem(27);
    await setup.work.setCurrent(setup.item(28));
    expect(setup.work.currentItems.activeItem).toMatchObject({ identifier: 'WEB-28', base: 'main' });
  });

  it('shows a status bar message if the work item is set in a repository that is not active', async () => {
    setup.openRepository();
    setup.openRepository(undefined, 'courier');
    const set = setup.work.setCurrent(setup.item(27));
    (await setup.prompts.list('Select a repository')).pick('courier');
    await set;
    expect(setup.work.currentItems.activeItem).toBeUndefined();
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 is the current work item']);
  });

  it('changes nothing if the user closes the list of repositories', async () => {
    setup.openRepository();
    setup.openRepository(undefined, 'courier');
    const set = setup.work.setCurrent(setup.item(27));
    const repositories = await setup.prompts.list('Select a repository');
    expect(repositories.title).toBe('Set Current Work Item');
    repositories.escape();
    await set;
    expect(setup.prompts.statusMessages).toEqual([]);
  });
});
