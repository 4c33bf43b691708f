// An end-to-end test of writing and changing work items on an open-source (community) server.
//
// The following is tested elsewhere, because its requests do not depend on the dialect: Copy Permalink
// (test/host/linkingCode.test.ts), and the branch, the commit message and the pull request of Start Work and Finish
// Work (work.e2e.ts).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, step, waitUntilItemReadsAreOld, waitUntilServerHas } from './steps.ts';

const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}`;
const ITEMS_PATH = `${WEB_PROJECT_PATH}/work-items/`;
const itemPath = (number: number): string => `${ITEMS_PATH}${sample.workItem('WEB', number)}/`;

const TEMPLATE = { name: 'Bug report', title: 'Something fails', priority: 'high', labels: ['Regression'] };
const COMMENT_WITH_MENTION = 'Does `login()` wait? Ask @Elif Aydin ';

/** Changes WEB-24 without the extension, as another client does. */
async function patchAsOtherClient({ planeServer }: Fixture, change: object): Promise<void> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${itemPath(24)}`, {
    method: 'PATCH',
    headers: { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(response.ok).toBe(true);
}

/** Creates a comment from the palette on WEB-27, and moves it to WEB-28 before it is sent. */
async function commentFromPalette({ workbench }: Fixture): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Contrail: Comment on Work Item…');
  await quickInput.waitUntilShown('Search by identifier');
  await quickInput.type('WEB-27');
  await quickInput.pick('WEB-27');
  await quickInput.waitUntilShown('Comment on WEB-27');
  await quickInput.type('Does `login()` wait? Ask');
  await quickInput.button('Mention…').click();
  await quickInput.waitUntilShown('Mention Member');
  await quickInput.pick('Elif Aydin');
  await quickInput.waitUntilShown('Comment on WEB-27');
  await until('the mention in the comment', async () => (await quickInput.typedText()) === COMMENT_WITH_MENTION);
  await quickInput.button('Select Another Work Item').click();
  await quickInput.waitUntilShown('Search by identifier');
  await quickInput.type('WEB-28');
  await quickInput.pick('WEB-28');
  await quickInput.waitUntilShown('Comment on WEB-28');
  expect(await quickInput.typedText()).toBe(COMMENT_WITH_MENTION);
  await quickInput.button('Make External').click();
  await quickInput.waitUntilShown('External · Markdown');
  await quickInput.accept();
  await workbench.dialog.getByText('Show this code to people outside the workspace?').waitFor();
  await workbench.screenshot('communityItem/external-code');
  await workbench.answerDialog('Send as External');
  await quickInput.waitUntilGone();
}

/** Opens the page of a new work item of Atlas Web with this template. */
async function openNewItemPage({ workbench }: Fixture, template: string): Promise<RecordPage> {
  await workbench.view('Projects').row('Atlas Web').clickInlineAction('Create Work Item');
  await RecordPage.skipTitle(workbench);
  await workbench.quickInput.waitUntilShown('Create Work Item from Template');
  await workbench.quickInput.pick(template);
  return RecordPage.waitFor(workbench, 'New Work Item');
}

scenario(
  'on an open-source server, the user comments on work items, creates them from a template, and changes them',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const view = workbench.view('Projects');
    const settings = join(fixture.workspace, '.vscode');
    mkdirSync(settings);
    writeFileSync(join(settings, 'settings.json'), JSON.stringify({ 'contrail.templates': [TEMPLATE] }));
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).waitUntilShown();

    await step(
      'a comment mentions a member, moves to another work item, and asks before code is external',
      async () => {
        await commentFromPalette(fixture);
        await waitUntilServerHas(fixture, `${itemPath(28)}comments/`, ({ results = [] }) =>
          results.some(
            ({ access, comment_html: html }) =>
              access === 'EXTERNAL' && /<code>login\(\)<\/code>.*<mention-component/.test(String(html)),
          ),
        );
        expect((await readFromServer(fixture, `${itemPath(27)}comments/`)).results).toEqual([]);
      },
    );

    await step('a copied link to a comment opens the page at the comment', async () => {
      const { comments } = await openItem(fixture, 'WEB-28');
      const sentComment = comments.filter({ hasText: 'Does login() wait?' }).filter({ hasText: 'External' });
      await sentComment.locator('.mention-chip', { hasText: '@Elif Aydin' }).waitFor();
      const id = await sentComment.getAttribute('data-comment');
      await sentComment.getByTestId('copy-comment-link').click();
      await quickInput.waitUntilShown('Copy Link to WEB-28');
      await quickInput.pick('VS Code Link');
      await workbench.statusBarEntry(/Copied the .* of WEB-28/).waitFor();
      const link = await workbench.page.evaluate(() => navigator.clipboard.readText());
      expect(link).toContain(`&comment=${id}`);
      await workbench.closeTab('WEB-28');
      await workbench.runCommand('Developer: Open URL');
      await quickInput.waitUntilShown('URL to open');
      await quickInput.accept(link);
      await workbench.answerDialog('Open');
      const { frame } = await ItemPage.waitFor(workbench, 'WEB-28');
      await frame.locator(`[data-comment="${id}"]:focus`).waitFor();
      await workbench.screenshot('communityItem/linked-comment');
      await workbench.closeTab('WEB-28');
    });

    await step('a new work item from a template is added to a cycle, and Create Another keeps the values', async () => {
      const page = await openNewItemPage(fixture, TEMPLATE.name);
      expect(await page.name.inputValue()).toBe(TEMPLATE.title);
      await page.field('priority').getByText('High').waitFor();
      await page.field('labels').getByText('Regression').waitFor();
      await page.frame.getByTestId('changeModule').click();
      await quickInput.waitUntilShown('Change Modules: New Work Item');
      await quickInput.row('Offline').locator('.monaco-checkbox').click();
      await quickInput.accept();
      await quickInput.waitUntilGone();
      await page.frame.getByTestId('changeModule').getByText('Offline').waitFor();
      await page.frame.getByTestId('changeCycle').click();
      await quickInput.waitUntilShown('Change Cycle: New Work Item');
      await quickInput.pick('Offline first steps');
      await page.frame.getByTestId('changeCycle').getByText('Offline first steps').waitFor();
      await page.frame.getByTestId('create-another').click();
      await view.row(TEMPLATE.title).waitUntilShown();
      const cycle = sample.cycle('WEB', 'Offline first steps');
      await waitUntilServerHas(fixture, `${WEB_PROJECT_PATH}/cycles/${cycle}/cycle-issues/`, ({ results = [] }) =>
        results.some(({ name }) => name === TEMPLATE.title),
      );

      const nextItemPage = await RecordPage.waitFor(workbench, 'New Work Item');
      await until('an empty title', async () => (await nextItemPage.name.inputValue()) === '');
      await nextItemPage.field('priority').getByText('High').waitFor();
      await nextItemPage.name.fill('Something fails again');
      await nextItemPage.frame.getByTestId('open-similar').getByText(TEMPLATE.title).waitFor();
      await workbench.screenshot('communityItem/similar');
      await nextItemPage.save();
      await workbench.tab(/^WEB-\d+ Something fails again/).waitFor();
    });

    await step('a new work item can use the values of the previous new work item, including its module', async () => {
      const page = await openNewItemPage(fixture, 'No Template');
      await page.frame.getByTestId('use-last-values').click();
      await page.field('labels').getByText('Regression').waitFor();
      await page.name.fill('Something fails on Mondays');
      await page.save();
      await workbench.tab(/^WEB-\d+ Something fails on Mondays/).waitFor();
      const { results = [] } = await readFromServer(fixture, ITEMS_PATH);
      const labels = [sample.label('WEB', 'Regression')];
      const createdItems = results.filter(({ name }) => String(name).startsWith(TEMPLATE.title));
      expect(createdItems).toEqual(
        Array.from({ length: 3 }, () => expect.objectContaining({ priority: 'high', labels })),
      );
      // The server ignores the module of a new work item, so Contrail adds the work item to the module after creating
      // it.
      const module = sample.module('WEB', 'Offline');
      await waitUntilServerHas(
        fixture,
        `${WEB_PROJECT_PATH}/modules/${module}/module-issues/`,
        ({ results: added = [] }) => createdItems.every(({ id }) => added.some((item) => item['id'] === id)),
      );
    });

    await step('a value that another client has changed is overwritten only after a confirmation', async () => {
      await waitUntilItemReadsAreOld(fixture);
      await patchAsOtherClient(fixture, { priority: 'low' });
      await view.row(/^WEB-24 /).pickFromSubmenu('Change', 'Change Priority');
      await quickInput.waitUntilShown('Change Priority: WEB-24');
      await quickInput.pick('High');
      await workbench.dialog.getByText('was changed on the server after it was shown. Overwrite it?').waitFor();
      await workbench.answerDialog("Keep the Server's Value");
      await workbench.page.locator('.monaco-list-row[aria-label^="WEB-24 "][aria-label*="priority Low"]').waitFor();
      expect(await readFromServer(fixture, itemPath(24))).toMatchObject({ priority: 'low' });
    });

    await step('a description is edited as Markdown and saved', async () => {
      await openItem(fixture, 'WEB-26');
      await workbench.runCommand('Contrail: Edit Description as Markdown');
      await workbench.tab(/WEB-26.*\.md/).waitFor();
      await workbench.page.locator('.monaco-editor .view-lines').first().click();
      await workbench.page.keyboard.type('Written as **Markdown**');
      await workbench.press('Control+s');
      await waitUntilServerHas(fixture, itemPath(26), ({ description_html: html }) =>
        /^<p[^>]*>Written as <strong>Markdown<\/strong><\/p>/.test(String(html)),
      );
    });

    await step(
      'the focus stays on a field after its new value is saved, and ? shows the keyboard shortcuts',
      async () => {
        await workbench.tab(/^WEB-26 /).click();
        const page = await ItemPage.waitFor(workbench, 'WEB-26');
        await page.description.locator('strong', { hasText: 'Markdown' }).waitFor();
        const state = page.field('state').locator('.opener');
        await state.focus();
        await workbench.press('ArrowDown');
        await page.frame.getByRole('option', { name: 'In Progress' }).waitFor();
        await workbench.page.keyboard.type('In Progress');
        await workbench.press('Enter');
        await waitUntilServerHas(fixture, itemPath(26), (item) => item['state'] === sample.state('WEB', 'In Progress'));
        await page.waitUntilSent();
        await page.field('state').locator('.opener:focus').waitFor();
        await workbench.press('?');
        await page.frame.getByTestId('shortcuts-dialog').getByText('Show keyboard shortcuts').waitFor();
        await workbench.screenshot('communityItem/keys');
        await workbench.press('Escape');
        await page.frame.getByTestId('shortcuts-dialog').waitFor({ state: 'detached' });
        await page.field('state').locator('.opener:focus').waitFor();
      },
    );

    await step('Undo Last Change undoes only the latest save of the page', async () => {
      const page = await ItemPage.waitFor(workbench, 'WEB-26');
      const nameBefore = await page.name.inputValue();
      await page.name.fill('Name the colors');
      await page.save();
      await page.waitUntilSent();
      await waitUntilServerHas(fixture, itemPath(26), ({ name }) => name === 'Name the colors');
      await workbench.runCommand('Contrail: Undo Last Change');
      await waitUntilServerHas(fixture, itemPath(26), ({ name }) => name === nameBefore);
      await until('the old title on the page', async () => (await page.name.inputValue()) === nameBefore);
      expect(await readFromServer(fixture, itemPath(26))).toMatchObject({ state: sample.state('WEB', 'In Progress') });
    });
    // Deletes the settings of the folder, because the next test uses the same window and folder.
    rmSync(settings, { recursive: true });
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['community'], planeServer: { rate: 0 } },
);
