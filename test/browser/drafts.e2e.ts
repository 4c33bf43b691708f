// End-to-end test that unsent text survives a closed tab, other tabs, a reload and a crash.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { draftFiles, openContrail, openItem, step, waitForDraftOnDisk } from './steps.ts';

/** Removes the properties that version 0.1.0 did not write from all drafts on disk. */
function storeDraftsAsFirstVersion(fixture: Fixture): void {
  for (const file of draftFiles(fixture)) {
    const { base: _base, sent: _sent, ...draft } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(draft));
  }
}

scenario(
  'unsent text survives closing and switching tabs, reloading the window and killing the extension host',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .waitUntilShown();
    let page = await openItem(fixture, 'WEB-28');
    await page.write(page.description, 'Three paragraphs.');
    await page.write(page.composer, 'A comment that is not sent yet.');
    await page.waitUntilUnsent();

    await step('closing the tab', async () => {
      await workbench.closeTab('WEB-28');
      page = await openItem(fixture, 'WEB-28');
      expect(await page.description.innerText()).toContain('Three paragraphs.');
      expect(await page.composer.innerText()).toContain('A comment that is not sent yet.');
    });

    await step('switching between tabs', async () => {
      const secondItemPage = await openItem(fixture, 'WEB-27');
      await secondItemPage.write(secondItemPage.composer, 'Begun in the second tab');
      await waitForDraftOnDisk(fixture, 'second tab');
      for (const typedText of [' Gone on,', ' and ended.']) {
        await workbench.tab('WEB-28 ').click();
        page = await ItemPage.waitFor(workbench, 'WEB-28');
        await page.write(page.description, typedText);
        await waitForDraftOnDisk(fixture, typedText);
        await workbench.tab('WEB-27 ').click();
        await ItemPage.waitFor(workbench, 'WEB-27');
      }
      await workbench.tab('WEB-28 ').click();
      page = await ItemPage.waitFor(workbench, 'WEB-28');
    });

    await step('reloading the window', async () => {
      await workbench.reload();
      page = await ItemPage.waitFor(workbench, 'WEB-28');
      expect(await page.description.innerText()).toBe('Three paragraphs. Gone on, and ended.');
      expect(await page.composer.innerText()).toContain('A comment that is not sent yet.');
      await workbench.screenshot('drafts/after-reload');
    });

    await step('killing the extension host, even if version 0.1.0 has stored the drafts', async () => {
      await page.write(page.description, ' And a fourth.');
      await waitForDraftOnDisk(fixture, 'And a fourth.');
      await fixture.server.killExtensionHost();
      storeDraftsAsFirstVersion(fixture);
      await workbench.reload();
      page = await ItemPage.waitFor(workbench, 'WEB-28');
      expect(await page.description.innerText()).toBe('Three paragraphs. Gone on, and ended. And a fourth.');
      await workbench.screenshot('drafts/after-kill');
      await workbench.tab('WEB-27 ').click();
      const otherItemPage = await ItemPage.waitFor(workbench, 'WEB-27');
      expect(await otherItemPage.composer.innerText()).toBe('Begun in the second tab');
    });

    await step('the user continues and discards drafts in the list of drafts', async () => {
      await workbench.closeTab('WEB-27');
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.waitUntilShown('Drafts');
      await quickInput.row('Begun in the second tab').waitFor();
      await workbench.screenshot('drafts/list');
      await quickInput.pick('Begun in the second tab');
      await ItemPage.waitFor(workbench, 'WEB-27');
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.row('Begun in the second tab').hover();
      await quickInput.row('Begun in the second tab').getByRole('button', { name: 'Discard' }).click();
      await workbench.dialog.getByText('Begun in the second tab').waitFor();
      await workbench.answerDialog('Discard');
      await quickInput.row('Begun in the second tab').waitFor({ state: 'detached' });
      await quickInput.row('A comment that is not sent yet.').waitFor();
      await quickInput.escape();
    });
  },
  SPEC_ONLY_SIGNED_IN,
);
