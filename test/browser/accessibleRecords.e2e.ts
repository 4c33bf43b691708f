// End-to-end tests of the accessibility of record pages, also in a narrow window.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { type Found, lookInEveryTheme } from './axe.ts';
import { RecordPage } from './recordPage.ts';
import { SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

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

scenario(
  'the pages of all records have no accessibility violations in any theme',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.page.setViewportSize(NARROW);
    const found: Found = {};
    const over: string[] = [];
    for (const { caption, command, picks, inject } of pages) {
      await workbench.runCommand(`Contrail: ${command}`);
      for (const pick of picks) await quickInput.pick(pick);
      const page = await RecordPage.of(workbench, caption);
      await inject?.(page);
      await lookInEveryTheme(workbench, 'narrow', { [caption]: page.frame }, found);
      over.push(...(await controlsCutOff({ [caption]: page.frame })));
    }
    expect(found).toEqual({});
    expect(over).toEqual([]);
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['spec'], planeServer: { rate: 0 } },
);

/** Returns the controls that extend beyond the right or left edge of their page. */
async function controlsCutOff(frames: Readonly<Record<string, Frame>>): Promise<string[]> {
  const over = Object.entries(frames).map(async ([page, frame]) => {
    const names = await frame.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, textarea, [role=textbox]')]
        .filter((one) => one.closest('.visually-hidden') === null)
        .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > window.innerWidth)
        .map((one) => one.title || one.ariaLabel || one.id),
    );
    return names.map((name) => `${page}: ${name}`);
  });
  return (await Promise.all(over)).flat();
}
