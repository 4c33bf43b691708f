// An end-to-end test of the conflict after another user has changed the same fields of a work item.
import { expect } from 'vitest';
import { sample } from '../support/testServer.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem } from './steps.ts';

const ITEM = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 28)}/`;

/** Sends a request to the server, as another client does. */
async function sendAsOtherClient(
  { planeServer }: Fixture,
  method: 'GET' | 'PATCH',
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${ITEM}`, {
    method,
    headers: { 'X-API-Key': planeServer.apiKey, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

scenario(
  "a change of another user is shown beside the user's own, compared, and resolved field by field",
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .shown();
    const page = await openItem(fixture, 'WEB-28');
    await page.name.fill('Notes for release four');
    await page.write(page.description, ' Mine.');
    await page.unsent();
    await sendAsOtherClient(fixture, 'PATCH', {
      name: 'Notes, by somebody else',
      description_html: '<p>Theirs alone.</p>',
      priority: 'urgent',
    });

    await page.save();
    const conflicts = page.frame.getByTestId('conflicts');
    await conflicts.getByText('Changed on the server').waitFor();
    await page.notice.getByText('Name and Description were changed on the server').waitFor();
    expect(await conflicts.locator('[data-conflict="name"] dl').innerText()).toContain('Notes, by somebody else');
    expect(await sendAsOtherClient(fixture, 'GET')).toMatchObject({
      name: 'Notes, by somebody else',
      priority: 'urgent',
    });
    for (const theme of ['light', 'dark', 'hc-dark'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`conflicts/both-sides-${theme}`);
    }

    await conflicts.locator('[data-conflict="description_html"] [data-testid="compare"]').click();
    const diff = workbench.page.locator('.monaco-diff-editor');
    await diff.locator('.view-line', { hasText: 'Theirs alone.' }).waitFor();
    await workbench.screenshot('conflicts/compared');
    await workbench.press('Control+w');
    const again = await ItemPage.of(workbench, 'WEB-28');
    const asked = again.frame.getByTestId('conflicts');

    await asked.locator('[data-conflict="name"] [data-testid="keep-mine"]').click();
    await asked.locator('[data-conflict="description_html"] [data-testid="keep-theirs"]').click();
    await asked.getByText('Changed on the server').waitFor({ state: 'detached' });
    expect(await again.description.innerText()).toContain('Theirs alone.');
    await again.save();
    await again.sent();
    expect(await sendAsOtherClient(fixture, 'GET')).toMatchObject({
      name: 'Notes for release four',
      description_html: '<p>Theirs alone.</p>',
      priority: 'urgent',
    });
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);
