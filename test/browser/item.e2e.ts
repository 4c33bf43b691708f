// The main end-to-end test: a work item is found, edited and commented on, also after a restart.
import { expect } from 'vitest';
import { ItemPage } from './itemPage.ts';
import { ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, signIn } from './steps.ts';

scenario('a work item is found, edited and commented on, and shows all of it after a restart', async (fixture) => {
  const { workbench } = fixture;
  const view = workbench.view('Projects');
  await signIn(fixture);
  await view.row('Field Notes').expand();
  await view.row(/^NOTES-130 /).shown();
  await view.scrollToEnd();
  await view.row('Load 30 more of 130').click();
  await workbench.page.locator('.monaco-list-row.focused[aria-label^="NOTES-30 "]').waitFor();
  await view.clickTitleAction('Collapse All');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-28 /).shown();

  const page = await openItem(fixture, 'WEB-28');
  expect(await page.description.isVisible()).toBe(true);
  await workbench.screenshot('item/opened');
  await page.name.fill('Write the notes for release four');
  await page.choose('state', 'In Progress');
  await page.choose('priority', 'Urgent');
  await page.write(page.description, ' Begin with what changed for people.');
  await page.unsent();
  await workbench.screenshot('item/unsent');
  await page.save();
  await page.sent();
  await view.row('Write the notes for release four').shown();
  await workbench.page
    .locator('.monaco-list-row[aria-label*="WEB-28"][aria-label*="state In Progress"][aria-label*="priority Urgent"]')
    .waitFor();
  await workbench.tab('WEB-28 Write the notes for release four').waitFor();
  await workbench.screenshot('item/saved');

  await page.write(page.composer, 'The draft is ready to be read.');
  await workbench.press('Control+Enter');
  await page.comments.filter({ hasText: 'The draft is ready to be read.' }).waitFor();
  expect(await page.composer.innerText()).toBe('\n');
  await page.sent();
  await workbench.screenshot('item/commented');

  await fixture.restart();
  await fixture.workbench.openContainer('Contrail');
  const again = await ItemPage.of(fixture.workbench, 'WEB-28');
  expect(await again.name.inputValue()).toBe('Write the notes for release four');
  expect(await again.description.innerText()).toContain('Begin with what changed for people.');
  await again.comments.filter({ hasText: 'The draft is ready to be read.' }).waitFor();
  await fixture.workbench.screenshot('item/after-restart');
  expect(fixture.workbench.errors).toEqual([]);
});

scenario(
  'invalid input is reported at its field, and changes that the server rejects stay as a draft',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-1 /)
      .shown();
    const page = await openItem(fixture, 'WEB-28');
    await page.name.fill('');
    await page.field('start_date').locator('input').fill('2026-12-24');
    await page.field('target_date').locator('input').fill('2026-12-01');
    await page.field('target_date').getByText('The due date is before the start date.').waitFor();
    await page.save();
    await page.field('name').getByText('Name is required.').waitFor();
    await page.notice.getByText('Not saved').waitFor();
    await workbench.screenshot('item/bad-input');
    await page.name.fill('A name again');
    await page.field('target_date').locator('input').fill('2026-12-31');
    await page.save();
    await page.sent();
  },
  ONE_SIGNED_IN,
);

scenario(
  'shortcuts in a rich text apply to the text, not to the workbench, and one undo reverts one step',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-1 /)
      .shown();
    const page = await openItem(fixture, 'WEB-28');
    await page.write(page.description, 'First');
    await workbench.press('Enter');
    await workbench.page.keyboard.type('Second');
    await workbench.press('Control+b');
    await workbench.page.keyboard.type(' third');
    await page.description.locator('strong', { hasText: 'third' }).waitFor();
    expect(await workbench.view('Projects').row('Atlas Web').locator.isVisible()).toBe(true);
    await workbench.press('Control+Home');
    await workbench.page.keyboard.type('Zeroth, ');
    await page.description.getByText('Zeroth, First').waitFor();
    await workbench.press('Control+z');
    await page.description.getByText('First', { exact: true }).waitFor();
    expect(await page.description.innerText()).toContain('Second third');
    await workbench.press('Control+y');
    await page.description.getByText('Zeroth, First').waitFor();

    await page.choose('priority', 'Urgent');
    await page.frame.locator('.identifier').click();
    await workbench.press('Control+z');
    await page.field('priority').getByText('Medium').waitFor();
  },
  ONE_SIGNED_IN,
);

scenario(
  'a work item page is laid out correctly in every theme, wide and narrow',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-1 /)
      .expand();
    const page = await openItem(fixture, 'WEB-1');
    await page.comments.first().waitFor();
    for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`themes/${theme}`);
      await page.field('labels').locator('.opener').click();
      await page.field('labels').getByRole('option').first().waitFor();
      await workbench.screenshot(`themes/${theme}-labels`);
      await workbench.press('Escape');
      await page.frame.getByTestId('composer').scrollIntoViewIfNeeded();
      await workbench.screenshot(`themes/${theme}-comments`);
      await page.name.scrollIntoViewIfNeeded();
    }
    await workbench.setTheme('dark');
    await workbench.page.setViewportSize({ width: 900, height: 900 });
    await workbench.screenshot('themes/narrow');
    expect(workbench.errors).toEqual([]);
  },
  // The layout does not depend on the server's dialect.
  ONE_SIGNED_IN,
);
