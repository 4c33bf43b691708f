// An end-to-end test of the differences on an open-source (community) server.
import { expect } from 'vitest';
import { SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem } from './steps.ts';

scenario(
  'a work item of an open-source server has no unsupported fields, and its comments are sorted from oldest to newest',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).shown();
    const page = await openItem(fixture, 'WEB-1');
    await page.comments.first().getByText('Drawings are done for all three columns.').waitFor();
    expect(await page.field('state').count()).toBe(1);
    expect(await page.field('module').count()).toBe(0);
    expect(await page.field('type').count()).toBe(0);
    await workbench.screenshot('item/without-module');
    expect(workbench.errors).toEqual([]);
  },
  { ...SIGNED_IN, dialects: ['community'] },
);
