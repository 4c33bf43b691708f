// End-to-end tests of the accessibility of the work item page: axe-core, keyboard and live regions.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { ThemeChecks } from './axe.ts';
import type { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step, waitUntilServerHas } from './steps.ts';

const WEB_1_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 1)}/`;

/** Brings the page into a state. The states of a list are reached one after the other, each from the previous state. */
type ApplyState = (page: ItemPage, fixture: Fixture) => Promise<void>;

const states: Readonly<Record<string, ApplyState>> = {
  'as opened, with all that was done to it': async (page) => {
    const { frame } = page;
    await frame.getByTestId('attachments').scrollIntoViewIfNeeded();
    await frame.getByTestId('attachments').getByText('keys.txt').waitFor();
    await page.showChanges();
    await frame.getByTestId('activity').getByText('created the work item').waitFor();
  },
  'with unsent changes, and one’s own comment being changed': async ({ frame, name, comments }) => {
    await comments.getByTestId('edit-comment').first().click();
    await comments.getByTestId('comment-editor').waitFor();
    await name.fill('Another name');
    await frame.getByText('Modified').waitFor();
  },
  'with problems, and a comment whose deletion can be undone': async ({ frame, name, comments, notice }) => {
    await comments.getByTestId('cancel-comment').click();
    await comments.getByTestId('delete-comment').first().click();
    await comments.getByText('Comment deleted.').waitFor();
    await name.fill('');
    await frame.getByTestId('save').click();
    await frame.getByText('Title is required.').waitFor();
    await notice.getByText('Not saved').waitFor();
  },
  'with a list open': async ({ frame }) => {
    await frame.locator('[data-field="labels"]').locator('.opener').click();
    await frame.getByRole('option').first().waitFor();
  },
  'with people to mention': async (page) => {
    await page.write(page.composer, 'Ask @el');
    await page.frame.getByRole('listbox', { name: 'Members to mention' }).waitFor();
  },
  'with a conflict': async ({ frame, name }, { planeServer }) => {
    await name.fill('Mine');
    const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${WEB_1_PATH}`, {
      method: 'PATCH',
      headers: { 'X-API-Key': planeServer.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Theirs' }),
    });
    expect(response.status).toBe(200);
    await frame.getByTestId('save').click();
    await frame.locator('[data-conflict]').first().waitFor();
  },
};

async function openWorkItem(fixture: Fixture): Promise<ItemPage> {
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).waitUntilShown();
  const page = await openItem(fixture, 'WEB-1');
  await page.comments.first().waitFor();
  return page;
}

scenario(
  'the user edits a work item page with the keyboard only, hears results, and finds no violations in any theme',
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

    await step('a live region announces the result of a change', async () => {
      const outcome = frame.getByRole('status').filter({ has: frame.getByText(/^(Saved|Comment sent)$/) });
      await page.name.fill('Use the board by keys alone');
      await workbench.press('Control+s');
      await outcome.getByText('Saved').waitFor({ state: 'attached' });
      await page.composer.click();
      await keyboard.press('Control+a');
      await keyboard.type('Said aloud.');
      await workbench.press('Control+Enter');
      await outcome.getByText('Comment sent').waitFor({ state: 'attached' });
    });

    await step('the user changes every field and sends a comment with the keyboard only', async () => {
      await page.name.focus();
      await editEveryField(fixture, frame);
      await waitUntilServerHas(fixture, WEB_1_PATH, (item) => {
        const changes = {
          priority: 'urgent',
          start_date: '2026-11-02',
          target_date: '2099-12-24',
          type: sample.type('WEB', 'Bug'),
        };
        const expectedReferences = [
          [item['assignees'], sample.user('bruno')],
          [item['labels'], sample.label('WEB', 'Design')],
        ] as const;
        return (
          Object.entries(changes).every(([name, value]) => item[name] === value) &&
          expectedReferences.every(([ids, id]) => Array.isArray(ids) && ids.includes(id)) &&
          item['state'] === sample.state('WEB', 'In Review') &&
          item['parent'] === sample.workItem('WEB', 9) &&
          String(item['name']).endsWith(' again') &&
          String(item['description_html']).includes('Typed last.')
        );
      });
      await page.comments.filter({ hasText: 'Sent by keys.' }).waitFor();
    });

    const themeChecks = await ThemeChecks.readThemes(workbench, frame);
    for (const [state, change] of Object.entries(states)) {
      await step(state, async () => {
        await change(page, fixture);
        await workbench.screenshot(`accessibility/work-item-${state.replaceAll(' ', '-')}`);
        await themeChecks.check('a work item', state, frame);
      });
    }
    expect(themeChecks.pagesByViolation).toEqual({});
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);

/** Presses Tab until the control with this name has the focus. */
async function tabTo({ workbench }: Fixture, frame: Frame, name: string): Promise<void> {
  await until(`Tab to reach ${name}`, async () => {
    if ((await currentControl(frame)).name === name) return true;
    await workbench.page.keyboard.press('Tab');
    return false;
  });
}

/** Changes each field of the work item and sends a comment, from the title on. */
async function editEveryField(fixture: Fixture, frame: Frame): Promise<void> {
  const { workbench } = fixture;
  const { keyboard } = workbench.page;
  const focusControl = (name: string) => tabTo(fixture, frame, name);
  const choose = async (field: string, option: string, text = option): Promise<void> => {
    await focusControl(field);
    await keyboard.press('ArrowDown');
    await frame.getByRole('option', { name: option }).first().waitFor();
    await keyboard.type(text);
    await keyboard.press('Enter');
    if (await frame.getByRole('listbox').isVisible()) await keyboard.press('Escape');
  };
  await keyboard.press('End');
  await keyboard.type(' again');
  await choose('State', 'In Review');
  await choose('Assignees', 'Bruno Keller');
  await choose('Priority', 'Urgent');
  await focusControl('Due date');
  await keyboard.type('2099-12-24');
  await choose('Module', 'Offline');
  await choose('Labels', 'Design');
  await choose('Estimate', '2');
  await choose('Type', 'Bug');
  await focusControl('Start date');
  await keyboard.type('2026-11-02');
  await focusControl('Cycle: Not loaded');
  await keyboard.press('Enter');
  await workbench.quickInput.row('Board by keyboard').waitFor();
  await workbench.quickInput.accept('Board by keyboard');
  await workbench.quickInput.waitUntilGone();
  await focusControl('Parent');
  await keyboard.press('Enter');
  await frame.getByRole('combobox', { name: 'Search: Parent' }).and(frame.locator(':focus')).waitFor();
  await keyboard.type('WEB-9');
  await frame.getByRole('option', { name: 'Draw only the cards' }).waitFor();
  await keyboard.press('Enter');
  await focusControl('Description');
  await keyboard.press('Enter');
  await keyboard.press('Control+End');
  await keyboard.type(' Typed last.');
  await keyboard.press('Escape');
  await workbench.press('Control+s');
  await focusControl('Comment');
  await keyboard.type('Sent by keys.');
  await workbench.press('Control+Enter');
}

interface FocusedControl {
  readonly name: string;
  /** Whether the focus is visible. */
  readonly isFocusVisible: boolean;
}

/**
 * Calls `step` until the focus leaves the page or reaches the control named `last`. Resolves with the controls that had
 * the focus.
 */
async function focusedControls(frame: Frame, step: () => Promise<void>, last?: string): Promise<FocusedControl[]> {
  const controls = [await currentControl(frame)];
  for (let steps = 0; steps < 100; steps += 1) {
    await step();
    let control = await currentControl(frame);
    // A control that gets the focus may be replaced by another control, which gets the focus in a later frame.
    for (let attempt = 0; attempt < 30 && control.name === ''; attempt += 1) {
      await frame.evaluate(() => new Promise(requestAnimationFrame));
      control = await currentControl(frame);
    }
    if (control.name === '') return controls;
    controls.push(control);
    if (control.name === last) return controls;
  }
  throw new Error(`Tab walks in circles: ${controls.map(({ name }) => name).join(', ')}`);
}

/** Returns the focused element; its name is empty if no element of the page has the focus. */
async function currentControl(frame: Frame): Promise<FocusedControl> {
  return frame.evaluate(() => {
    const focused = document.activeElement;
    if (!document.hasFocus() || !(focused instanceof HTMLElement) || focused === document.body)
      return { name: '', isFocusVisible: false };
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : focused.closest('label');
    const name = focused.ariaLabel ?? label?.textContent.trim() ?? focused.textContent.trim();
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--vscode-focusBorder)';
    const focusColor = getComputedStyle(probe).color;
    probe.remove();
    const focusRingCandidates = [focused, focused.closest('.rich-text'), focused.closest('label')].filter(
      (one) => one !== null,
    );
    const isFocusVisible = focusRingCandidates.some((one) => {
      const { outlineStyle, outlineWidth, outlineColor, borderTopColor } = getComputedStyle(one);
      return (
        borderTopColor === focusColor ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && outlineColor === focusColor)
      );
    });
    return { name, isFocusVisible };
  });
}
