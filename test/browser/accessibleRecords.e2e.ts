// End-to-end test of the accessibility of record pages, overviews and stickies, also in a narrow window.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { ThemeChecks } from './axe.ts';
import { OVERVIEWS, openRecord, RECORDS } from './openedRecords.ts';
import { RecordPage } from './recordPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

const saveWithError = async (page: RecordPage): Promise<void> => {
  await page.save();
  await page.frame.locator('.field-problem').first().waitFor();
};

/** Functions that make a page show an error, by the caption of the page. */
const ERROR_ACTIONS: Readonly<Record<string, (page: RecordPage) => Promise<void>>> = {
  'Initiative label': async (page) => {
    await page.textControl('color').last().fill('green');
    await page.problem('color').waitFor();
  },
  'Customer property': async (page) => {
    await page.textControl('settings').fill('{');
    await page.problem('settings').waitFor();
  },
  'New Customer Property': saveWithError,
};

/** A window size that leaves about 300 pixels for a page; all controls must still be visible. */
const NARROW_VIEWPORT = { width: 680, height: 900 };

async function expandTables(frame: Frame): Promise<void> {
  await frame.locator('details > summary').first().waitFor();
  await frame.locator('details').evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLDetailsElement) one.open = true;
  });
}

scenario(
  'record pages, overviews and stickies have no accessibility violations in any theme, even in a narrow window',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    const overflowingControls: string[] = [];

    await workbench.view('Projects').row('Atlas Web').clickInlineAction('Create Work Item');
    const newItemPage = await RecordPage.ofNewItem(workbench);
    const themeChecks = await ThemeChecks.readThemes(workbench, newItemPage.frame);
    await step('a new work item', async () => {
      await themeChecks.check('a new work item', 'empty', newItemPage.frame);
      await newItemPage.save();
      await newItemPage.problem('name').waitFor();
      await newItemPage.choose('labels', 'Design');
      await themeChecks.check('a new work item', 'with a list open and a problem', newItemPage.frame);
    });

    await workbench.page.setViewportSize(NARROW_VIEWPORT);
    for (const openedRecord of RECORDS) {
      await step(openedRecord.caption, async () => {
        await openRecord(workbench, openedRecord);
        const page = await RecordPage.waitFor(workbench, openedRecord.caption);
        await ERROR_ACTIONS[openedRecord.caption]?.(page);
        await workbench.screenshot(`accessibility/${openedRecord.caption.replaceAll(' ', '-')}`);
        await themeChecks.check(openedRecord.caption, 'narrow', page.frame);
        overflowingControls.push(...(await findCutOffControls(openedRecord.caption, page.frame)));
      });
    }
    await workbench.restoreSize();

    for (const openedRecord of OVERVIEWS) {
      await step(`overview of ${openedRecord.caption}`, async () => {
        await openRecord(workbench, openedRecord);
        const frame = await workbench.webview('.overview h1', openedRecord.caption);
        await frame.locator('.charts').waitFor();
        await expandTables(frame);
        await workbench.screenshot(`accessibility/overview-${openedRecord.caption.replaceAll(' ', '-')}`);
        await themeChecks.check(`overview of ${openedRecord.caption}`, 'with its tables', frame);
      });
    }
    await step('buttons in the title bar of an overview refresh the page and show the record in its view', async () => {
      const [project] = OVERVIEWS;
      if (project !== undefined) await openRecord(workbench, project);
      const frame = await workbench.webview('.overview h1', 'Atlas Web');
      await frame.getByText(/^Based on 2\d work items\.$/).waitFor();
      for (const title of ['Refresh Page', 'Show in Views'])
        await workbench.page.locator(`.editor-actions .action-label[aria-label^="${title}"]`).first().click();
      await workbench.page.locator('.sidebar .monaco-list-row.focused', { hasText: 'Atlas Web' }).waitFor();
    });

    await step('stickies', async () => {
      await workbench.runCommand('Contrail: Focus on Stickies View');
      const frame = await workbench.webview('.board .note');
      await frame.locator('.note[data-sticky] .note-name').first().waitFor();
      await workbench.view('Projects').close();
      await themeChecks.check('stickies', 'as opened', frame);
      await frame.getByRole('button', { name: 'Color of Books' }).click();
      await frame.getByRole('radio', { name: 'Purple' }).waitFor();
      await themeChecks.check('stickies', 'with the colors', frame);
      await workbench.press('Escape');
      await frame
        .locator('.note:has(article[aria-label="Door code of the depot"])')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await frame.getByText('“Door code of the depot” was deleted.').waitFor();
      await themeChecks.check('stickies', 'with one deleted', frame);
    });
    expect(themeChecks.pagesByViolation).toEqual({});
    expect(overflowingControls).toEqual([]);
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);

/** Returns the controls that extend beyond the right or left edge of their page. */
async function findCutOffControls(page: string, frame: Frame): Promise<string[]> {
  const names = await frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, textarea, [role=textbox]')]
      .filter((one) => one.closest('.visually-hidden') === null)
      .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > window.innerWidth)
      .map((one) => one.title || one.ariaLabel || one.id),
  );
  return names.map((name) => `${page}: ${name}`);
}
