// Tests the flow of Copy Project To…: project, account, plan, progress, pause, outcome and report.
import { describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { readList } from '../../../support/requests.ts';
import { sample } from '../../../support/testServer.ts';
import { type CopyWindow, OTHER_ACCOUNT, openCopyWindow } from './setup.ts';

// Each test sends hundreds of requests, which may be slow when other tests run at the same time.
vi.setConfig({ testTimeout: 60_000 });

const webRow = { kind: 'project', project: sample.project('WEB') };
const isCommentPost = matchRequest('POST', '/comments/');

/** Plans the copy of Atlas Web to the other account, and accepts the plan. */
async function acceptPlan({ copyProject, window }: CopyWindow): Promise<string> {
  const planned = window.whileTimePasses(copyProject.plan(webRow));
  (await window.prompts.list('Copy Project: Account')).pick('Company');
  (await window.prompts.message('Copy “Atlas Web” to company at plane.company.example as “Atlas Web”?')).select(
    'Copy Project',
  );
  const id = await planned;
  if (id === undefined) throw new Error('The copy was not planned');
  return id;
}

async function copiedItemCount({ targetServer }: CopyWindow): Promise<number> {
  const [project] = await readList(targetServer, 'projects/');
  return (await readList(targetServer, `projects/${String(project?.['id'])}/work-items/`)).length;
}

describe('Copy Project', () => {
  it('asks for the project and the account, and shows what is copied and what is not', async () => {
    await using copyWindow = await openCopyWindow();
    const { copyProject, window, copies } = copyWindow;
    const { prompts } = window;
    const planned = window.whileTimePasses(copyProject.plan(undefined));
    const projects = await prompts.list('Copy Project');
    await projects.waitUntilIdle();
    projects.pick('Atlas Web');
    (await prompts.list('Copy Project: Account')).press(BACK_BUTTON.id);
    const reopenedProjects = await prompts.list('Copy Project');
    await reopenedProjects.waitUntilIdle();
    reopenedProjects.pick('Atlas Web');
    (await prompts.list('Copy Project: Account')).pick('Company');
    const question = await prompts.message('Copy “Atlas Web” to company at plane.company.example as “Atlas Web”?');
    expect(question.words).toContain('28 work items');
    expect(question.words).toMatch(/The copy takes at least \d+ minute/);
    expect(question.words).toMatch(/Not members of the target workspace: .*Bruno Keller/);
    expect(question.words).toContain('The types of 28 work items are not copied.');
    question.select('Copy Project');
    const id = await planned;
    expect(await copies.list()).toEqual([id]);
    expect((await copies.open(id ?? ''))?.accounts).toEqual({ source: window.session.account, target: OTHER_ACCOUNT });
    expect(prompts.progressShown.map(({ title }) => title)).toEqual(['Reading the project…']);
    expect(copyWindow.openClientCount()).toBe(0);
  });

  it('starts no copy if the user cancels the list of accounts, the progress or the confirmation', async () => {
    await using copyWindow = await openCopyWindow();
    const { copyProject, window, copies } = copyWindow;
    const { prompts } = window;
    const withoutAccount = window.whileTimePasses(copyProject.plan(webRow));
    const accounts = await prompts.list('Copy Project: Account');
    expect(accounts.buttons).toEqual([]);
    accounts.escape();
    expect(await withoutAccount).toBeUndefined();

    const withoutConfirmation = window.whileTimePasses(copyProject.plan(webRow));
    (await prompts.list('Copy Project: Account')).pick('Company');
    (await prompts.message('Copy “Atlas Web”')).close();
    expect(await withoutConfirmation).toBeUndefined();

    const canceledPlan = window.whileTimePasses(copyProject.plan(webRow)).catch((error: Error) => error.message);
    (await prompts.list('Copy Project: Account')).pick('Company');
    await vi.waitUntil(() => prompts.progressShown.length === 2);
    prompts.progressShown[1]?.cancel();
    expect(await canceledPlan).toBe('fault: cancelled');
    expect(await copies.list()).toEqual([]);
    expect(copyWindow.openClientCount()).toBe(0);
  });

  it('shows a message if the user has signed out of the account while the list of accounts was open', async () => {
    await using copyWindow = await openCopyWindow();
    const { copyProject, window, copies, accounts } = copyWindow;
    const planned = window.whileTimePasses(copyProject.plan(webRow));
    const list = await window.prompts.list('Copy Project: Account');
    accounts.delete(OTHER_ACCOUNT);
    list.pick('Company');
    await window.prompts.message(
      'The key or token of company at plane.company.example is no longer stored. Sign in to the account again.',
    );
    expect(await planned).toBeUndefined();
    expect(await copies.list()).toEqual([]);
  });

  it('shows an error with the target account and Sign In Again if the target server rejects the key', async () => {
    await using copyWindow = await openCopyWindow();
    const { copyProject, window, copies, targetProxy } = copyWindow;
    const { prompts } = window;
    targetProxy.inject(() => true, { kind: 'invalidKey' });
    const planned = window.whileTimePasses(copyProject.plan(webRow));
    (await prompts.list('Copy Project: Account')).pick('Company');
    (await prompts.message('The key or token of company at plane.company.example')).select('Sign In Again…');
    expect(await planned).toBeUndefined();
    await vi.waitUntil(() => prompts.commands.length > 0);
    expect(prompts.commands).toEqual([[COMMANDS.signInAgain, OTHER_ACCOUNT]]);
    expect(await copies.list()).toEqual([]);
  });

  it('asks for another name and identifier if the target workspace already uses them, and Back keeps the typed texts', async () => {
    await using copyWindow = await openCopyWindow({});
    const { copyProject, window, copies } = copyWindow;
    const { prompts } = window;
    const planned = window.whileTimePasses(copyProject.plan(webRow));
    (await prompts.list('Copy Project: Account')).pick('Company');
    const nameBox = await prompts.textBox('Name of the new project');
    expect(nameBox.text).toBe('Atlas Web (copy)');
    nameBox.enter('Atlas Web');
    await nameBox.handled();
    expect(nameBox.message).toBe('A project with this name already exists.');
    nameBox.type('Atlas Copy');
    nameBox.enter();
    const identifierBox = await prompts.textBox('Identifier of the new project');
    expect([identifierBox.title, identifierBox.text]).toEqual(['Copy Project: Identifier', 'WEB2']);
    identifierBox.type('api');
    identifierBox.enter();
    await identifierBox.handled();
    expect(identifierBox.message).toBe('A project with this identifier already exists.');
    identifierBox.type('copy');
    identifierBox.press('back');
    const reopenedNameBox = await prompts.textBox('Name of the new project');
    expect(reopenedNameBox.text).toBe('Atlas Copy');
    reopenedNameBox.enter();
    const reopenedIdentifierBox = await prompts.textBox('Identifier of the new project');
    expect(reopenedIdentifierBox.text).toBe('copy');
    reopenedIdentifierBox.enter();
    (await prompts.message('Copy “Atlas Web” to company at plane.company.example as “Atlas Copy”?')).select(
      'Copy Project',
    );
    const copy = await copies.open((await planned) ?? '');
    expect(copy?.plan.project).toEqual({ name: 'Atlas Copy', identifier: 'COPY' });
  });

  it('shows the missing scopes instead of a confirmation if the access token lacks scopes', async () => {
    const tokenScopes = ['projects:read', 'workspaces.members:read'];
    await using copyWindow = await openCopyWindow({ seed: { kind: 'empty' }, tokenScopes }, true);
    const { copyProject, window, copies } = copyWindow;
    const planned = window.whileTimePasses(copyProject.plan(webRow));
    (await window.prompts.list('Copy Project: Account')).pick('Company');
    const error = await window.prompts.message("The project can't be copied.");
    expect(error.words).toContain('projects:write');
    expect(await planned).toBeUndefined();
    expect(await copies.list()).toEqual([]);
  });
});

describe('A copy of a project', () => {
  const copyWindow = forEachTest(openCopyWindow);

  it('shows its progress and its outcome, and opens the report when the user selects Show Report', async () => {
    const { runs, window, copies, reports } = copyWindow;
    const { prompts } = window;
    const run = window.whileTimePasses(runs.run(await acceptPlan(copyWindow)));
    const outcome = await prompts.message('Copied “Atlas Web”.');
    expect(outcome.kind).toBe('info');
    outcome.select('Show Report');
    await run;
    expect(prompts.progressShown[1]?.title).toBe('Copying “Atlas Web” (Cancel pauses the copy)');
    expect(prompts.progressShown[1]?.messages.at(-1)).toBe('59 of 59 entries');
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('# Copy of Atlas Web (WEB)');
    expect(reports[0]).toContain('- 28 of 28 work items');
    expect(await copiedItemCount(copyWindow)).toBe(28);
    expect(await copies.list()).toEqual([]);
    expect(copyWindow.openClientCount()).toBe(0);
  });

  it('to the same workspace reloads the list of projects', async () => {
    const { copyProject, runs, window } = copyWindow;
    const { prompts, session } = window;
    const projects = session.store.resources.projects.list();
    await window.whileTimePasses(projects.read());
    const planned = window.whileTimePasses(copyProject.plan(webRow));
    (await prompts.list('Copy Project: Account')).pick('This workspace');
    (await prompts.textBox('Name of the new project')).enter('Atlas Copy');
    (await prompts.textBox('Identifier of the new project')).enter('COPY');
    (await prompts.message('Copy “Atlas Web” to this workspace as “Atlas Copy”?')).select('Copy Project');
    const run = window.whileTimePasses(runs.run((await planned) ?? ''));
    (await prompts.message('Copied “Atlas Web”.')).close();
    await run;
    const names = () => projects.state.ids.map((id) => session.store.resources.projects.get(id)?.name);
    await vi.waitUntil(() => names().includes('Atlas Copy'));
    expect(names()).toHaveLength(4);
  });

  it('pauses when the user cancels the progress, and continues when the user selects Continue', async () => {
    const { runs, window } = copyWindow;
    const { prompts } = window;
    const id = await acceptPlan(copyWindow);
    const run = window.whileTimePasses(runs.run(id));
    await copyWindow.targetProxy.waitForRequests(matchRequest('POST', '/work-items/'), 3);
    prompts.progressShown[1]?.cancel();
    (await prompts.message('The copy of “Atlas Web” is paused.')).select('Continue');
    (await prompts.message('Copied “Atlas Web”.')).close();
    await run;
    expect(await copiedItemCount(copyWindow)).toBe(28);
  });

  it('is reported as incomplete after a restart, and its files are deleted when the user selects Discard', async () => {
    const { runs, window, copies } = copyWindow;
    const { prompts } = window;
    await acceptPlan(copyWindow);
    const offer = window.whileTimePasses(runs.offerUnfinished());
    (await prompts.message('The copy of “Atlas Web” is not complete.')).select('Discard');
    await offer;
    expect(await copies.list()).toEqual([]);
  });

  it('is paused without a message when the window closes, and continues in the next window', async () => {
    const { runs, window } = copyWindow;
    const { prompts } = window;
    const run = window.whileTimePasses(runs.run(await acceptPlan(copyWindow)));
    await copyWindow.targetProxy.waitForRequests(matchRequest('POST', '/work-items/'), 3);
    const nextRuns = copyWindow.reopen();
    await run;
    expect(prompts.pending).toEqual([]);
    expect(await copiedItemCount(copyWindow)).toBeLessThan(28);
    const offer = window.whileTimePasses(nextRuns.offerUnfinished());
    (await prompts.message('The copy of “Atlas Web” is not complete.')).select('Continue');
    (await prompts.message('Copied “Atlas Web”.')).close();
    await offer;
    expect(await copiedItemCount(copyWindow)).toBe(28);
  });

  it('does not start while it is running in another window', async () => {
    const { runs, window, copies } = copyWindow;
    const id = await acceptPlan(copyWindow);
    const lock = await copies.lock(id);
    const run = window.whileTimePasses(runs.run(id));
    (await window.prompts.message('being copied in another window')).close();
    await run;
    await window.whileTimePasses(runs.offerUnfinished());
    expect(window.prompts.pending).toEqual([]);
    await lock?.release();
  });

  it('is reported as incomplete one minute after the window that ran the copy has crashed', async () => {
    const { runs, window, copiesOfCrashedWindow, copies } = copyWindow;
    const id = await acceptPlan(copyWindow);
    const crashedAt = window.clock.now();
    await copiesOfCrashedWindow().lock(id);
    const offer = window.whileTimePasses(runs.offerUnfinished());
    (await window.prompts.message('The copy of “Atlas Web” is not complete.')).select('Discard');
    expect(window.clock.now() - crashedAt).toBeGreaterThanOrEqual(60_000);
    await offer;
    expect(await copies.list()).toEqual([]);
  });

  it('lists failed records in the report, and the next run copies them', async () => {
    const { runs, window, reports, targetProxy } = copyWindow;
    const { prompts } = window;
    const id = await acceptPlan(copyWindow);
    targetProxy.inject(isCommentPost, answerWith(400, { comment_html: ['Not allowed.'] }), 1);
    const run = window.whileTimePasses(runs.run(id));
    const outcome = await prompts.message('except for 1 entry that failed');
    expect(outcome.kind).toBe('warning');
    outcome.select('Show Report');
    await run;
    expect(reports[0]).toMatch(/## Failed\n\n- Comment “Use the board with the keyboard alone”: .*Not allowed/);
    const secondRun = window.whileTimePasses(runs.run(id));
    (await prompts.message('Copied “Atlas Web”.')).close();
    await secondRun;
  });

  it('is interrupted if a key is rejected, and continues after the user has signed in again', async () => {
    const { runs, window, targetProxy } = copyWindow;
    const { prompts } = window;
    const id = await acceptPlan(copyWindow);
    targetProxy.inject((method) => method === 'POST', { kind: 'invalidKey' });
    const run = window.whileTimePasses(runs.run(id));
    const message = await prompts.message('The copy of “Atlas Web” was interrupted. Authentication failed.');
    expect(message.words).toContain('company at plane.company.example');
    targetProxy.removeFaults();
    message.select('Sign In Again…');
    (await prompts.message('Copied “Atlas Web”.')).close();
    await run;
    expect(prompts.commands).toEqual([[COMMANDS.signInAgain, OTHER_ACCOUNT]]);
  });

  it('asks the user to sign in if the target account is no longer signed in', async () => {
    const { runs, window, accounts, copies } = copyWindow;
    const id = await acceptPlan(copyWindow);
    accounts.delete(OTHER_ACCOUNT);
    const run = window.whileTimePasses(runs.run(id));
    (await window.prompts.message('Sign in to both accounts of the copy')).close();
    await run;
    expect(await copies.list()).toEqual([id]);
  });
});
