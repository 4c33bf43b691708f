// End-to-end tests of the Stickies view.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { answered, openFaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { type Fixture, SIGNED_IN, scenario } from './scenario.ts';
import { draftOnDisk, openContrail, signIn } from './steps.ts';

/** Without a rate limit, because these tests themselves send many requests to the server. */
const UNLIMITED = { dialects: ['spec'], planeServer: { rate: 0 } } as const;

async function openStickies({ workbench }: Fixture): Promise<Frame> {
  await workbench.runCommand('Contrail: Focus on Stickies View');
  const frame = await workbench.webview('.board .note');
  await frame.locator('.note[data-sticky] .note-name').first().waitFor();
  // Gives the stickies the whole height of the side bar, also after a restart.
  await workbench.view('Projects').close();
  return frame;
}

function note(frame: Frame, name: string) {
  return frame.locator(`.note:has(article[aria-label="${name}"])`);
}

/** Fetches the stickies from the server, not through the extension. */
async function onServer({
  planeServer,
}: Fixture): Promise<{ name: string; description_html: string; background_color: string; id: string }[]> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/stickies/`, {
    headers: { 'X-API-Key': planeServer.apiKey },
  });
  const page = (await response.json()) as {
    results: { name: string; description_html: string; background_color: string; id: string }[];
  };
  return page.results;
}

scenario(
  'stickies are edited, colored, created and deleted in place, and look like notes in every theme',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    const frame = await openStickies(fixture);
    await workbench.screenshot('stickies/light-first');

    const books = note(frame, 'Books');
    await books.locator('.note-text').fill('Tide tables.\nAnd a second line.');
    await books.locator('[role=status]', { hasText: 'Not saved yet' }).waitFor();
    await until('the text to be on the server', async () =>
      (await onServer(fixture)).some(
        ({ description_html }) => description_html === '<p>Tide tables.</p><p>And a second line.</p>',
      ),
    );

    await books.getByRole('button', { name: 'Color of Books' }).click();
    await books.getByRole('radio', { name: 'Purple' }).check();
    await workbench.screenshot('stickies/choosing-a-colour');
    await workbench.press('Escape');
    await until('the colour to be on the server', async () =>
      (await onServer(fixture)).some((one) => one.background_color === 'purple'),
    );

    await workbench.runCommand('Contrail: Create Sticky');
    await until('the new sticky to have the focus', () =>
      frame.evaluate(() => document.activeElement?.className === 'note-name'),
    );
    await workbench.page.keyboard.type('Written by hand');
    await until('the new one to be on the server', async () =>
      (await onServer(fixture)).some(({ name }) => name === 'Written by hand'),
    );

    const door = note(frame, 'Door code of the depot');
    await door.getByRole('button', { name: /^Delete/ }).click();
    await frame.getByText('“Door code of the depot” was deleted.').waitFor();
    await workbench.screenshot('stickies/deleted');
    await workbench.press('Enter');
    await door.waitFor();
    await door.getByRole('button', { name: /^Delete/ }).click();
    await until('the sticky to be gone from the server', async () =>
      (await onServer(fixture)).every(({ name }) => !name.startsWith('Door code')),
    );
    expect(await door.count()).toBe(0);

    for (const theme of ['light', 'dark', 'hc-dark', 'hc-light'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`stickies/${theme}`);
    }
    expect(workbench.errors).toEqual([]);
  },
  { ...UNLIMITED, ...SIGNED_IN },
);

scenario(
  'a sticky with more than paragraphs keeps its formatting when edited, and unsent changes are there after a restart',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/stickies/`, {
      method: 'POST',
      headers: { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Packing list',
        background_color: '#1e3a8a',
        description_html: '<p class="block">For the <b>boat</b>:</p><ul><li><p>rope</p></li><li><p>lamp</p></li></ul>',
      }),
    });
    await signIn(fixture, proxy.url);
    const frame = await openStickies(fixture);
    const packing = note(frame, 'Packing list');
    const body = packing.locator('.rich-text-body');
    await body.waitFor();
    await workbench.screenshot('stickies/formatted');
    await body.getByText('lamp').click();
    await workbench.press('Control+End');
    await workbench.page.keyboard.type(' and oil');
    await workbench.screenshot('stickies/formatted-editing');
    await until('the list to be on the server', async () =>
      (await onServer(fixture)).some((one) =>
        one.description_html.includes(
          '<p class="block">For the <b>boat</b>:</p><ul><li><p>rope</p></li><li><p>lamp and oil</p></li></ul>',
        ),
      ),
    );

    proxy.inject((method) => method === 'PATCH', answered(403, { detail: 'Closed for today' }));
    await packing.locator('.note-name').fill('Packing list for May');
    const renamed = note(frame, 'Packing list for May');
    await renamed.getByText('Not saved.').waitFor();
    await workbench.screenshot('stickies/not-saved');
    await draftOnDisk(fixture, 'Packing list for May');
    proxy.removeFaults();
    await fixture.restart();
    const again = note(await openStickies(fixture), 'Packing list for May');
    await again.getByText('Not saved yet').waitFor();
    await again.getByRole('button', { name: 'Save' }).click();
    await until('the name to be on the server', async () =>
      (await onServer(fixture)).some(({ name }) => name === 'Packing list for May'),
    );
  },
  UNLIMITED,
);

scenario(
  'a change of a sticky by another client is shown in full before it can be overwritten',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    const books = note(await openStickies(fixture), 'Books');
    proxy.inject((method) => method === 'PATCH', answered(403, { detail: 'Closed for today' }));
    await books.locator('.note-text').fill('What I wrote.');
    await books.getByText('Not saved.').waitFor();
    await draftOnDisk(fixture, 'What I wrote.');
    const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of somebody else.`);
    const { id } = (await onServer(fixture)).find(({ name }) => name === 'Books') ?? { id: '' };
    await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/stickies/${id}/`, {
      method: 'PATCH',
      headers: { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ description_html: lines.map((line) => `<p>${line}</p>`).join('') }),
    });
    proxy.removeFaults();
    await fixture.restart();
    const again = note(await openStickies(fixture), 'Books');
    await again.getByRole('button', { name: 'Save' }).click();
    const theirs = again.getByRole('region', { name: 'The version on the server' });
    expect((await theirs.innerText()).trim()).toBe(lines.join('\n'));
    await again.getByRole('button', { name: 'Keep Yours' }).scrollIntoViewIfNeeded();
    for (const theme of ['light', 'dark', 'hc-dark', 'hc-light'] as const) {
      await fixture.workbench.setTheme(theme);
      await fixture.workbench.screenshot(`stickies/changed-elsewhere-${theme}`);
    }
    await again.getByRole('button', { name: 'Keep Yours' }).click();
    await until('her words to be on the server', async () =>
      (await onServer(fixture)).some(({ description_html }) => description_html === '<p>What I wrote.</p>'),
    );
    expect(workbench.errors).toEqual([]);
  },
  UNLIMITED,
);
