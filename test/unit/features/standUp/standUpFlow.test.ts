// Tests the stand-up: what it contains, how many requests it takes, and where it is sent.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../src/core/cache/record.ts';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import { lastWorkingDay } from '../../../../src/features/standUp/ownChanges.ts';
import { writeStandUp } from '../../../../src/features/standUp/standUp.ts';
import { readOwnCommits } from '../../../../src/shell/git/commits.ts';
import { gitCommand } from '../../../../src/shell/git/gitCommand.ts';
import { todayAt } from '../../../../src/std/calendarDay.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { GitRepository, gitEnvironment } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';
import { sample } from '../../../support/testServer.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from '../quickEdit/setup.ts';

it.each([
  ['2026-11-27', '2026-11-26'],
  ['2026-11-30', '2026-11-27'],
  ['2026-11-29', '2026-11-27'],
])('The last working day before %s is %s', (today, day) => {
  expect(lastWorkingDay(today)).toBe(day);
});

describe('The stand-up', () => {
  let folder: string;
  let shown: string[];
  let drafted: string[];
  let readVersions: Map<string, ItemRecord>;
  const setup = forEachTest(() => QuickEditSetup.open());
  beforeEach(async () => {
    folder = temporaryFolder();
    shown = [];
    drafted = [];
    readVersions = new Map();
  });

  /** Writes the stand-up, selects the button in the message, and resolves with the text. */
  async function write(commits: readonly string[], button?: string): Promise<string> {
    const { prompts, sessions, session, clock } = setup;
    const resolver = new MentionResolver(session.store, { read: () => [], write: () => undefined }, clock);
    const written = writeStandUp({
      prompts,
      sessions,
      mentions: { resolver },
      repositories: {
        ready: async () => undefined,
        all: [{ ownCommits: async () => commits } as never],
      },
      items: { choose: async () => ({ session, address: webItem(28) }) },
      comments: { storeDraft: (_target, text) => void drafted.push(text) },
      documents: { isOpen: () => false, open: async () => undefined },
      clock,
      readVersions,
      showDocument: async (text) => {
        shown.push(text);
        return () => `${text}Mine.`;
      },
    });
    const message = await prompts.message('The stand-up is ready.');
    if (button === undefined) message.close();
    else message.select(button);
    await written;
    resolver.dispose();
    return shown.at(-1) ?? '';
  }

  const activityRequests = () => setup.proxy.matchingRequests((_, path) => path.includes('/activities/')).length;

  it('lists my changes of states, my commits, what is in progress and due, and what blocks it', async () => {
    const { store, me } = setup.session;
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
    await store.resources.states.readAll(WEB_PROJECT_ID);
    await store.resources.projects.list().readAll();
    const change = {
      state: sample.state('WEB', 'In Progress'),
      assignees: [me.id],
      target_date: todayAt(setup.clock.now()),
    };
    await setup.changeOnServer(28, { state: sample.state('WEB', 'Backlog') });
    await setup.changeOnServer(28, change);
    await store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    await store.relations.add(webItem(28), 'blocked_by', [webItem(1)]);
    await store.relations.list(webItem(28)).readAll();
    const before = activityRequests();
    const text = await write(['web-28: close the *socket*', 'Tidy up']);
    const url = `${setup.proxy.url}/${setup.session.workspace}/browse/WEB-28/`;
    const [done = '', today = '', blocked = ''] = text.split('\n## ');
    expect(done).toContain(`- [WEB-28](${url}) `);
    expect(done).toMatch(/Backlog → In Progress; web-28: close the \\\*socket\\\*$/m);
    expect(done).toContain('- Tidy up');
    expect(today).toMatch(/^Today\n\n(?:- .*\n)*- \[WEB-28\].*: In Progress; due /);
    expect(blocked).toMatch(/^Blocked\n\n- \[WEB-28\].*: blocked by \[WEB-1\]/);
    const count = activityRequests() - before;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(30);
    await write([]);
    expect(activityRequests() - before).toBe(count);
  });

  it('names a blocker whose own relations are loaded, as the rows do, and none that is closed', async () => {
    const { store, me } = setup.session;
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
    await store.resources.states.readAll(WEB_PROJECT_ID);
    await store.resources.projects.list().readAll();
    await setup.changeOnServer(28, { state: sample.state('WEB', 'In Progress'), assignees: [me.id] });
    await store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    await setup.changeOnServer(1, { state: sample.state('WEB', 'Todo') });
    await store.resources.workItems.readOne(webItem(1).id, WEB_PROJECT_ID);
    await store.relations.add(webItem(1), 'blocking', [webItem(28)]);
    await store.relations.list(webItem(1)).readAll();
    expect((await write([])).split('\n## ').at(-1)).toMatch(
      /^Blocked\n\n(?:- .*\n)*- \[WEB-28\].*: blocked by \[WEB-1\]/,
    );
    await setup.changeOnServer(1, { state: sample.state('WEB', 'Done') });
    await store.resources.workItems.readOne(webItem(1).id, WEB_PROJECT_ID);
    expect(await write([])).not.toContain('blocked by [WEB-1]');
  });

  it('takes one request for each changed work item, for its activities', async () => {
    const { store, me } = setup.session;
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
    for (let number = 1; number <= 10; number += 1) {
      await setup.changeOnServer(number, { assignees: [me.id], name: `Changed ${number}` });
      await store.resources.workItems.readOne(webItem(number).id, WEB_PROJECT_ID);
    }
    const before = setup.proxy.requests.length;
    await write([]);
    const paths = setup.proxy.requests.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => !path.includes('/activities/'))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
    for (let number = 1; number <= 10; number += 1)
      expect(paths.filter((path) => path.includes(webItem(number).id))).toHaveLength(1);
  });

  it('has a change that was made right after the last stand-up', async () => {
    const { store, me } = setup.session;
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
    await store.resources.states.readAll(WEB_PROJECT_ID);
    await setup.changeOnServer(28, { state: sample.state('WEB', 'In Progress'), assignees: [me.id] });
    await store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    expect(await write([])).not.toContain('In Progress → Done');
    await store.resources.workItems.update(webItem(28).id, { state: sample.state('WEB', 'Done') }, WEB_PROJECT_ID);
    expect(await write([])).toContain('In Progress → Done');
  });

  it('has what was done after the stand-up of the day before', async () => {
    const { store, me } = setup.session;
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
    await store.resources.states.readAll(WEB_PROJECT_ID);
    await setup.changeOnServer(28, { state: sample.state('WEB', 'In Progress'), assignees: [me.id] });
    await store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    await write([]);
    await setup.clock.advance(86_400_000);
    await setup.changeOnServer(28, { state: sample.state('WEB', 'Done') });
    await store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    expect(await write([])).toContain('In Progress → Done');
  });

  it('links no work item that the server no longer has', async () => {
    const { store, client, me } = setup.session;
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
    await store.resources.projects.list().readAll();
    await setup.changeOnServer(28, { state: sample.state('WEB', 'In Progress'), assignees: [me.id] });
    await store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    await client.call.deleteWorkItem({ project_id: WEB_PROJECT_ID, work_item_id: webItem(28).id });
    const text = await write(['WEB-28: close the socket']);
    expect(text).toContain('- WEB-28: close the socket');
    expect(text).not.toContain('[WEB-28]');
  });

  it('is written from what is known without a connection', async () => {
    setup.proxy.inject(() => true, { kind: 'closed' });
    expect(await write(['Tidy up'])).toMatch(/^## Since .*\n\n- Tidy up\n\n## Today\n\n- Nothing is known\.\n$/);
  });

  it('is copied, or becomes the draft of a comment, as the user has changed it', async () => {
    const text = await write([], 'Copy Stand-Up');
    expect(setup.prompts.copiedTexts).toEqual([`${text}Mine.`]);
    await write([], 'Send as Comment…');
    expect(drafted).toEqual([`${text}Mine.`]);
    expect(setup.proxy.matchingRequests((method) => method === 'POST')).toEqual([]);
  });

  it('takes commits from a real repository by the address of the author, also without a branch', async () => {
    const run = gitCommand('git', gitEnvironment());
    const git = GitRepository.createWithReadme(join(folder, 'web'));
    const since = Date.parse('2026-10-31T00:00:00Z');
    git.commit('Mine');
    git.run('-c', 'user.email=other@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'Theirs');
    git.run('checkout', '--quiet', '--detach');
    git.commit('Detached');
    expect(await readOwnCommits(run, git.folder, since)).toEqual(['Begin', 'Mine', 'Detached']);
    expect(await readOwnCommits(run, git.folder, Date.parse('2026-11-02T00:00:00Z'))).toEqual([]);
    expect(await readOwnCommits(run, folder, since)).toEqual([]);
  });
});
