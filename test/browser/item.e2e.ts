// The main end-to-end test: a work item is edited and commented on, and shown after a restart without the server.
import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { matchRequest } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step, waitForDraftOnDisk } from './steps.ts';

const isItemList = matchRequest('GET', '/work-items/');

/** Returns the content of the snapshots on disk, of all accounts. */
function readSnapshotText({ server }: Fixture): string {
  return globSync(`${server.userData}/User/globalStorage/contrail.contrail/snapshots/*.json.gz`)
    .map((file) => gunzipSync(readFileSync(file)).toString())
    .join('\n');
}

/** Returns the texts of the fields, the description and the first comment that are below the top of the composer. */
async function textsBehindComposer({ frame }: ItemPage): Promise<readonly (string | null)[]> {
  return frame.evaluate(
    (selectors) => {
      const bottom = document.querySelector('.composer')?.getBoundingClientRect().top ?? 0;
      return selectors
        .flatMap((selector) => [...document.querySelectorAll(selector)])
        .concat(document.querySelector('.comment') ?? [])
        .filter((part) => part.getBoundingClientRect().bottom > bottom)
        .map((part) => part.textContent);
    },
    ['.name-input', '.properties .field', '[data-field=description_html] .rich-text-body > *'],
  );
}

scenario(
  'the user edits a work item and comments on it, and the page shows both after a restart without the server',
  async (fixture) => {
    const { proxy } = fixture;
    await openContrail(fixture);

    await step(
      'a window of 1200 × 800 pixels shows title, all fields, description and first comment without scrolling',
      async () => {
        const { workbench } = fixture;
        await workbench.view('Projects').row('Atlas Web').expand();
        await workbench.page.setViewportSize({ width: 1200, height: 800 });
        const page = await openItem(fixture, 'WEB-7');
        await page.comments.first().waitFor();
        expect(await textsBehindComposer(page)).toEqual([]);
        expect(await page.frame.locator('.properties .field').count()).toBeGreaterThan(8);
        await page.frame.locator('.properties').waitFor({ state: 'visible' });
        // The side bar leaves 752 px for the page.
        await workbench.page.setViewportSize({ width: 1100, height: 800 });
        await page.frame.locator('.field-chips').waitFor();
        await page.frame.locator('.properties').waitFor({ state: 'hidden' });
        await workbench.restoreSize();
      },
    );

    await step('changed fields are shown in the row and the tab, and a comment is sent', async () => {
      const { workbench } = fixture;
      const page = await openItem(fixture, 'WEB-28');
      await page.name.fill('Write the notes for release four');
      await page.choose('state', 'In Progress');
      await page.choose('priority', 'Urgent');
      await page.write(page.description, 'Begin with what changed for people.');
      await page.waitUntilUnsent();
      await page.save();
      await page.waitUntilSent();
      await workbench.view('Projects').row('Write the notes for release four').waitUntilShown();
      await workbench.page
        .locator(
          '.monaco-list-row[aria-label*="WEB-28"][aria-label*="state In Progress"][aria-label*="priority Urgent"]',
        )
        .waitFor();
      await workbench.tab('WEB-28 Write the notes for release four').waitFor();

      await page.write(page.composer, 'The draft is ready to be read.');
      await workbench.press('Control+Enter');
      await page.comments.filter({ hasText: 'The draft is ready to be read.' }).waitFor();
      await page.waitUntilSent();
      expect(await page.composer.innerText()).toBe('\n');
      await page.write(page.composer, 'Not sent before the restart.');
      await waitForDraftOnDisk(fixture, 'Not sent before the restart.');
    });

    await step('the page of a new work item keeps its title as a draft', async () => {
      await fixture.workbench.view('Projects').row('Atlas Web').clickInlineAction('Create Work Item');
      const page = await RecordPage.ofNewItem(fixture.workbench);
      await page.choose('priority', 'High');
      await page.name.fill('Carry the board to the fair');
      await waitForDraftOnDisk(fixture, 'Carry the board to the fair');
    });

    await step('all work items are read, and what is known is on disk', async () => {
      // Five requests: for the first page of each of the three projects, for the second page of one project, and for
      // the changes in that project since its first page was read.
      await until('all work items to be read', () => proxy.matchingRequests(isItemList).length >= 5, 60_000);
      await until('what is known to be on disk', () =>
        ['Begin with what changed for people.', 'The draft is ready to be read.'].every((text) =>
          readSnapshotText(fixture).includes(text),
        ),
      );
    });
    expect(fixture.workbench.errors).toEqual([]);
    await proxy.refuse();
    await fixture.restart();
    const { workbench } = fixture;
    await workbench.openContainer('Contrail');
    const view = workbench.view('Projects');

    await step('the view and the pages show stored data with its time, and unsent text', async () => {
      // VS Code has restored the expanded state of the project.
      await view.row(/^WEB-28 Write the notes for release four/).waitUntilShown();
      await until('the age in the message', async () =>
        /^Not reachable since \d.*, shown as of \d/.test(await view.message()),
      );
      const newItemPage = await RecordPage.waitFor(workbench, 'New Work Item');
      expect(await newItemPage.name.inputValue()).toBe('Carry the board to the fair');
      await newItemPage.field('priority').getByText('High').waitFor();
      await workbench.tab('WEB-28 ').click();
      const page = await ItemPage.waitFor(workbench, 'WEB-28');
      await page.frame
        .getByTestId('stale')
        .getByText(/The data shown is from \d.* and may be out of date\./)
        .waitFor();
      expect(await page.name.inputValue()).toBe('Write the notes for release four');
      expect(await page.description.innerText()).toBe('Begin with what changed for people.');
      await page.comments.filter({ hasText: 'The draft is ready to be read.' }).waitFor();
      await page.composer.getByText('Not sent before the restart.').waitFor();
    });

    await step('the list of a project that was never opened is complete', async () => {
      await view.row('Atlas Web').collapse();
      await view.row('Field Notes').expand();
      await view.scrollTo(/^NOTES-1 /);
      expect((await view.rows()).some(({ label }) => label.startsWith('Load '))).toBe(false);
    });

    await step('a work item that was never opened is shown from its row, and can be read as text', async () => {
      await openItem(fixture, 'NOTES-1');
      const page = await ItemPage.waitFor(workbench, 'NOTES-1');
      const unloadedText = page.frame.getByTestId('unloaded-text');
      await unloadedText
        .getByText(/^The description could not be loaded\. .* Not reachable since \d.*The data shown is from \d/)
        .waitFor();
      await unloadedText.getByRole('button', { name: 'Retry' }).waitFor();
      expect(await page.name.inputValue()).not.toBe('');
      await page.field('state').locator('.choice-label').waitFor();
      await page.name.focus();
      await workbench.press('Alt+F2');
      await workbench.tab('NOTES-1.md').waitFor();
      await workbench.page.locator('.editor-instance .view-line', { hasText: '# Description' }).waitFor();
      await workbench.closeTab('NOTES-1.md');
      await workbench.closeTab(/NOTES-1/);
    });

    await step('the view is refreshed when the server is available again', async () => {
      await proxy.listenAgain();
      await view.clickTitleAction('Refresh');
      await until('no message about the age', async () => (await view.message()) === '');
    });

    await step('no work item is on disk after the user has signed out', async () => {
      await workbench.runCommand('Contrail: Sign Out…');
      await until('no snapshot on disk', () => readSnapshotText(fixture) === '');
    });
  },
  { ...SPEC_ONLY_SIGNED_IN, settings: { 'contrail.sync.enabled': true }, planeServer: { rate: 0 } },
);
