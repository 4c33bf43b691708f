// Tests creating a pull request for the current work item, with a real git remote.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import type { OpenedRepository } from '../../../support/openedRepository.ts';
import { WorkSetup } from './setup.ts';

const ADD_LINK = 'When the pull request is created, add its link to WEB-27.';
const PULL_REQUEST = 'https://github.com/acme/web/pull/12';

/** Makes WEB-27 the current work item in a repository with this remote. Pushes go to a bare repository on disk. */
async function openWithRemote(
  setup: WorkSetup,
  address = 'git@github.com:acme/web.git',
): Promise<OpenedRepository & { readonly remote: GitRepository }> {
  const openedRepository = await setup.openWithCurrentItem(27);
  const remote = GitRepository.createBare(join(openedRepository.git.folder, '..', 'remote.git'));
  openedRepository.git.addRemote('origin', address);
  openedRepository.git.run('config', 'remote.origin.pushurl', remote.folder);
  return Object.assign(openedRepository, { remote });
}

async function linksOnServer(
  setup: WorkSetup,
): Promise<readonly { readonly url: string; readonly title?: string | null | undefined }[]> {
  const { project, id } = setup.item(27).address;
  const page = await setup.session.client.call.listLinks({ project_id: project, work_item_id: id, query: {} });
  return page.results;
}

const setup = forEachTest(() => WorkSetup.open());

describe('Create Pull Request', () => {
  it('pushes the branch after a confirmation, and opens the web page with title and description', async () => {
    const { remote } = await openWithRemote(setup);
    const creating = setup.work.createPullRequest();
    const question = await setup.prompts.message('Push web-27-begun to origin?');
    expect(question.words).toContain('The commits of the branch are not on github.com yet');
    question.select('Push');
    (await setup.prompts.message(ADD_LINK)).close();
    await creating;
    expect(remote.run('branch', '--list', 'web-27-begun')).toContain('web-27-begun');
    const url = new URL(setup.prompts.openedUrls[0] ?? '');
    expect(url.origin + url.pathname).toBe('https://github.com/acme/web/compare/main...web-27-begun');
    expect(url.searchParams.get('title')).toMatch(/^WEB-27 ./);
    expect(url.searchParams.get('body')).toContain('/browse/WEB-27');
    expect(setup.prompts.copiedTexts).toEqual([]);
  });

  it.each([
    [
      'the remote upstream for a branch that is pushed to a fork',
      'acme/web',
      'acme/web/compare/main...mara:web-27-begun',
    ],
    [
      'its own repository if the remote upstream is another one',
      'acme/template',
      'mara/web/compare/main...web-27-begun',
    ],
  ])('opens the page of %s', async (_, upstream, path) => {
    await using setup = await WorkSetup.open();
    const { git } = await openWithRemote(setup, 'git@github.com:mara/web.git');
    git.addRemote('upstream', `https://github.com/${upstream}.git`);
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message('Push web-27-begun to origin?')).select('Push');
    (await setup.prompts.message(ADD_LINK)).close();
    await creating;
    const url = new URL(setup.prompts.openedUrls[0] ?? '');
    expect(url.origin + url.pathname).toBe(`https://github.com/${path}`);
  });

  it('writes no link to a work item that the server no longer has, and says so', async () => {
    await using setup = await WorkSetup.open();
    await openWithRemote(setup);
    const { project, id } = setup.item(27).address;
    await setup.session.client.call.deleteWorkItem({ project_id: project, work_item_id: id });
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message('Push web-27-begun to origin?')).select('Push');
    (await setup.prompts.message('WEB-27 was not found on the server')).close();
    (await setup.prompts.message(ADD_LINK)).close();
    await creating;
    const url = new URL(setup.prompts.openedUrls[0] ?? '');
    expect(url.searchParams.get('title')).toMatch(/^WEB-27 ./);
    expect(url.searchParams.get('body')).toBe('');
  });

  it('opens nothing if the user does not push the branch', async () => {
    const { remote } = await openWithRemote(setup);
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message('Push web-27-begun to origin?')).close();
    await creating;
    expect(remote.run('branch', '--list')).toBe('');
    expect(setup.prompts.openedUrls).toEqual([]);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('shows the error of git if the push fails, and opens nothing', async () => {
    const openedRepository = await openWithRemote(setup);
    openedRepository.git.run('config', 'remote.origin.pushurl', join(openedRepository.git.folder, 'missing.git'));
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message('Push web-27-begun to origin?')).select('Push');
    const message = await setup.prompts.message('web-27-begun was not pushed.');
    expect(message.words).toContain('missing.git');
    await creating;
    expect(setup.prompts.openedUrls).toEqual([]);
  });

  it('does not ask for confirmation if all commits of the branch are already pushed', async () => {
    const openedRepository = await openWithRemote(setup);
    await openedRepository.push('origin', 'web-27-begun', true);
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message(ADD_LINK)).close();
    await creating;
    openedRepository.git.write('more.txt', 'More.\n');
    openedRepository.git.commit('More');
    await openedRepository.status();
    const secondRun = setup.work.createPullRequest();
    (await setup.prompts.message('Push web-27-begun to origin?')).close();
    await secondRun;
    expect(setup.prompts.openedUrls).toHaveLength(1);
  });

  it('copies title and description if the web page of the host does not accept them in the URL', async () => {
    const openedRepository = await openWithRemote(setup, 'git@bitbucket.org:acme/web.git');
    await openedRepository.push('origin', 'web-27-begun', true);
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message(ADD_LINK)).close();
    await creating;
    expect(setup.prompts.openedUrls[0]).toContain('https://bitbucket.org/acme/web/pull-requests/new');
    expect(setup.prompts.copiedTexts[0]).toMatch(/^WEB-27 .+\n\n\[WEB-27 /);
    expect(setup.prompts.statusMessages).toEqual(['Copied the title and the description for the pull request']);
  });

  it('runs the command of the installed extension for the git host instead of opening the web page', async () => {
    setup.pullRequestCommand = 'pr.create';
    const openedRepository = await openWithRemote(setup);
    await openedRepository.push('origin', 'web-27-begun', true);
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message(ADD_LINK)).close();
    await creating;
    expect(setup.prompts.commands).toEqual([['pr.create']]);
    expect(setup.prompts.openedUrls).toEqual([]);
  });

  it.each([
    ['no remote', undefined, 'No remote of atlas is on a Git server with web pages.'],
    ['a folder as its remote', '/srv/git/web.git', 'No remote of atlas is on a Git server with web pages.'],
  ])('shows the reason if the repository has %s', async (_, address, reason) => {
    const openedRepository = await setup.openWithCurrentItem(27);
    if (address !== undefined) openedRepository.git.addRemote('origin', address);
    await setup.work.createPullRequest();
    await setup.prompts.message(reason);
  });

  it.each([
    'git@code.example.com:acme/web.git',
    'git@github.com-work:acme/web.git',
    'git@ssh.gitlab.example.org:acme/web.git',
  ])('asks for the type and the web address of an unknown Git server: %s', async (address) => {
    const openedRepository = await setup.openWithCurrentItem(27);
    openedRepository.git.addRemote('origin', address);
    const creation = setup.work.createPullRequest();
    (await setup.prompts.message('so there is no link')).select('Specify Git Server…');
    (await setup.prompts.list('Select the type of the Git server')).pick('GitLab');
    const box = await setup.prompts.textBox('The web address of the Git server');
    box.enter('code.example.org');
    await box.handled();
    expect(box.message).toContain('starts with https://');
    box.enter('https://code.example.org/git');
    (await setup.prompts.message('Push ')).close();
    await creation;
    expect(Object.values(setup.codeHosts)).toEqual([{ type: 'gitlab', url: 'https://code.example.org/git' }]);
  });

  it('shows the reason if the base branch is checked out, or if there is no current work item', async () => {
    const openedRepository = setup.openRepository();
    await setup.work.createPullRequest();
    await setup.prompts.message('There is no current work item.');
    await setup.setCurrentItem(27, openedRepository.repository, 'main');
    await setup.work.createPullRequest();
    await setup.prompts.message('main is the base branch of this work item.');
    await setup.setCurrentItem(27, undefined);
  });
});

describe('Add Link after Create Pull Request', () => {
  async function openBox(setup: WorkSetup) {
    const openedRepository = await openWithRemote(setup);
    await openedRepository.push('origin', 'web-27-begun', true);
    const creating = setup.work.createPullRequest();
    (await setup.prompts.message(ADD_LINK)).select('Add Link…');
    return { creating, box: await setup.prompts.textBox('Add Pull Request to WEB-27') };
  }

  it('adds a link to the work item, with the number of the pull request in the title', async () => {
    const { creating, box } = await openBox(setup);
    box.enter(` ${PULL_REQUEST} `);
    await creating;
    expect(await linksOnServer(setup)).toContainEqual(
      expect.objectContaining({ url: PULL_REQUEST, title: 'Pull request #12' }),
    );
    expect(setup.prompts.statusMessages).toEqual(['Added the link to WEB-27']);
  });

  it('shows a message and keeps the text if the text is not a web address', async () => {
    const { creating, box } = await openBox(setup);
    box.enter('javascript:alert(1)');
    await box.handled();
    expect(box.message).toBe('Use a web address that starts with https:// or http://.');
    expect(box.text).toBe('javascript:alert(1)');
    box.escape();
    await creating;
    expect(setup.changeRequestCount).toBe(0);
  });

  it('shows an error of the server and keeps the text in the box, and adds no link that already exists', async () => {
    const { creating, box } = await openBox(setup);
    setup.proxy.inject(
      (method, path) => method === 'POST' && path.includes('/links/'),
      answerWith(400, { error: 'No' }),
      1,
    );
    box.enter(PULL_REQUEST);
    await expect.poll(() => box.message).toContain('The server rejected this (No).');
    expect(box.text).toBe(PULL_REQUEST);
    const { project, id } = setup.item(27).address;
    await setup.session.client.call.createLink({ project_id: project, work_item_id: id, body: { url: PULL_REQUEST } });
    box.enter();
    await creating;
    expect((await linksOnServer(setup)).filter(({ url }) => url === PULL_REQUEST)).toHaveLength(1);
  });
});
