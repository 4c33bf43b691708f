// End-to-end test of accessibility: the keyboard, live regions, and axe-core on each kind of page.
import type { Frame } from 'playwright-core';
import { expect, vi } from 'vitest';
import { sendRequest } from '../support/requests.ts';
import { sample } from '../support/testServer.ts';
import { deferred } from '../unit/std/deferred.ts';
import { ThemeChecks } from './axe.ts';
import { currentControl, focusedControls, tabTo } from './focus.ts';
import type { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { OVERVIEWS, openSamplePage, RECORD_PAGES } from './samplePages.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, step } from './steps.ts';

const WEB_1_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 1)}/`;

/** Brings the page into a state. The states of a list are reached one after the other, each from the previous state. */
type ApplyState = (page: ItemPage, fixture: Fixture) => Promise<void>;

const states: Readonly<Record<string, ApplyState>> = {
  'with activity, unsent changes, and an own comment in the editor': async (page) => {
    const { frame, name, comments } = page;
    await frame.getByTestId('attachments').scrollIntoViewIfNeeded();
    await frame.getByTestId('attachments').getByText('keys.txt').waitFor();
    await page.showChanges();
    await frame.getByTestId('activity').getByText('created the work item').waitFor();
    await comments.getByTestId('edit-comment').first().click();
    await comments.getByTestId('comment-editor').waitFor();
    await name.fill('Another name');
    await frame.getByText('Modified').waitFor();
  },
  'with problems, a list open, and a comment whose deletion can be undone': async (page) => {
    const { frame, name, comments, notice } = page;
    await comments.getByTestId('cancel-comment').click();
    await comments.getByTestId('delete-comment').first().click();
    await comments.getByText('Comment deleted.').waitFor();
    await name.fill('');
    await frame.getByTestId('save').click();
    await frame.getByText('Title is required.').waitFor();
    await notice.getByText('Not saved').waitFor();
    await frame.locator('[data-field="labels"]').locator('.opener').click();
    await frame.getByRole('option').first().waitFor();
  },
  'with a conflict, and people to mention': async (page, { planeServer }) => {
    const { frame, name } = page;
    await name.fill('Mine');
    await sendRequest(planeServer, 'PATCH', WEB_1_PATH, { name: 'Theirs' });
    await frame.getByTestId('save').click();
    await frame.locator('[data-conflict]').first().waitFor();
    await page.write(page.composer, 'Ask @el');
    await frame.getByRole('listbox', { name: 'Members to mention' }).waitFor();
  },
};

/**
 * Functions that make the page of a record show an error, by the caption of the page. These pages have controls that
 * the page of a work item does not have.
 */
const SHOW_ERROR_BY_CAPTION: Readonly<Record<string, (page: RecordPage) => Promise<void>>> = {
  'Initiative Label': async (page) => {
    await page.textControl('color').last().fill('green');
    await page.fieldErrorMessage('color').waitFor();
  },
  'Customer Property': async (page) => {
    await page.textControl('settings').fill('{');
    await page.fieldErrorMessage('settings').waitFor();
  },
};

/** A window size that leaves about 300 pixels for a page; all controls must still be visible. */
const NARROW_VIEWPORT = { width: 680, height: 900 };

async function openWorkItem(fixture: Fixture): Promise<ItemPage> {
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).waitUntilShown();
  const page = await openItem(fixture, 'WEB-1');
  await page.comments.first().waitFor();
  return page;
}

scenario(
  'a work item is edited with the keyboard only, results are announced, and no page has violations in any theme',
  async (fixture) => {
    const { workbench } = fixture;
    const { keyboard } = workbench.page;
    await openContrail(fixture);
    const page = await openWorkItem(fixture);
    const { frame } = page;

    await step('Tab and Shift+Tab focus the same controls, and the focus is visible', async () => {
      // The controls of an empty composer are shown only while it has the focus.
      await page.write(page.composer, 'Half a comment');
      await page.name.focus();
      const controlsByTab = await focusedControls(frame, () => keyboard.press('Tab'));
      const namesWithoutFocusRing = controlsByTab
        .filter(({ isFocusVisible }) => !isFocusVisible)
        .map(({ name }) => name);
      expect(namesWithoutFocusRing).toEqual([]);
      const names = controlsByTab.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['Title', 'State', 'Due date', 'Bold', 'Description', 'Comment']));
      expect(names.indexOf('State')).toBeLessThan(names.indexOf('Description'));
      await frame.getByTestId('send-comment').focus();
      const controlsByShiftTab = await focusedControls(frame, () => keyboard.press('Shift+Tab'), 'Title');
      expect(controlsByShiftTab.map(({ name }) => name).reverse()).toEqual(names);
    });

    await step('Escape lets Tab leave a table of the description', async () => {
      const rows = frame.locator('[data-field="description_html"] tr');
      const rowCountBefore = await rows.count();
      await rows.last().locator('td').last().click();
      await keyboard.press('Escape');
      await keyboard.press('Tab');
      expect((await currentControl(frame)).name).not.toBe('Description');
      expect(await rows.count()).toBe(rowCountBefore);
    });

    await step('the user edits with the keyboard only, and a live region announces the results', async () => {
      await page.name.focus();
      await editWithKeyboard(fixture, frame);
      const expectedItem = {
        state: sample.state('WEB', 'In Review'),
        assignees: expect.arrayContaining([sample.user('bruno')]),
        priority: 'urgent',
        target_date: '2099-12-24',
        module: sample.module('WEB', 'Sign-in'),
        labels: expect.arrayContaining([sample.label('WEB', 'Design')]),
        estimate_point: '3',
        type: sample.type('WEB', 'Bug'),
        start_date: '2099-12-01',
        parent: sample.workItem('WEB', 9),
        name: expect.stringMatching(/ again$/),
        description_html: expect.stringContaining('Typed last.'),
      };
      await vi.waitFor(
        async () => expect(await readFromServer(fixture, WEB_1_PATH)).toMatchObject(expectedItem),
        30_000,
      );
      await page.comments.filter({ hasText: 'Sent by keys.' }).waitFor();
    });

    await step('the colors of the system show the focus, and nothing moves if the user prefers that', async () => {
      await workbench.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
      await frame.waitForFunction(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
      await page.name.focus();
      const controls = await focusedControls(frame, () => keyboard.press('Tab'));
      expect(controls.length).toBeGreaterThan(20);
      expect(controls.filter(({ isFocusVisible }) => !isFocusVisible)).toEqual([]);
      await checkMotion(fixture, page);
      await workbench.page.emulateMedia({ forcedColors: null, reducedMotion: null });
    });

    const themeChecks = await ThemeChecks.readThemes(workbench, frame);
    for (const [state, change] of Object.entries(states)) {
      await step(state, async () => {
        await change(page, fixture);
        await themeChecks.check('a work item', state, frame);
      });
    }

    await workbench.page.setViewportSize(NARROW_VIEWPORT);
    const overflowingControls: string[] = [];
    await step('a new work item', async () => {
      await workbench.view('Projects').row('Atlas Web').clickInlineAction('Create Work Item');
      const newItemPage = await RecordPage.ofNewItem(workbench);
      await newItemPage.save();
      await newItemPage.fieldErrorMessage('name').waitFor();
      await newItemPage.choose('labels', 'Design');
      await themeChecks.check('a new work item', 'narrow, with a list open and a problem', newItemPage.frame);
      overflowingControls.push(...(await findCutOffControls('a new work item', newItemPage.frame)));
    });
    for (const samplePage of RECORD_PAGES.filter(({ caption }) => caption in SHOW_ERROR_BY_CAPTION)) {
      await step(samplePage.caption, async () => {
        await openSamplePage(workbench, samplePage);
        const recordPage = await RecordPage.waitFor(workbench, samplePage.caption);
        await SHOW_ERROR_BY_CAPTION[samplePage.caption]?.(recordPage);
        await themeChecks.check(samplePage.caption, 'narrow', recordPage.frame);
        overflowingControls.push(...(await findCutOffControls(samplePage.caption, recordPage.frame)));
      });
    }
    await workbench.restoreSize();

    const openOverview = async (caption: string): Promise<Frame> => {
      for (const overview of OVERVIEWS.filter((one) => one.caption === caption))
        await openSamplePage(workbench, overview);
      return workbench.webview('.overview h1', caption);
    };
    await step('the overview of a cycle, which has all charts', async () => {
      const overviewFrame = await openOverview('Board by keyboard');
      await overviewFrame.locator('.charts').waitFor();
      await expandTables(overviewFrame);
      await themeChecks.check('overview of a cycle', 'with its tables', overviewFrame);
    });
    await step('buttons in the title bar of an overview refresh the page and show the record in its view', async () => {
      const overviewFrame = await openOverview('Atlas Web');
      await overviewFrame.getByText(/^2\d work items$/).waitFor();
      for (const title of ['Refresh Page', 'Show in Side Bar'])
        await workbench.page.locator(`.editor-actions .action-label[aria-label^="${title}"]`).first().click();
      await workbench.page.locator('.sidebar .monaco-list-row.focused', { hasText: 'Atlas Web' }).waitFor();
    });

    await step('stickies', async () => {
      await workbench.runCommand('Contrail: Focus on Stickies View');
      const stickiesFrame = await workbench.webview('.board .note');
      await stickiesFrame.locator('.note[data-sticky] .note-name').first().waitFor();
      await workbench.view('Projects').close();
      await stickiesFrame
        .locator('.note:has(article[aria-label="Door code of the depot"])')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await stickiesFrame.getByText('“Door code of the depot” was deleted.').waitFor();
      await stickiesFrame.getByRole('button', { name: 'Color of Books' }).click();
      await stickiesFrame.getByRole('radio', { name: 'Purple' }).waitFor();
      await themeChecks.check('stickies', 'with the colors, and with one deleted', stickiesFrame);
    });
    expect(themeChecks.pagesByViolation).toEqual({});
    expect(overflowingControls).toEqual([]);
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);

/** Expects the progress bar of a save to move only if the user permits that. */
async function checkMotion({ proxy, workbench }: Fixture, page: ItemPage): Promise<void> {
  const countAnimations = (): Promise<number> =>
    page.frame.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  const check = deferred<void>();
  proxy.inject((method) => method === 'PATCH', { kind: 'delayed', until: check.promise });
  await page.choose('priority', 'Low');
  await page.frame.locator('.progress').waitFor();
  expect(await countAnimations()).toBe(0);
  await workbench.page.emulateMedia({ reducedMotion: 'no-preference' });
  // The frame of the page is another process, which hears of the change later than the window.
  await page.frame.waitForFunction(() => matchMedia('(prefers-reduced-motion: no-preference)').matches);
  expect(await countAnimations()).toBeGreaterThan(0);
  await workbench.page.emulateMedia({ reducedMotion: 'reduce' });
  check.resolve();
  await page.frame.locator('.progress').waitFor({ state: 'detached' });
  proxy.removeFaults();
}

/** Changes every field and sends a comment, from the title on. */
async function editWithKeyboard({ workbench }: Fixture, frame: Frame): Promise<void> {
  const { keyboard } = workbench.page;
  const outcome = frame.getByRole('status').filter({ has: frame.getByText(/(^Saved| saved|^Comment sent)$/) });
  const choose = async (field: string, option: string): Promise<void> => {
    await tabTo(frame, field);
    await keyboard.press('ArrowDown');
    await frame.getByRole('option', { name: option }).first().waitFor();
    // A list of several values stays open; the other lists close only after the page has drawn the value.
    const list = frame.getByRole('listbox');
    const staysOpen = (await list.getAttribute('aria-multiselectable')) === 'true';
    await keyboard.type(option);
    await keyboard.press('Enter');
    if (staysOpen) await keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
  };
  await keyboard.press('End');
  await keyboard.type(' again');
  await workbench.press('Control+s');
  await outcome.getByText('Title saved').waitFor({ state: 'attached' });
  await choose('State', 'In Review');
  await choose('Assignees', 'Bruno Keller');
  await choose('Priority', 'Urgent');
  await tabTo(frame, 'Due date');
  await keyboard.type('2099-12-24');
  await choose('Module', 'Sign-in');
  await choose('Labels', 'Design');
  await choose('Estimate', '3');
  await choose('Type', 'Bug');
  await tabTo(frame, 'Start date');
  await keyboard.type('2099-12-01');
  await tabTo(frame, /^Cycle: /);
  await keyboard.press('Enter');
  await workbench.quickInput.row('Board by keyboard').waitFor();
  await workbench.quickInput.accept('Board by keyboard');
  await workbench.quickInput.waitUntilGone();
  await tabTo(frame, 'Parent');
  await keyboard.press('Enter');
  await frame.getByRole('combobox', { name: 'Search: Parent' }).and(frame.locator(':focus')).waitFor();
  await keyboard.type('WEB-9');
  await frame.getByRole('option', { name: 'Draw only the cards' }).waitFor();
  await keyboard.press('Enter');
  await tabTo(frame, 'Description');
  await keyboard.press('Enter');
  await keyboard.press('Control+End');
  await keyboard.type(' Typed last.');
  await keyboard.press('Escape');
  await workbench.press('Control+s');
  await tabTo(frame, 'Comment');
  await keyboard.press('Control+a');
  await keyboard.type('Sent by keys.');
  await workbench.press('Control+Enter');
  await outcome.getByText('Comment sent').waitFor({ state: 'attached' });
}

async function expandTables(frame: Frame): Promise<void> {
  await frame.locator('details > summary').first().waitFor();
  await frame.locator('details').evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLDetailsElement) one.open = true;
  });
}

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
