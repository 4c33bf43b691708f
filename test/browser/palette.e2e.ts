// An end-to-end test of the palette commands to comment on a work item and to go to a work item.
import { expect } from 'vitest';
import { sendRequest } from '../support/requests.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { readFromServer, step, waitUntilServerHas } from './steps.ts';

/** Creates WEB-29, whose title is shorter than the title of WEB-2. Resolves with the title of WEB-2. */
async function createItemWithShortTitle(fixture: Fixture): Promise<string> {
  await sendRequest(fixture.planeServer, 'POST', `projects/${sample.project('WEB')}/work-items/`, { name: 'x' });
  const longTitle = String((await readFromServer(fixture, 'work-items/WEB-2/'))['name']);
  expect(longTitle.length).toBeGreaterThan(10);
  return longTitle;
}

scenario(
  'the user finds a work item by identifier or URL, and comments on it from the Command Palette',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    const projects = workbench.view('Projects');
    const longTitle = await createItemWithShortTitle(fixture);
    await workbench.openContainer('Contrail');
    await projects.row('Atlas Web').expand();
    await projects.row(/^WEB-\d+ /).waitUntilShown();

    await step('Enter after a complete identifier selects that work item, and a comment is sent', async () => {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Find by ID');
      await quickInput.type('web-2');
      // VS Code filters the previous rows until it receives the rows for the typed text.
      await until('the work item to be the first row and focused', async () => {
        const rows = await quickInput.rows();
        const isListed = rows[0]?.startsWith('WEB-2, ') === true && rows.some((row) => row.startsWith('WEB-29, '));
        return isListed && (await quickInput.focusedRowLabel()) === rows[0];
      });
      await quickInput.accept();
      await quickInput.waitUntilShown(`Comment on WEB-2 ${longTitle}`);
      await quickInput.accept('A **whole** thought from the palette');
      await quickInput.waitUntilGone();
    });

    await step('Enter right after the last letter selects the row for the typed text', async () => {
      await workbench.runCommand('Contrail: Change Priority…');
      await quickInput.waitUntilShown('Find by ID');
      await quickInput.accept('WEB-29');
      await quickInput.waitUntilShown('Change Priority: WEB-29');
      await quickInput.pick('High');
      await quickInput.waitUntilGone();
      await waitUntilServerHas(fixture, 'work-items/WEB-29/', ({ priority }) => priority === 'high');
    });

    await step('Enter selects the row that the user has focused', async () => {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Find by ID');
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

    await step('the user writes a comment in a document, and opens the work item with a pasted URL', async () => {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Find by ID');
      await quickInput.accept('WEB-2');
      await quickInput.waitUntilShown('Comment on WEB-2');
      await quickInput.button('Open in Editor').click();
      await workbench.tab('Comment on WEB-2.md').waitFor();
      await workbench.page.locator('.part.editor .monaco-editor.focused').waitFor();
      await workbench.page.keyboard.type('# Longer\n\nWith `code` in it.');
      const lens = workbench.page.locator('.codelens-decoration').first();
      expect(await lens.innerText()).toMatch(/Send \(Ctrl\+Enter\)[^]*Internal[^]*WEB-2[^]*Discard/);
      await lens.getByText('Internal').click();
      await lens.getByText('External').waitFor();
      await workbench.page.locator('.part.editor .view-line', { hasText: 'in it.' }).click();
      await workbench.press('Control+Enter');
      await workbench.answerDialog('Send as External');
      await workbench.tab('Comment on WEB-2.md').waitFor({ state: 'detached' });

      await workbench.runCommand('Contrail: Go to Work Item…');
      await quickInput.waitUntilShown('Find by ID');
      await quickInput.accept(`${planeServer.baseUrl}/${planeServer.workspace}/browse/WEB-2/`);
      const page = await ItemPage.waitFor(workbench, 'WEB-2');
      await page.comments.filter({ hasText: 'With code in it.' }).filter({ hasText: 'External' }).waitFor();
      expect(await page.comments.locator('strong', { hasText: 'whole' }).count()).toBe(1);
    });
    expect(workbench.errors).toEqual([]);

    await step('an input and a view show when requests resume after the rate limit was reached', async () => {
      // The command is for the work item of the active tab.
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Comment on WEB-2');
      await quickInput.type('Sent when there is room');
      const isAnswered = () =>
        readFromServer(fixture, 'projects/').then(
          () => true,
          () => false,
        );
      while (await isAnswered());
      await quickInput.accept();
      expect(await quickInput.message('rate limit is reached')).toMatch(/Continues at \d/);
      await quickInput.escape();
      await projects.row('Atlas Web').collapse();
      await projects.row('Courier API').expand();
      await until('the message of the view', async () => /Rate limit reached until \d/.test(await projects.message()));
    });
  },
  SPEC_ONLY_SIGNED_IN,
);
