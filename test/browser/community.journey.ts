// Owns the main journey over a service that answers as open-source servers do where they differ from the specification.
import { expect } from 'vitest';
import { journey } from './journey.ts';
import { openItem, signIn } from './steps.ts';

journey(
  'an open-source server is browsed, edited and commented on just so, without what it does not have',
  async (stage) => {
    const { workbench } = stage;
    await signIn(stage);
    const view = workbench.view('Projects');
    await view.row('Field Notes').expand();
    await view.row(/^NOTES-130 /).shown();
    await view.end();
    await view.row('Load 30 more of 130').shown();
    await view.clickTitleAction('Collapse All');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).shown();

    const busy = await openItem(stage, 'WEB-1');
    await busy.comments.first().getByText('Drawings are done for all three columns.').waitFor();
    expect(await busy.field('module').count()).toBe(0);
    expect(await busy.field('type').count()).toBe(0);
    await workbench.screenshot('community/comments-oldest-first');

    const page = await openItem(stage, 'WEB-28');
    await page.name.fill('Renamed on an open-source server');
    await page.choose('labels', 'Design');
    await page.save();
    await page.sent();
    await view.row('Renamed on an open-source server').shown();
    await page.write(page.composer, 'Written to an open-source server.');
    await workbench.press('Control+Enter');
    await page.comments.filter({ hasText: 'Written to an open-source server.' }).waitFor();
    await workbench.screenshot('community/commented');
    expect(workbench.complaints).toEqual([]);
  },
  { service: { dialect: 'community' } },
);
