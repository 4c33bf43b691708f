// An end-to-end test of the palette commands to comment on a work item and to go to a work item.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, step, waitUntilServerHas } from './steps.ts';

/** Creates WEB-29, which has the shortest title; WEB-2 has a long one. Resolves with the title of WEB-2. */
async function createItemWithShortTitle(fixture: Fixture): Promise<string> {
  const { baseUrl, workspace, apiKey } = fixture.planeServer;
  const path = `projects/${sample.project('WEB')}/work-items/`;
  const response = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x' }),
  });
  expect(response.status).toBe(201);
  const longTitle = String((await readFromServer(fixture, 'work-items/WEB-2/'))['name']);
  expect(String((await readFromServer(fixture, 'work-items/WEB-29/'))['name'])).toBe('x');
  expect(longTitle.length).toBeGreaterThan(10);
  return longTitle;
}

scenario(
  'the user finds a work item by words, identifier or URL, and comments on it from the Command Palette',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    const longTitle = await createItemWithShortTitle(fixture);
    await openContrail(fixture);

    await step('Enter waits for the server while no work item is loaded', async () => {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.accept('WEB-29');
      await quickInput.waitUntilShown('Comment on WEB-29 x');
      await quickInput.escape();
    });

    await step('Enter after a complete identifier selects that work item', async () => {
      // All work items are loaded, and none is selected.
      await workbench.view('Projects').row('Atlas Web').expand();
      await workbench
        .view('Projects')
        .row(/^WEB-29 /)
        .waitUntilShown();
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.type('web-2');
      await quickInput.row('WEB-29').waitFor();
      expect((await quickInput.rows())[0]).toMatch(/^WEB-2, /);
      expect(await quickInput.focusedRowLabel()).toMatch(/^WEB-2, /);
      await workbench.screenshot('pickers/identifier');
      await quickInput.accept();
      await quickInput.waitUntilShown(`Comment on WEB-2 ${longTitle}`);
      await quickInput.escape();

      // Enter right after the last letter selects the row for the typed text, not a row of the previous list.
      await workbench.runCommand('Contrail: Change Priority…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.accept('WEB-29');
      await quickInput.waitUntilShown('Change Priority: WEB-29');
      await quickInput.pick('High');
      await quickInput.waitUntilGone();
      await waitUntilServerHas(fixture, 'work-items/WEB-29/', ({ priority }) => priority === 'high');

      // If words are typed, Enter selects the first row, or the row that the user has focused.
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.type('sign');
      // VS Code filters the previous rows until it receives the rows for the typed text.
      await until('the first row to be focused', async () => {
        const [[first], focusedLabel] = await Promise.all([quickInput.rows(), quickInput.focusedRowLabel()]);
        return first !== undefined && focusedLabel === first;
      });
      // First types an identifier that no work item has, so that the list has only a message. VS Code then has no rows
      // to filter before it receives the rows for WEB-2.
      await quickInput.type('WEB-4711');
      await quickInput.row('No work item has this identifier').waitFor();
      await quickInput.type('WEB-2');
      await quickInput.row('WEB-29').waitFor();
      await workbench.press('ArrowDown');
      const [focusedIdentifier = ''] = (await quickInput.focusedRowLabel())?.split(',') ?? [];
      expect(focusedIdentifier).toMatch(/^WEB-2\d$/);
      await quickInput.accept();
      await quickInput.waitUntilShown(`Comment on ${focusedIdentifier}`);
      await quickInput.escape();
    });

    await step('the user writes a comment in an input box, and another comment in a document', async () => {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.type('WEB-4711');
      await quickInput.row('No work item has this identifier').waitFor();
      await workbench.screenshot('palette/unknown');
      await quickInput.type('notes for the next');
      await quickInput.row('WEB-28').waitFor();
      await workbench.screenshot('palette/found');
      await quickInput.pick('WEB-28');
      await quickInput.waitUntilShown('Comment on WEB-28');
      await quickInput.type('A **whole** thought from the palette');
      await workbench.screenshot('palette/comment');
      await quickInput.accept();
      await quickInput.waitUntilGone();

      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      expect((await quickInput.rows())[0]).toContain('WEB-28');
      await quickInput.pick('WEB-28');
      await quickInput.waitUntilShown('Comment on WEB-28');
      await quickInput.button('Open in Editor').click();
      await workbench.tab('Comment on WEB-28.md').waitFor();
      await workbench.page.keyboard.type('# Longer\n\nWith `code` in it.');
      await workbench.screenshot('palette/document');
      await workbench.press('Control+Enter');
      await quickInput.waitUntilShown('Select visibility');
      await quickInput.pick('External');
      await workbench.answerDialog('Send as External');
      await workbench.tab('Comment on WEB-28.md').waitFor({ state: 'detached' });

      const page = await openItem(fixture, 'WEB-28');
      await page.comments.filter({ hasText: 'With code in it.' }).filter({ hasText: 'External' }).waitFor();
      expect(await page.comments.locator('strong', { hasText: 'whole' }).count()).toBe(1);
      await workbench.screenshot('palette/both-there');
      await workbench.closeTab('WEB-28');
    });

    await step('the user mentions a member in a comment', async () => {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.pick('WEB-28');
      await quickInput.waitUntilShown('Comment on WEB-28');
      await quickInput.type('For');
      await quickInput.button('Mention…').click();
      await quickInput.waitUntilShown('Mention Member');
      await quickInput.type('elif');
      await quickInput.row('Elif Aydin').waitFor();
      await workbench.screenshot('palette/mention');
      await quickInput.pick('Elif Aydin');
      await quickInput.waitUntilShown('Comment on WEB-28');
      await until('the mention in the comment', async () => (await quickInput.typedText()) === 'For @Elif Aydin ');
      await quickInput.accept();
      await quickInput.waitUntilGone();
      const page = await openItem(fixture, 'WEB-28');
      await page.comments.locator('.mention-chip', { hasText: '@Elif Aydin' }).waitFor();
      await workbench.closeTab('WEB-28');
    });

    await step('a pasted URL opens its work item, which is the first row of the next picker', async () => {
      await workbench.runCommand('Contrail: Go to Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.type('https://plane.example.com/acme/browse/WEB-1/');
      await quickInput.row('belongs to another server or workspace').waitFor();
      await workbench.screenshot('palette/elsewhere');
      await quickInput.type(`${planeServer.baseUrl}/${planeServer.workspace}/browse/WEB-28/`);
      await quickInput.pick('WEB-28');
      await ItemPage.waitFor(workbench, 'WEB-28');

      await workbench.runCommand('Contrail: Go to Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      expect((await quickInput.rows())[0]).toContain('WEB-28');
      await quickInput.escape();
      await workbench.closeTab('WEB-28');
    });
    expect(workbench.errors).toEqual([]);

    await step('an input, a picker and a view show when requests resume after the rate limit was reached', async () => {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      await quickInput.type('WEB-28');
      await quickInput.pick('WEB-28');
      await quickInput.waitUntilShown('Comment on WEB-28');
      await quickInput.type('Sent when there is room');
      while ((await readFromServer(fixture, 'projects/'))['error_code'] === undefined);
      await quickInput.accept();
      expect(await quickInput.message('Rate limit reached.')).toMatch(/Requests resume at \d/);
      await workbench.screenshot('waiting/box');
      await quickInput.escape();
      await workbench.runCommand('Contrail: Go to Work Item…');
      await quickInput.waitUntilShown('Rate limit reached. Requests resume at');
      await workbench.screenshot('waiting/picker');
      await quickInput.escape();
      await workbench.view('Projects').row('Courier API').expand();
      await workbench.page
        .getByText(/^Rate limit reached\. Requests resume at/)
        .first()
        .waitFor();
      await workbench.screenshot('waiting/view');
    });
  },
  SPEC_ONLY_SIGNED_IN,
);
