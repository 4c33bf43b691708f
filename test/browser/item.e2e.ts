// The main end-to-end test: a work item is found, edited and commented on, also after a restart.
import { expect } from 'vitest';
import { ItemPage } from './itemPage.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { openItem, signIn, step } from './steps.ts';

scenario(
  'the user edits a work item and comments on it, and the page shows both after a restart',
  async (fixture) => {
    const { workbench } = fixture;
    const view = workbench.view('Projects');
    await signIn(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).waitUntilShown();

    await step(
      'a window of 1200 × 800 pixels shows title, all fields, description and first comment without scrolling',
      async () => {
        await workbench.page.setViewportSize({ width: 1200, height: 800 });
        const { frame, comments } = await openItem(fixture, 'WEB-7');
        await comments.first().waitFor();
        const partSelectors = [
          '.name-input',
          '.properties .field',
          '[data-field=description_html] .rich-text-body > *',
        ];
        const hiddenParts = await frame.evaluate(
          (selectors) =>
            selectors
              .flatMap((selector) => [...document.querySelectorAll(selector)])
              .concat(document.querySelector('.comment') ?? [])
              .filter((part) => part.getBoundingClientRect().bottom > window.innerHeight)
              .map((part) => part.textContent),
          partSelectors,
        );
        await workbench.screenshot('item/small-window');
        expect(hiddenParts).toEqual([]);
        expect(await frame.locator('.properties .field').count()).toBeGreaterThan(8);
        await frame.locator('.properties').waitFor({ state: 'visible' });
        // The side bar leaves 752 px, and then 352 px, for the page.
        for (const width of [1100, 700]) {
          await workbench.page.setViewportSize({ width, height: 800 });
          await frame.locator('.field-chips').waitFor();
          await frame.locator('.properties').waitFor({ state: 'hidden' });
        }
        await frame.getByText('Write a comment…').waitFor();
        await frame.getByText('Write a comment…').scrollIntoViewIfNeeded();
        await workbench.screenshot('item/narrow');
        await workbench.restoreSize();
      },
    );

    const page = await openItem(fixture, 'WEB-28');
    expect(await page.description.isVisible()).toBe(true);
    await workbench.screenshot('item/opened');
    await page.name.fill('Write the notes for release four');
    await page.choose('state', 'In Progress');
    await page.choose('priority', 'Urgent');
    await page.write(page.description, ' Begin with what changed for people.');
    await page.waitUntilUnsent();
    await workbench.screenshot('item/unsent');
    await page.save();
    await page.waitUntilSent();
    await view.row('Write the notes for release four').waitUntilShown();
    await workbench.page
      .locator('.monaco-list-row[aria-label*="WEB-28"][aria-label*="state In Progress"][aria-label*="priority Urgent"]')
      .waitFor();
    await workbench.tab('WEB-28 Write the notes for release four').waitFor();
    await workbench.screenshot('item/saved');

    await page.write(page.composer, 'The draft is ready to be read.');
    await workbench.press('Control+Enter');
    await page.comments.filter({ hasText: 'The draft is ready to be read.' }).waitFor();
    expect(await page.composer.innerText()).toBe('\n');
    await page.waitUntilSent();
    await workbench.screenshot('item/commented');

    await fixture.restart();
    await fixture.workbench.openContainer('Contrail');
    const reopenedPage = await ItemPage.waitFor(fixture.workbench, 'WEB-28');
    expect(await reopenedPage.name.inputValue()).toBe('Write the notes for release four');
    expect(await reopenedPage.description.innerText()).toContain('Begin with what changed for people.');
    await reopenedPage.comments.filter({ hasText: 'The draft is ready to be read.' }).waitFor();
    await fixture.workbench.screenshot('item/after-restart');
    expect(fixture.workbench.errors).toEqual([]);
  },
  SPEC_ONLY,
);
