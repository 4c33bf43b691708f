// End-to-end tests of the accessibility of overviews, stickies and the page of a new work item.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { type Found, lookInEveryTheme } from './axe.ts';
import { RecordPage } from './recordPage.ts';
import { SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

/** Without a rate limit, because many states in four themes need more requests than the limit permits. */
const UNLIMITED = { dialects: ['spec'], planeServer: { rate: 0 } } as const;

interface Opened {
  readonly page: string;
  readonly name: string;
  /** The entries to pick in the pickers of the command, in this order. */
  readonly picks: readonly string[];
}

const overviews: readonly Opened[] = [
  { page: 'overview of a project', name: 'Atlas Web', picks: ['Atlas Web'] },
  {
    page: 'overview of a cycle',
    name: 'Board by keyboard',
    picks: ['Cycle of a Project', 'Atlas Web', 'Board by keyboard'],
  },
  { page: 'overview of an initiative', name: 'Know where every parcel is', picks: ['Know where every parcel is'] },
];

async function openTables(frame: Frame): Promise<void> {
  await frame.locator('details').first().waitFor();
  await frame.locator('details').evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLDetailsElement) one.open = true;
  });
}

scenario(
  'overviews have no accessibility violations in any theme',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    const found: Found = {};
    for (const { page, name, picks } of overviews) {
      await workbench.runCommand('Contrail: Show Overview…');
      for (const pick of picks) {
        await workbench.quickInput.row(pick).waitFor();
        await workbench.quickInput.pick(pick);
      }
      const frame = await workbench.webview('.overview h1', name);
      await frame.locator('.charts').waitFor();
      await lookInEveryTheme(workbench, 'as drawn', { [page]: frame }, found);
      await openTables(frame);
      await lookInEveryTheme(workbench, 'with its tables', { [page]: frame }, found);
    }
    expect(found).toEqual({});
    expect(workbench.errors).toEqual([]);
  },
  { ...UNLIMITED, ...SIGNED_IN },
);

scenario(
  'the stickies have no accessibility violations in any theme',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.runCommand('Contrail: Focus on Stickies View');
    const frame = await workbench.webview('.board .note');
    await frame.locator('.note[data-sticky] .note-name').first().waitFor();
    await workbench.view('Projects').close();
    const found: Found = {};
    await lookInEveryTheme(workbench, 'as they hang', { stickies: frame }, found);
    await frame.getByRole('button', { name: 'Color of Books' }).click();
    await frame.getByRole('radio', { name: 'Purple' }).waitFor();
    await lookInEveryTheme(workbench, 'with the colours', { stickies: frame }, found);
    await workbench.press('Escape');
    await frame
      .locator('.note:has(article[aria-label="Door code of the depot"])')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await frame.getByText('“Door code of the depot” was deleted.').waitFor();
    await lookInEveryTheme(workbench, 'with one deleted', { stickies: frame }, found);
    expect(found).toEqual({});
    expect(workbench.errors).toEqual([]);
  },
  { ...UNLIMITED, ...SIGNED_IN },
);

scenario(
  'the page of a new work item has no accessibility violations in any theme',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').inlineAction('Create Work Item');
    const page = await RecordPage.of(workbench, 'New work item');
    const found: Found = {};
    await lookInEveryTheme(workbench, 'empty', { 'a new work item': page.frame }, found);
    await page.save();
    await page.problem('name').waitFor();
    await page.choose('labels', 'Design');
    await lookInEveryTheme(workbench, 'with a list open and a problem', { 'a new work item': page.frame }, found);
    expect(found).toEqual({});
    expect(workbench.errors).toEqual([]);
  },
  { ...UNLIMITED, ...SIGNED_IN },
);
