// Owns the journey through what is different on a server that answers as open-source ones do.
import { expect } from 'vitest';
import { journey } from './journey.ts';
import { openItem, signIn } from './steps.ts';

journey(
  'an item of an open-source server shows no field that the server does not have, and its comments from the oldest on',
  async (stage) => {
    const { workbench } = stage;
    await signIn(stage);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).shown();
    const page = await openItem(stage, 'WEB-1');
    await page.comments.first().getByText('Drawings are done for all three columns.').waitFor();
    expect(await page.field('state').count()).toBe(1);
    expect(await page.field('module').count()).toBe(0);
    expect(await page.field('type').count()).toBe(0);
    await workbench.screenshot('item/without-module');
    expect(workbench.complaints).toEqual([]);
  },
  { dialects: ['community'] },
);
