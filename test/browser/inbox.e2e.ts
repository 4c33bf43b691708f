// End-to-end test of the inbox, with a second user of the same server, and of the sections of My Work.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

const ITEMS_PATH = `projects/${sample.project('WEB')}/work-items/`;

/** Sends a request with the key of the other user. */
async function requestAsBruno({ planeServer }: Fixture, method: string, path: string, body: object): Promise<void> {
  const { baseUrl, workspace, otherKey = '' } = planeServer;
  const response = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/${path}`, {
    method,
    headers: { 'X-API-Key': otherKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

/** Returns the number in the badge of the Contrail icon; '' if there is none. */
async function badge({ workbench }: Fixture): Promise<string> {
  const label = workbench.page.locator(
    '.activitybar .action-item:has(.action-label[aria-label^="Contrail"]) .badge-content',
  );
  return (
    await label
      .first()
      .innerText()
      .catch(() => '')
  ).trim();
}

scenario(
  'the inbox shows changes by another user, and My Work shows pinned, recently viewed and overdue records',
  async (fixture) => {
    const { workbench } = fixture;
    const [projects, inbox, myWork] = [workbench.view('Projects'), workbench.view('Inbox'), workbench.view('My Work')];
    await openContrail(fixture);
    await projects.row('Atlas Web').expand();
    await projects.row(/^WEB-28 /).waitUntilShown();
    await inbox.open();
    expect(await inbox.welcome()).toContain('Your inbox is empty.');
    await workbench.screenshot('inbox/empty');

    const path = `${ITEMS_PATH}${sample.workItem('WEB', 3)}/`;
    await requestAsBruno(fixture, 'PATCH', path, { state: sample.state('WEB', 'Done') });
    await requestAsBruno(fixture, 'POST', `${path}comments/`, {
      comment_html: '<p>[Ready](command:x) for <b>you</b></p>',
    });
    await projects.clickTitleAction('Refresh');
    await inbox.row(/^WEB-3 /).waitUntilShown();
    await until('the badge', async () => (await badge(fixture)) === '1');
    const [row] = await inbox.rows();
    expect(row?.description).toMatch(/^Bruno Keller commented: \[Ready\]\(command:x\) for you \(and 1 more\) · /);
    expect(row?.aria).toContain('unread');
    expect(await inbox.row(/^WEB-3 /).tooltip()).toContain('Bruno Keller changed the state to Done');
    await workbench.screenshot('inbox/unread');

    await inbox.row(/^WEB-3 /).click();
    await ItemPage.waitFor(workbench, 'WEB-3');
    await until('no badge', async () => (await badge(fixture)) === '');
    await until('the entry to be read', async () => (await inbox.rows())[0]?.aria.includes(', read,'));
    await workbench.screenshot('inbox/read');

    await workbench.reload();
    await workbench.openContainer('Contrail');
    await inbox.row(/^WEB-3 /).waitUntilShown();
    expect((await inbox.rows())[0]?.aria).toContain(', read,');
    // A page that is restored takes the focus, which closes a menu.
    await ItemPage.waitFor(workbench, 'WEB-3');
    await inbox.row(/^WEB-3 /).pickFromMenu('Mark as Unread');
    await until('the badge', async () => (await badge(fixture)) === '1');
    await inbox.clickTitleAction('Mark All as Read');
    await until('no badge', async () => (await badge(fixture)) === '');
    await inbox.close();

    await step('My Work shows overdue, recently viewed and pinned records, and decorates overdue rows', async () => {
      await requestAsBruno(fixture, 'PATCH', `${ITEMS_PATH}${sample.workItem('WEB', 1)}/`, {
        start_date: '2026-01-01',
        target_date: '2026-01-02',
      });
      await projects.clickTitleAction('Refresh');
      await projects.row('Field Notes').pickFromMenu('Pin');
      await projects.row(/^WEB-28 /).pickFromMenu('Pin');
      await projects.close();
      await myWork.open();
      await myWork.row('Assigned to Me').collapse();
      await myWork.row('Recently Viewed').expand();
      await myWork.row(/^WEB-3 /).waitUntilShown();
      await myWork.row('Recently Viewed').collapse();
      await myWork.row('Pinned').expand();
      await until('the pinned records in the order of pinning', async () => {
        const rows = (await myWork.rows()).map(({ aria }) => aria);
        const first = rows.findIndex((name) => name.startsWith('Pinned, ')) + 1;
        return rows[first]?.startsWith('Field Notes, ') && rows[first + 1]?.startsWith('WEB-28 ');
      });
      await myWork.row(/^WEB-28 /).pickFromMenu('Show in Projects');
      await projects.pane.locator('.monaco-list-row.selected[aria-label^="WEB-28 "]').waitFor();
      await projects.close();
      await myWork.row(/^WEB-28 /).clickInlineAction('Unpin');
      await myWork.row(/^WEB-28 /).waitUntilGone();
      await myWork.row('Pinned').collapse();
      await myWork.row('Overdue').expand();
      const overdue = myWork.row(/^WEB-1 /);
      await overdue.waitUntilShown();
      expect((await myWork.rows()).find(({ aria }) => aria.startsWith('WEB-1 '))?.aria).toContain(', overdue');
      await overdue.locator.locator('.monaco-icon-label[class*="monaco-decoration-badge"]').first().waitFor();
      await myWork.row('Due Soon').expand();
      await workbench.screenshot('inbox/my-work');

      // A row with a decoration has a URI. Dropping the row must insert its link, not this URI.
      await workbench.runCommand('File: New Untitled Text File');
      const text = workbench.page.locator('.monaco-editor .view-lines');
      await text.waitFor();
      await workbench.page.keyboard.type('See ');
      await overdue.dragInto(text);
      await text.getByText('WEB-1').waitFor();
      expect(await text.innerText()).not.toContain('contrail-row');
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { otherUser: 'bruno', rate: 0 } },
);
