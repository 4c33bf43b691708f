// End-to-end test that unsent text survives closed and hidden tabs, conflicts, a lost connection and a crash.
import { expect } from 'vitest';
import { matchRequest } from '../support/faultProxy.ts';
import { sendRequest } from '../support/requests.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, step, waitForDraftOnDisk } from './steps.ts';

const ITEM_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 28)}/`;
const isCommentPost = matchRequest('POST', '/comments/');

/** Types into two pages in turn, and closes the second page. Resolves with the first page. */
async function writeInTwoTabs(fixture: Fixture): Promise<ItemPage> {
  const { workbench } = fixture;
  let page = await openItem(fixture, 'WEB-28');
  await page.name.fill('Notes for release four');
  await page.write(page.description, 'Three paragraphs.');
  await page.waitUntilUnsent();
  const secondPage = await openItem(fixture, 'WEB-27');
  await secondPage.write(secondPage.composer, 'Begun in the second tab');
  await waitForDraftOnDisk(fixture, 'Begun in the second tab');
  await workbench.tab('WEB-28 ').click();
  page = await ItemPage.waitFor(workbench, 'WEB-28');
  await page.description.getByText('Three paragraphs.').waitFor();
  await workbench.closeTab('WEB-27');
  await page.write(page.description, ' And a fourth.');
  expect(await page.description.innerText()).toBe('Three paragraphs. And a fourth.');
  return page;
}

/** Keeps the user's title and the other client's description. Resolves with the page, which is loaded again. */
async function resolveConflicts(fixture: Fixture, page: ItemPage): Promise<ItemPage> {
  const { workbench } = fixture;
  await sendRequest(fixture.planeServer, 'PATCH', ITEM_PATH, {
    name: 'Their name',
    description_html: '<p>Theirs alone.</p>',
  });
  await page.save();
  await page.frame.getByTestId('conflicts').getByText('2 conflicts').waitFor();
  expect((await readFromServer(fixture, ITEM_PATH))['name']).toBe('Their name');
  await page.frame.locator('[data-conflict="description_html"] [data-testid="compare"]').click();
  const diff = workbench.page.locator('.monaco-diff-editor');
  await diff.locator('.view-line', { hasText: 'Theirs alone.' }).waitFor();
  await workbench.press('Control+w');
  const reopenedPage = await ItemPage.waitFor(workbench, 'WEB-28');
  await reopenedPage.frame.locator('[data-conflict="name"] [data-testid="keep-mine"]').click();
  await reopenedPage.frame.locator('[data-conflict="description_html"] [data-testid="keep-theirs"]').click();
  await reopenedPage.frame.locator('[data-conflict]').first().waitFor({ state: 'detached' });
  expect(await reopenedPage.description.innerText()).toBe('Theirs alone.');
  await reopenedPage.save();
  await reopenedPage.waitUntilSent();
  expect(await readFromServer(fixture, ITEM_PATH)).toMatchObject({
    name: 'Notes for release four',
    description_html: '<p>Theirs alone.</p>',
  });
  return reopenedPage;
}

scenario(
  'unsent text survives closed and hidden tabs, conflicts, a lost connection and a killed extension host',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    let page = await step('text stays on a page that another tab hides', () => writeInTwoTabs(fixture));
    await step('a change of another client prevents the save until the user resolves each conflict', async () => {
      page = await resolveConflicts(fixture, page);
    });
    expect(workbench.errors).toEqual([]);

    await step('a comment is queued while the server cannot be reached', async () => {
      await page.write(page.description, ' Mine too.');
      await page.write(page.composer, 'Written on the train.');
      await waitForDraftOnDisk(fixture, 'Written on the train.');
      await proxy.refuse();
      await workbench.press('Control+Enter');
      await page.frame.getByTestId('wait').click();
      await page.frame.getByText("Queued. You'll review it before it is sent.").waitFor();
      await waitForDraftOnDisk(fixture, '"waiting":');
      await until('both drafts in the badge', async () => (await workbench.badge('Contrail').textContent()) === '2');
    });

    await step('the page has the unsent text after the extension host was killed', async () => {
      await fixture.server.killExtensionHost();
      await workbench.reload();
      // After the extension host was killed, VS Code does not always restore the tabs.
      await workbench.runCommand('View: Close All Editors');
      page = await openItem(fixture, 'WEB-28');
      await page.frame.getByText("Queued. You'll review it before it is sent.").waitFor();
      expect(await page.composer.innerText()).toContain('Written on the train.');
      expect(await page.description.innerText()).toBe('Theirs alone. Mine too.');
      expect(proxy.matchingRequests(isCommentPost)).toEqual([]);
    });

    await step('the queued comment is sent once, after the user has reviewed it', async () => {
      await proxy.listenAgain();
      // Any response of the server shows that it can be reached again, and Refresh sends requests.
      await workbench.view('Projects').clickTitleAction('Refresh');
      await workbench.toast('Connected again. 1 comment is queued.');
      expect(proxy.matchingRequests(isCommentPost)).toEqual([]);
      await workbench.clickToast('Connected again.', 'Review…');
      await quickInput.waitUntilShown('Send Comments');
      await quickInput.row('Written on the train.').waitFor();
      await quickInput.accept();
      await workbench.toast('WEB-28: Sent.');
      await page.comments.filter({ hasText: 'Written on the train.' }).waitFor();
      await until('the composer to be empty', async () => (await page.composer.innerText()).trim() === '');
      expect(proxy.matchingRequests(isCommentPost)).toHaveLength(1);
    });

    await step('the list of drafts continues drafts in a page and in an input box, and discards a draft', async () => {
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.pick('Begun in the second tab');
      const secondPage = await ItemPage.waitFor(workbench, 'WEB-27');
      await secondPage.composer.getByText('Begun in the second tab').waitFor();
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Comment on WEB-27');
      await quickInput.type('Not quite *ready* yet.');
      await quickInput.escape();
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.pick('Not quite');
      await quickInput.waitUntilShown('Comment on WEB-27');
      expect(await quickInput.typedText()).toBe('Not quite *ready* yet.');
      await quickInput.escape();
      await workbench.runCommand('Contrail: Show Drafts');
      const row = quickInput.row('Begun in the second tab');
      await row.hover();
      await row.getByRole('button', { name: 'Discard' }).click();
      await workbench.dialog.getByText('Begun in the second tab').waitFor();
      await workbench.answerDialog('Discard');
      await row.waitFor({ state: 'detached' });
      await quickInput.row('Not quite').waitFor();
      await quickInput.escape();
    });
  },
  SPEC_ONLY_SIGNED_IN,
);
