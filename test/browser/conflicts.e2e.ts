// An end-to-end test of a save that fails, is invalid, or conflicts with a change of another user.
import { expect } from 'vitest';
import { nginxErrorPage, requestTo } from '../support/faultProxy.ts';
import { sample } from '../support/testServer.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step } from './steps.ts';

const ITEM_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 28)}/`;

/** Sends a request to the server, as another client does. */
async function sendAsOtherClient(
  { planeServer }: Fixture,
  method: 'GET' | 'PATCH',
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${ITEM_PATH}`, {
    method,
    headers: { 'X-API-Key': planeServer.apiKey, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

scenario(
  'a lost response, invalid input, a rejected save and a conflict are reported, and no unsent text is lost',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .waitUntilShown();
    const page = await openItem(fixture, 'WEB-28');

    await step('a comment whose response is lost is sent once', async () => {
      proxy.inject((method) => method !== 'GET', { kind: 'lost' });
      await page.write(page.composer, 'Sent into a broken wire.');
      await workbench.press('Control+Enter');
      await page.frame.getByTestId('composer').getByText('The server may have received the comment').waitFor();
      expect(await page.composer.innerText()).toContain('Sent into a broken wire.');
      await workbench.screenshot('drafts/comment-lost');
      proxy.removeFaults();
      await page.composer.click();
      await workbench.press('Control+Enter');
      await page.comments.filter({ hasText: 'Sent into a broken wire.' }).waitFor();
      expect(await page.comments.filter({ hasText: 'Sent into a broken wire.' }).count()).toBe(1);
      expect(proxy.requestsTo(requestTo('POST', '/comments/')).length).toBe(1);
    });

    await step('invalid input is reported at its field', async () => {
      await page.name.fill('');
      await (await page.addField('start_date')).locator('input.input').fill('2026-12-24');
      await (await page.addField('target_date')).locator('input.input').fill('2026-12-01');
      await page.field('target_date').getByText('The due date is before the start date.').waitFor();
      await page.save();
      await page.field('name').getByText('Title is required.').waitFor();
      await page.notice.getByText('Not saved').waitFor();
      await workbench.screenshot('item/bad-input');
    });

    await step('changes that the server rejects remain on the page', async () => {
      proxy.inject((method) => method === 'PATCH', nginxErrorPage);
      await page.name.fill('A name that meets a wall');
      await (await page.addField('target_date')).locator('input.input').fill('2026-12-31');
      await page.save();
      await page.notice.getByText('Not saved').waitFor();
      await workbench.screenshot('drafts/save-failed');
      proxy.removeFaults();
      await page.save();
      await page.waitUntilSent();
    });

    await step(
      'a conflicting change of another user prevents the save, and is shown next to the unsent change',
      async () => {
        await page.name.fill('Notes for release four');
        await page.write(page.description, ' Mine.');
        await page.waitUntilUnsent();
        await sendAsOtherClient(fixture, 'PATCH', {
          name: 'Notes, by somebody else',
          description_html: '<p>Theirs alone.</p>',
          priority: 'urgent',
        });
        await page.save();
        const pageBody = page.frame.locator('.page');
        await pageBody.getByTestId('conflicts').getByText('2 conflicts').waitFor();
        await page.frame.getByTestId('review-conflicts').click();
        expect(await pageBody.locator('[data-conflict="name"] dl').innerText()).toContain('Notes, by somebody else');
        expect(await sendAsOtherClient(fixture, 'GET')).toMatchObject({
          name: 'Notes, by somebody else',
          priority: 'urgent',
        });
        await workbench.screenshot('conflicts/both-sides');
        await pageBody.locator('[data-conflict="description_html"] [data-testid="compare"]').click();
        const diff = workbench.page.locator('.monaco-diff-editor');
        await diff.locator('.view-line', { hasText: 'Theirs alone.' }).waitFor();
        await workbench.screenshot('conflicts/compared');
        await workbench.press('Control+w');
      },
    );

    await step('the conflict is resolved field by field', async () => {
      const reopenedPage = await ItemPage.waitFor(workbench, 'WEB-28');
      const pageBody = reopenedPage.frame.locator('.page');
      await pageBody.locator('[data-conflict="name"] [data-testid="keep-mine"]').click();
      await pageBody.locator('[data-conflict="description_html"] [data-testid="keep-theirs"]').click();
      await pageBody.locator('[data-conflict]').first().waitFor({ state: 'detached' });
      expect(await reopenedPage.description.innerText()).toContain('Theirs alone.');
      await reopenedPage.save();
      await reopenedPage.waitUntilSent();
      expect(await sendAsOtherClient(fixture, 'GET')).toMatchObject({
        name: 'Notes for release four',
        description_html: '<p>Theirs alone.</p>',
        priority: 'urgent',
      });
    });
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);
