// End-to-end test of the accessibility of record pages, overviews and stickies, also in a narrow window.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { ThemeChecks } from './axe.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, runInFamily, step } from './steps.ts';

interface Opened {
  /** The first line of the page. */
  readonly caption: string;
  readonly command: string;
  /** The entries to pick in the pickers of the command, in this order. */
  readonly picks: readonly string[];
  /** Makes the page show an error. */
  readonly inject?: (page: RecordPage) => Promise<void>;
}

const saveWithError = async (page: RecordPage): Promise<void> => {
  await page.save();
  await page.frame.locator('.field-problem').first().waitFor();
};

const pages: readonly Opened[] = [
  { caption: 'Project', command: 'Edit Project…', picks: ['Courier API'] },
  { caption: 'Epic', command: 'Edit Epic…', picks: ['Courier API', 'Webhooks that lose nothing'] },
  { caption: 'Cycle', command: 'Edit…', picks: ['Cycle', 'Atlas Web', 'Board by keyboard'] },
  { caption: 'Module', command: 'Edit…', picks: ['Module', 'Atlas Web', 'Sign-in'] },
  { caption: 'Initiative', command: 'Edit Initiative…', picks: ['Know where every parcel is'] },
  {
    caption: 'Initiative label',
    command: 'Edit Initiative Label…',
    picks: ['This year'],
    inject: async (page) => {
      await page.typed('color').last().fill('green');
      await page.problem('color').waitFor();
    },
  },
  { caption: 'Teamspace', command: 'Edit Teamspace…', picks: ['Reading room'] },
  { caption: 'Customer', command: 'Edit Customer…', picks: ['Lantern Books'] },
  {
    caption: 'Customer property',
    command: 'Edit Customer Property…',
    picks: ['Region'],
    inject: async (page) => {
      await page.typed('settings').fill('{');
      await page.problem('settings').waitFor();
    },
  },
  {
    caption: 'Customer request',
    command: 'Edit Customer Request…',
    picks: ['Lantern Books', 'Two parcels, one order'],
  },
  { caption: 'Sticky', command: 'Edit Sticky…', picks: ['Good word'] },
  { caption: 'New customer property', command: 'Create Customer Property…', picks: [], inject: saveWithError },
];

/** A window size that leaves about 300 pixels for a page; all controls must still be visible. */
const NARROW = { width: 680, height: 900 };

const overviews: readonly Opened[] = [
  { caption: 'Atlas Web', command: 'Show Overview…', picks: ['Atlas Web'] },
  {
    caption: 'Board by keyboard',
    command: 'Show Overview…',
    picks: ['Cycle of a Project', 'Atlas Web', 'Board by keyboard'],
  },
  { caption: 'Know where every parcel is', command: 'Show Overview…', picks: ['Know where every parcel is'] },
];

async function run(fixture: Fixture, { command, picks }: Opened): Promise<void> {
  const { workbench } = fixture;
  if (/^(?:Create|Edit|Change) /.test(command)) await runInFamily(fixture, command);
  else await workbench.runCommand(`Contrail: ${command}`);
  for (const pick of picks) {
    await workbench.quickInput.row(pick).waitFor();
    await workbench.quickInput.pick(pick);
  }
}

async function openTables(frame: Frame): Promise<void> {
  await frame.locator('details').first().waitFor();
  await frame.locator('details').evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLDetailsElement) one.open = true;
  });
}

scenario(
  'record pages, overviews and stickies have no accessibility violations in any theme, also in a narrow window',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    const overflowing: string[] = [];

    await workbench.view('Projects').row('Atlas Web').inlineAction('Create Work Item');
    const created = await RecordPage.of(workbench, 'New work item');
    const checks = await ThemeChecks.readThemes(workbench, created.frame);
    await step('a new work item', async () => {
      await checks.check('a new work item', 'empty', created.frame);
      await created.save();
      await created.problem('name').waitFor();
      await created.choose('labels', 'Design');
      await checks.check('a new work item', 'with a list open and a problem', created.frame);
    });

    await workbench.page.setViewportSize(NARROW);
    for (const opened of pages) {
      await step(opened.caption, async () => {
        await run(fixture, opened);
        const page = await RecordPage.of(workbench, opened.caption);
        await opened.inject?.(page);
        await workbench.screenshot(`accessibility/${opened.caption.replaceAll(' ', '-')}`);
        await checks.check(opened.caption, 'narrow', page.frame);
        overflowing.push(...(await controlsCutOff(opened.caption, page.frame)));
      });
    }
    await workbench.restoreSize();

    for (const opened of overviews) {
      await step(`overview of ${opened.caption}`, async () => {
        await run(fixture, opened);
        const frame = await workbench.webview('.overview h1', opened.caption);
        await frame.locator('.charts').waitFor();
        await openTables(frame);
        await workbench.screenshot(`accessibility/overview-${opened.caption.replaceAll(' ', '-')}`);
        await checks.check(`overview of ${opened.caption}`, 'with its tables', frame);
      });
    }

    await step('stickies', async () => {
      await workbench.runCommand('Contrail: Focus on Stickies View');
      const frame = await workbench.webview('.board .note');
      await frame.locator('.note[data-sticky] .note-name').first().waitFor();
      await workbench.view('Projects').close();
      await checks.check('stickies', 'as opened', frame);
      await frame.getByRole('button', { name: 'Color of Books' }).click();
      await frame.getByRole('radio', { name: 'Purple' }).waitFor();
      await checks.check('stickies', 'with the colors', frame);
      await workbench.press('Escape');
      await frame
        .locator('.note:has(article[aria-label="Door code of the depot"])')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await frame.getByText('“Door code of the depot” was deleted.').waitFor();
      await checks.check('stickies', 'with one deleted', frame);
    });
    expect(checks.found).toEqual({});
    expect(overflowing).toEqual([]);
    expect(workbench.errors).toEqual([]);
  },
  { ...ONE_SIGNED_IN, planeServer: { rate: 0 } },
);

/** Returns the controls that extend beyond the right or left edge of their page. */
async function controlsCutOff(page: string, frame: Frame): Promise<string[]> {
  const names = await frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, textarea, [role=textbox]')]
      .filter((one) => one.closest('.visually-hidden') === null)
      .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > window.innerWidth)
      .map((one) => one.title || one.ariaLabel || one.id),
  );
  return names.map((name) => `${page}: ${name}`);
}
