// End-to-end tests of the accessibility of the work item page: axe-core, keyboard and live regions.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { type Found, lookInEveryTheme } from './axe.ts';
import type { ItemPage } from './itemPage.ts';
import { type Fixture, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem } from './steps.ts';

const WEB_1 = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 1)}/`;

interface State {
  /** Brings the page from the previous state of the list into this state. */
  readonly change: (page: ItemPage, fixture: Fixture) => Promise<void>;
  /** Restores the state after a theme was selected, because the theme picker takes the focus from the page. */
  readonly again?: (page: ItemPage) => Promise<void>;
}

const states: Readonly<Record<string, State>> = {
  'as opened, with all that was done to it': {
    change: async ({ frame }) => {
      await frame.getByTestId('attachments').scrollIntoViewIfNeeded();
      await frame.getByTestId('attachments').getByText('keys.txt').waitFor();
      await frame.getByTestId('activity').locator('summary').click();
      await frame.getByTestId('activity').getByText('created the work item').waitFor();
    },
  },
  'with unsent changes, and one’s own comment being changed': {
    change: async ({ frame, name, comments }) => {
      await comments.getByTestId('edit-comment').click();
      await comments.getByTestId('comment-editor').waitFor();
      await name.fill('Another name');
      await frame.getByText('Modified').waitFor();
    },
  },
  'with problems, and the question whether to delete a comment': {
    change: async ({ frame, name, comments, notice }) => {
      await comments.getByTestId('cancel-comment').click();
      await comments.getByTestId('delete-comment').click();
      await comments.getByText('Delete this comment?').waitFor();
      await name.fill('');
      await frame.getByTestId('save').click();
      await frame.getByText('Name is required.').waitFor();
      await notice.getByText('Not saved').waitFor();
    },
  },
  'with a list open': {
    change: async ({ frame }) => {
      await frame.locator('[data-field="labels"]').locator('.opener').click();
      await frame.getByRole('option').first().waitFor();
    },
  },
  'with people to mention': {
    change: (page) => page.write(page.composer, 'Ask @el'),
    again: async ({ frame, composer }) => {
      await composer.focus();
      await frame.getByRole('listbox', { name: 'Members to mention' }).waitFor();
    },
  },
  'with a conflict': {
    change: async ({ frame, name }, { planeServer }) => {
      await name.fill('Mine');
      const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${WEB_1}`, {
        method: 'PATCH',
        headers: { 'X-API-Key': planeServer.apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Theirs' }),
      });
      expect(response.status).toBe(200);
      await frame.getByTestId('save').click();
      await frame.locator('[data-conflict]').first().waitFor();
    },
  },
};

async function openWorkItem(fixture: Fixture): Promise<ItemPage> {
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).shown();
  const page = await openItem(fixture, 'WEB-1');
  await page.comments.first().waitFor();
  return page;
}

scenario(
  'the page of a work item has no accessibility violations in any theme',
  async (fixture) => {
    await openContrail(fixture);
    const page = await openWorkItem(fixture);
    const found: Found = {};
    for (const [state, { change, again }] of Object.entries(states)) {
      await change(page, fixture);
      await lookInEveryTheme(
        fixture.workbench,
        state,
        { 'a work item': page.frame },
        found,
        () => again?.(page) ?? Promise.resolve(),
      );
    }
    expect(found).toEqual({});
  },
  ONE_SIGNED_IN,
);

scenario(
  'Tab and Shift+Tab visit the same controls of a work item page, and the focus is visible',
  async (fixture) => {
    await openContrail(fixture);
    const { frame } = await openWorkItem(fixture);
    const { keyboard } = fixture.workbench.page;
    await frame.locator('[data-field="name"] input').focus();
    const there = await visitStops(frame, () => keyboard.press('Tab'));
    const unseen = there.filter(({ isSeen }) => !isSeen).map(({ name }) => name);
    expect(unseen).toEqual([]);
    const names = there.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Name', 'State', 'Due date', 'Bold', 'Description', 'Comment']));
    expect(names.indexOf('State')).toBeLessThan(names.indexOf('Description'));

    await frame.getByTestId('activity').locator('summary').focus();
    const back = await visitStops(frame, () => keyboard.press('Shift+Tab'), 'Name');
    expect(back.map(({ name }) => name).reverse()).toEqual(names);
  },
  ONE_SIGNED_IN,
);

scenario(
  'Escape lets Tab leave a table of the description',
  async (fixture) => {
    await openContrail(fixture);
    const { frame } = await openWorkItem(fixture);
    const { keyboard } = fixture.workbench.page;
    const rows = frame.locator('[data-field="description_html"] tr');
    const before = await rows.count();
    await rows.last().locator('td').last().click();
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    expect((await present(frame)).name).not.toBe('Description');
    expect(await rows.count()).toBe(before);
  },
  ONE_SIGNED_IN,
);

scenario(
  'a live region announces the result of a change',
  async (fixture) => {
    await openContrail(fixture);
    const { frame } = await openWorkItem(fixture);
    const outcome = frame.getByRole('status').filter({ has: frame.getByText(/^(Saved|Comment sent)$/) });
    await frame.locator('[data-field="name"] input').fill('Use the board by keys alone');
    await fixture.workbench.press('Control+s');
    await outcome.getByText('Saved').waitFor({ state: 'attached' });
    await frame.getByTestId('composer').locator('.rich-text-body').click();
    await fixture.workbench.page.keyboard.type('Said aloud.');
    await fixture.workbench.press('Control+Enter');
    await outcome.getByText('Comment sent').waitFor({ state: 'attached' });
  },
  ONE_SIGNED_IN,
);

interface Stop {
  readonly name: string;
  /** Whether the focus is visible. */
  readonly isSeen: boolean;
}

/**
 * Returns the current stop and the following ones, until the focus leaves the page or reaches the control named `last`.
 */
async function visitStops(frame: Frame, step: () => Promise<void>, last?: string): Promise<Stop[]> {
  const stops = [await present(frame)];
  for (let steps = 0; steps < 100; steps += 1) {
    await step();
    const stop = await present(frame);
    if (stop.name === '') return stops;
    stops.push(stop);
    if (stop.name === last) return stops;
  }
  throw new Error(`Tab walks in circles: ${stops.map(({ name }) => name).join(', ')}`);
}

/** Returns the focused element; its name is empty if no element of the page has the focus. */
async function present(frame: Frame): Promise<Stop> {
  return frame.evaluate(() => {
    const focused = document.activeElement;
    if (!document.hasFocus() || !(focused instanceof HTMLElement) || focused === document.body)
      return { name: '', isSeen: false };
    const name = focused.ariaLabel ?? focused.closest('label')?.textContent.trim() ?? focused.textContent.trim();
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--vscode-focusBorder)';
    const focusColor = getComputedStyle(probe).color;
    probe.remove();
    const around = [focused, focused.closest('.rich-text'), focused.closest('label')].filter((one) => one !== null);
    const isSeen = around.some((one) => {
      const { outlineStyle, outlineWidth, outlineColor, borderTopColor } = getComputedStyle(one);
      return (
        borderTopColor === focusColor ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && outlineColor === focusColor)
      );
    });
    return { name, isSeen };
  });
}
