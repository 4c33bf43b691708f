// An end-to-end test of the views in a new window, of the inbox with a second user, and of the sections of My Work.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sendRequest } from '../support/requests.ts';
import { sample } from '../support/testServer.ts';
import type { TreeRow } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { step } from './steps.ts';

const ITEMS_PATH = `projects/${sample.project('WEB')}/work-items/`;
const FOLDER_VIEWS = [{ name: 'Team: urgent', filter: 'is:open priority:urgent,high group:state' }];

scenario(
  'in a new window, the inbox shows changes by another user, and My Work shows saved views and pinned and overdue records',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    const [projects, inbox, myWork] = [workbench.view('Projects'), workbench.view('Inbox'), workbench.view('My Work')];
    // The user has changed this work item with another program before the first list is read.
    await sendRequest(planeServer, 'PATCH', `${ITEMS_PATH}${sample.workItem('WEB', 1)}/`, {
      start_date: '2026-01-01',
      target_date: '2026-01-02',
      priority: 'urgent',
    });

    await step(
      'Assigned to Me and groups of started work items are expanded, and the view Stickies is hidden',
      async () => {
        await workbench.openContainer('Contrail');
        await projects.row('Atlas Web').expand();
        await projects.group('In Progress').waitUntilShown();
        expect((await projects.rows()).filter(({ level }) => level === 2).slice(0, 4)).toMatchObject([
          { label: 'Cycles', expanded: false },
          { label: 'Modules', expanded: false },
          { label: 'Epics', expanded: false },
          { label: 'In Progress', expanded: true },
        ]);
        expect(await workbench.view('Stickies').pane.isVisible()).toBe(false);
        const assignedRow = myWork.row('Assigned to Me');
        await assignedRow.waitUntilShown();
        expect(await assignedRow.locator.getAttribute('aria-expanded')).toBe('true');
      },
    );

    await step('an entry of the inbox is unread until the user opens it, and the icon shows their number', async () => {
      await inbox.open();
      expect(await inbox.welcome()).toContain('Your inbox is empty.');
      const path = `${ITEMS_PATH}${sample.workItem('WEB', 3)}/`;
      const body = { comment_html: '<p>[Ready](command:x) for <b>you</b></p>' };
      await sendRequest(planeServer, 'POST', `${path}comments/`, body, planeServer.otherKey);
      await projects.clickTitleAction('Refresh');
      await inbox.row(/WEB-3 /).waitUntilShown();
      await workbench.badge('Contrail').filter({ hasText: /^1$/ }).waitFor();
      const [row] = await inbox.rows();
      expect(row?.label).toBe('Bruno Keller commented');
      expect(row?.description).toMatch(/^WEB-3 .* · /);
      expect(row?.accessibleName).toMatch(
        /^Bruno Keller commented: \[Ready\]\(command:x\) for you, WEB-3 .*, unread, /,
      );
      await inbox.row(/WEB-3 /).click();
      await ItemPage.waitFor(workbench, 'WEB-3');
      await workbench.badge('Contrail').waitFor({ state: 'hidden' });
      await until('the entry to be read', async () => (await inbox.rows())[0]?.accessibleName.includes(', read,'));
    });

    await step('the user pins a row, and saves a filter as a view', async () => {
      await projects.row('Atlas Web').pickFromMenu('Pin');
      await myWork.row('Pinned').waitUntilShown();
      await myWork.clickTitleAction('Save View');
      await quickInput.waitUntilShown('Save View');
      await quickInput.type('Pressing');
      await quickInput.button('Edit Filter').click();
      await quickInput.waitUntilShown('For example');
      await quickInput.type('is:open priority:urgent,high project:WEB');
      await quickInput.row('Use This Filter').waitFor();
      await quickInput.accept();
      await quickInput.waitUntilShown('Filter: is:open priority:urgent,high project:WEB');
      expect(await quickInput.typedText()).toBe('Pressing');
      await quickInput.accept();
      await myWork.row('Pressing').waitUntilShown();
    });

    await step('the read entry, the pinned record and the views are restored after a reload', async () => {
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await inbox.row(/WEB-3 /).waitUntilShown();
      expect((await inbox.rows())[0]?.accessibleName).toContain(', read,');
      // A page that is restored takes the focus, which closes a menu.
      await ItemPage.waitFor(workbench, 'WEB-3');
      await inbox.row(/WEB-3 /).pickFromMenu('Mark as Unread');
      await workbench.badge('Contrail').filter({ hasText: /^1$/ }).waitFor();
      await inbox.close();
      await projects.close();
      await myWork.row('Assigned to Me').collapse();
      for (const label of ['Recently Viewed', 'Pinned', 'Team: urgent']) await myWork.row(label).waitUntilShown();
      await myWork.row('Pressing').expand();
      await until('the work items of the view', async () =>
        (await myWork.rows()).some(
          ({ accessibleName, level }) => level === 2 && /^WEB-\d+ .*priority (?:Urgent|High)/.test(accessibleName),
        ),
      );
      await myWork.row('Pressing').collapse();
    });

    await step('an overdue row has its date and no color, and is revealed in Projects', async () => {
      await myWork.row('Overdue').expand();
      const overdueRow = myWork.row(/^WEB-1 /);
      await overdueRow.waitUntilShown();
      const badge = overdueRow.locator.locator('.monaco-icon-label[class*="monaco-decoration-badge"]').first();
      await badge.waitFor();
      expect(await badge.evaluate((label) => getComputedStyle(label, '::after').content)).toMatch(/^"\d[dwmy]"$/);
      const colorOf = (row: TreeRow): Promise<string> =>
        row.locator
          .locator('.label-name')
          .first()
          .evaluate((label) => getComputedStyle(label).color);
      expect(await colorOf(overdueRow)).toBe(await colorOf(myWork.row('Due Soon')));
      const overdueText = (await myWork.rows()).find(({ accessibleName }) => accessibleName.startsWith('WEB-1 '));
      expect(overdueText?.label).toMatch(/^WEB-1 /);
      expect(overdueText?.description).toMatch(/^Jan 2\b.* · \d+ d$/);
      expect(overdueText?.accessibleName).toMatch(/, due Jan 2\b.*, overdue/);
      // A row with a decoration has a URI. Dropping the row must insert its link, not this URI.
      await workbench.runCommand('File: New Untitled Text File');
      const text = workbench.page.locator('.monaco-editor .view-lines');
      await workbench.page.locator('.part.editor .monaco-editor.focused').waitFor();
      await workbench.page.keyboard.type('See ');
      await overdueRow.dragInto(text);
      await text.getByText('WEB-1').waitFor();
      expect(await text.innerText()).not.toContain('contrail-row');
      await overdueRow.pickFromMenu('Show in Projects');
      await projects.pane.locator('.monaco-list-row.selected[aria-label^="WEB-1 "]').waitFor();
    });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    planeServer: { otherUser: 'bruno', rate: 0 },
    prepare: (workspace) => {
      mkdirSync(join(workspace, '.vscode'), { recursive: true });
      writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify({ 'contrail.views': FOLDER_VIEWS }));
    },
  },
);
