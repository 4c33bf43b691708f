// End-to-end test of ten daily tasks in the sample folder: each takes at most so many clicks and keys.
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { createSampleFolder } from '../../src/features/sampleFolder/createSampleFolder.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { CountedUser } from './countedUser.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { readFromServer, step, waitUntilServerHas } from './steps.ts';

/** Replaces the folder of the window by the sample folder with its repository. */
async function openSampleFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true });
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  await createSampleFolder(folder, { git, now: Date.now() });
}

/** Does a task. Expects it to take at most `most` clicks and keys. */
async function task(
  { workbench }: Fixture,
  name: string,
  most: number,
  work: (user: CountedUser) => Promise<void>,
): Promise<void> {
  await step(name, async () => {
    const user = new CountedUser(workbench);
    await work(user);
    console.log(`${name}: ${user.actionCount} of at most ${most}`);
    expect(user.actionCount, name).toBeLessThanOrEqual(most);
  });
}

async function findOverdueItems({ workbench }: Fixture, user: CountedUser): Promise<void> {
  const myWork = workbench.view('My Work');
  await user.click(myWork.row('Overdue').locator);
  await until('the dates of the overdue work items', async () => {
    const rows = await myWork.rows();
    const first = rows.findIndex(({ label }) => label === 'Overdue') + 1;
    const overdue = rows.slice(first, first + 2);
    return overdue.every(({ level, description }) => level === 2 && /^\w{3} \d+.* · \d+ d$/.test(description));
  });
}

async function openByIdentifier({ workbench }: Fixture, user: CountedUser): Promise<void> {
  await user.press('Control+k');
  await user.press('g');
  await workbench.quickInput.waitUntilShown('Find by ID');
  await user.type('WEB-7');
  await user.press('Enter');
  await ItemPage.waitFor(workbench, 'WEB-7');
}

async function changeStateAndAssignee(fixture: Fixture, user: CountedUser): Promise<void> {
  const { frame } = await ItemPage.waitFor(fixture.workbench, 'WEB-7');
  const option = (name: string) => frame.locator('[role=option]', { hasText: name }).first();
  await user.pressUntil('s', option('In Review'));
  await user.type('in rev');
  await user.press('Enter');
  await option('In Review').waitFor({ state: 'detached' });
  await user.press('a');
  await option('Elif Aydin').waitFor();
  await user.type('elif');
  await user.press('Enter');
  await waitUntilServerHas(fixture, 'work-items/WEB-7/', ({ state, assignees }) => {
    const isAssigned = Array.isArray(assignees) && assignees.includes(sample.user('elif'));
    return state === sample.state('WEB', 'In Review') && isAssigned;
  });
}

async function commentFromPalette({ workbench }: Fixture, user: CountedUser): Promise<void> {
  const { quickInput } = workbench;
  await user.runFromPalette('comment on w', 'Contrail: Comment on Work Item…');
  await quickInput.waitUntilShown('Comment on WEB-7');
  await user.type('Does `drawCard` need the key, @');
  await quickInput.row('Elif Aydin').waitFor();
  await user.type('elif');
  await until('one member', async () => (await quickInput.rows()).length === 1);
  await user.press('Enter');
  await quickInput.waitUntilShown('Comment on WEB-7');
  await user.type('?');
  await user.press('Enter');
  await workbench.statusBarEntry('Commented on WEB-7 · Undo').waitFor();
  const page = await ItemPage.waitFor(workbench, 'WEB-7');
  const comment = page.comments.filter({ hasText: 'Does drawCard need the key, @Elif Aydin ?' });
  await comment.locator('code', { hasText: 'drawCard' }).waitFor();
}

async function linkCode(fixture: Fixture, user: CountedUser): Promise<void> {
  const { page, quickInput } = fixture.workbench;
  await user.runFromPalette('with selected code', 'Contrail: Comment with Selected Code…');
  await quickInput.waitUntilShown('Find by ID');
  await user.type('WEB-5');
  await quickInput.focusedRow('WEB-5').waitFor();
  await user.press('Enter');
  const thread = page.locator('.review-widget', { hasText: 'WEB-5' });
  await thread.locator('.comment-form .monaco-editor.focused').waitFor();
  await user.type('A column without cards has no row.');
  await user.press('Control+Enter');
  const path = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 5)}/comments/`;
  await waitUntilServerHas(fixture, path, (comments) => JSON.stringify(comments).includes('has no row'));
  await page.locator('.comment-range-glyph.comment-thread').first().waitFor();
}

async function goToLinkedCode({ workbench }: Fixture, user: CountedUser): Promise<void> {
  const { frame } = await ItemPage.waitFor(workbench, 'WEB-5');
  await user.click(frame.getByTestId('code-places').locator('.code-row').first());
  await workbench.tab('board.js').and(workbench.page.locator('.active')).waitFor();
}

async function createFromTodo(fixture: Fixture, user: CountedUser): Promise<void> {
  const { workbench } = fixture;
  const { page } = workbench;
  const quickFix = page.locator('.action-widget').getByText('Create work item from TODO (Contrail)');
  await user.pressUntil('Control+.', quickFix);
  await user.click(quickFix);
  const newItemPage = await RecordPage.waitFor(workbench, 'New Work Item');
  const chip = (field: string) => newItemPage.frame.locator(`[data-chip="${field}"]`);
  const openField = async (field: string): Promise<void> =>
    user.click((await chip(field).isVisible()) ? chip(field) : newItemPage.field(field).locator('.opener'));
  await openField('labels');
  await newItemPage.frame.getByRole('option', { name: 'Design' }).waitFor();
  await user.type('design');
  await user.press('Enter');
  await user.click(
    (await chip('target_date').isVisible())
      ? chip('target_date')
      : newItemPage.field('target_date').locator('input.input'),
  );
  await user.type('friday');
  await user.press('Control+Enter');
  await workbench.statusBarEntry(/WEB-\d+ created/).waitFor();
  // The entry is shown for some seconds only, so the identifier is read where it stays.
  const todo = page.locator('.view-line', { hasText: /TODO\(WEB-\d+\)/ }).first();
  const [identifier = ''] = /WEB-\d+/.exec((await todo.textContent()) ?? '') ?? [];
  const item = await readFromServer(fixture, `work-items/${identifier}/`);
  expect(item['labels']).toEqual([sample.label('WEB', 'Design')]);
  expect(new Date(String(item['target_date'])).getUTCDay()).toBe(5);
}

async function startAndFinishWork({ workbench, workspace }: Fixture, user: CountedUser): Promise<void> {
  const { quickInput } = workbench;
  const repository = new GitRepository(workspace);
  const page = await ItemPage.waitFor(workbench, 'WEB-5');
  await user.click(page.frame.getByTestId('startWork'));
  await quickInput.waitUntilShown('Start Work on WEB-5');
  await quickInput.row('Create this branch').waitFor();
  await user.press('Enter');
  await workbench.toast('Started work on WEB-5');
  expect(repository.currentBranch).toMatch(/web-5/i);
  await user.click(page.frame.getByTestId('finishWork'));
  await quickInput.waitUntilShown('Finish Work on WEB-5');
  await user.press('Enter');
  await workbench.toast('Finished work on WEB-5');
  await until('the branch main', () => repository.currentBranch === 'main');
}

async function filterAndSave({ workbench }: Fixture, user: CountedUser): Promise<void> {
  const { quickInput } = workbench;
  await user.clickTitleAction('Projects', 'Filter');
  await quickInput.waitUntilShown('Filter by words');
  await user.click(quickInput.row('Assigned to Me'));
  await quickInput.row('Clear Filter').waitFor();
  await user.click(quickInput.row(/^Open/));
  await until('both presets', async () => (await workbench.view('Projects').message()).includes('me'));
  await user.type('type:bug');
  await until('all conditions', async () => (await workbench.view('Projects').message()).includes('Bug'));
  // The row of the typed condition moves the rows below it.
  await quickInput.row(/^Bug/).waitFor();
  await user.click(quickInput.row('Save as View…'));
  await quickInput.waitUntilShown('Save View');
  await user.type('My bugs');
  await user.press('Enter');
  await workbench.view('My Work').row('My bugs').waitUntilShown();
}

async function findByWordsOfDescription({ workbench }: Fixture, user: CountedUser): Promise<void> {
  const { quickInput } = workbench;
  await user.press('Control+k');
  await user.press('g');
  await quickInput.waitUntilShown('Find by ID');
  for (const letter of 'blinks') {
    await user.type(letter);
    await until('a row for the typed letters', async () => (await quickInput.rows()).length > 0);
  }
  await quickInput.row('No title contains “blinks”').waitFor();
}

async function undoDrag(fixture: Fixture, user: CountedUser): Promise<void> {
  const { workbench } = fixture;
  const projects = workbench.view('Projects');
  await user.drag(projects.row(/^WEB-9 /), projects.group('In Progress'));
  const entry = workbench.statusBarEntry('WEB-9 → In Progress · Undo');
  await entry.waitFor();
  await user.click(entry.locator('a'));
  await waitUntilServerHas(fixture, 'work-items/WEB-9/', ({ state }) => state === sample.state('WEB', 'Todo'));
}

scenario(
  'ten daily tasks take few clicks and keys',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    await workbench.openContainer('Contrail');
    // The work items of all projects are read in the background.
    const myWork = workbench.view('My Work');
    await myWork.pane.locator('.monaco-list-row[aria-label^="Overdue"][aria-expanded]').waitFor();
    await task(fixture, '1: the overdue work items, with their dates', 1, (user) => findOverdueItems(fixture, user));
    await task(fixture, '2: a work item by its identifier', 3, (user) => openByIdentifier(fixture, user));
    await task(fixture, '3: another state and assignee', 4, (user) => changeStateAndAssignee(fixture, user));
    await workbench.press('Escape');
    await task(fixture, '4: a comment with a mention and code', 6, (user) => commentFromPalette(fixture, user));

    await workbench.openFile('board.js', 42);
    await workbench.press('Shift+ArrowDown');
    await workbench.page.locator('#status\\.editor\\.selection', { hasText: 'selected' }).waitFor();
    await task(fixture, '5: a comment on the selected lines', 4, (user) => linkCode(fixture, user));
    await workbench.runCommand('Contrail: Go to Work Item…');
    await quickInput.waitUntilShown('Find by ID');
    await quickInput.accept('WEB-5');
    await task(fixture, '5: back to the lines', 1, (user) => goToLinkedCode(fixture, user));
    await workbench.tab('WEB-5 ').click();

    // Before a task that changes a file: Finish Work would then stay on the branch.
    await task(fixture, '7: work that is started and finished', 5, (user) => startAndFinishWork(fixture, user));
    await workbench.openFile('dates.js', 3);
    await task(fixture, '6: a work item from a TODO', 7, (user) => createFromTodo(fixture, user));
    await task(fixture, '8: a filter that is saved', 7, (user) => filterAndSave(fixture, user));
    await projects.clickTitleAction('Clear Filter');
    await task(fixture, '9: words of a description', 2, (user) => findByWordsOfDescription(fixture, user));
    await quickInput.escape();
    await myWork.close();
    await projects.row('Atlas Web').expand();
    await projects.group('Todo').expand();
    await task(fixture, '10: a drag that is taken back', 2, (user) => undoDrag(fixture, user));
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    planeServer: { rate: 0 },
    settings: { 'contrail.sync.enabled': true },
    prepare: openSampleFolder,
  },
);
