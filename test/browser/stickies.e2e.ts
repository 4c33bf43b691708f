// An end-to-end test of the Stickies view.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { answerWith } from '../support/faultProxy.ts';
import { sendRequest } from '../support/requests.ts';
import { until } from '../support/until.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, readFromServer, runCommandOfKind, step, waitForDraftOnDisk } from './steps.ts';

async function openStickies({ workbench }: Fixture): Promise<Frame> {
  await workbench.runCommand('Contrail: Focus on Stickies View');
  const frame = await workbench.webview('.board .note');
  await frame.locator('.note[data-sticky] .note-name').first().waitFor();
  // Gives the stickies the whole height of the side bar, also after a reload.
  await workbench.view('Projects').close();
  return frame;
}

function note(frame: Frame, name: string) {
  return frame.locator(`.note:has(article[aria-label="${name}"])`);
}

/** Fetches the stickies from the server, not through the extension. */
const readStickies = async (fixture: Fixture) => (await readFromServer(fixture, 'stickies/')).results ?? [];

scenario(
  'the user edits stickies without losing formatting, unsent changes or changes of another client',
  async (fixture) => {
    const { proxy, workbench } = fixture;
    await sendRequest(fixture.planeServer, 'POST', 'stickies/', {
      name: 'Packing list',
      background_color: '#1e3a8a',
      description_html: '<p class="block">For the <b>boat</b>:</p><ul><li><p>rope</p></li><li><p>lamp</p></li></ul>',
    });
    await openContrail(fixture);
    const frame = await openStickies(fixture);
    // In a window of an earlier test, the stickies were loaded at the sign-in, before this sticky was created.
    const header = workbench.view('Stickies').pane.locator('> .pane-header');
    await header.hover();
    await header.locator('.action-label[aria-label^="Refresh"]').click();
    const booksNote = note(frame, 'Books');
    const packingNote = note(frame, 'Packing list');
    await packingNote.waitFor();

    await step('the user edits the text and the color of a sticky that contains only paragraphs', async () => {
      await booksNote.locator('.note-text').fill('Tide tables.\nAnd a second line.');
      await booksNote.locator('[role=status]', { hasText: 'Not saved yet' }).waitFor();
      await booksNote.getByRole('button', { name: 'Color of Books' }).click();
      await booksNote.getByRole('radio', { name: 'Purple' }).check();
      await workbench.press('Escape');
      await until('the text and the color to be on the server', async () =>
        (await readStickies(fixture)).some(
          ({ description_html, background_color }) =>
            description_html === '<p>Tide tables.</p><p>And a second line.</p>' && background_color === 'purple',
        ),
      );
    });

    await step('the user edits a sticky with other formatting', async () => {
      await packingNote.locator('.rich-text-body').waitFor();
      await packingNote.locator('.rich-text-body').getByText('lamp').click();
      await workbench.press('Control+End');
      await workbench.page.keyboard.type(' and oil');
      await until('the list to be on the server', async () =>
        (await readStickies(fixture)).some((one) =>
          String(one['description_html']).includes(
            '<p class="block">For the <b>boat</b>:</p><ul><li><p>rope</p></li><li><p>lamp and oil</p></li></ul>',
          ),
        ),
      );
    });

    await step('the user creates a sticky', async () => {
      await runCommandOfKind(fixture, 'Create Sticky');
      await until('the new sticky to have the focus', () =>
        frame.evaluate(() => document.activeElement?.className === 'note-name'),
      );
      await workbench.page.keyboard.type('Written by hand');
      await until('the new one to be on the server', async () =>
        (await readStickies(fixture)).some(({ name }) => name === 'Written by hand'),
      );
    });

    await step('the user deletes a sticky, and undoes the deletion with the keyboard', async () => {
      const doorNote = note(frame, 'Door code of the depot');
      await doorNote.getByRole('button', { name: /^Delete/ }).click();
      await frame.getByText('“Door code of the depot” was deleted.').waitFor();
      await workbench.press('Enter');
      await doorNote.waitFor();
    });

    const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of somebody else.`);
    await step(
      'the server rejects changes of two stickies, and another client changes one of the two stickies',
      async () => {
        proxy.inject((method) => method === 'PATCH', answerWith(403, { detail: 'Closed for today' }));
        await packingNote.locator('.note-name').fill('Packing list for May');
        await note(frame, 'Packing list for May').getByText('Not saved.').waitFor();
        await waitForDraftOnDisk(fixture, 'Packing list for May');
        await booksNote.locator('.note-text').fill('What I wrote.');
        await booksNote.getByText('Not saved.').waitFor();
        await waitForDraftOnDisk(fixture, 'What I wrote.');
        proxy.removeFaults();
        const { id = '' } = (await readStickies(fixture)).find(({ name }) => name === 'Books') ?? {};
        const html = lines.map((line) => `<p>${line}</p>`).join('');
        await sendRequest(fixture.planeServer, 'PATCH', `stickies/${String(id)}/`, { description_html: html });
      },
    );

    await workbench.reload();
    const reloadedFrame = await openStickies(fixture);

    await step('an unsent change is saved after a reload', async () => {
      const restoredNote = note(reloadedFrame, 'Packing list for May');
      await restoredNote.getByText('Not saved yet').waitFor();
      await restoredNote.getByRole('button', { name: 'Save' }).click();
      await until('the name to be on the server', async () =>
        (await readStickies(fixture)).some(({ name }) => name === 'Packing list for May'),
      );
    });

    await step('a change of another client is shown completely before the user overwrites the change', async () => {
      const restoredNote = note(reloadedFrame, 'Books');
      await restoredNote.getByRole('button', { name: 'Save' }).click();
      const serverVersion = restoredNote.getByRole('region', { name: 'The version on the server' });
      expect((await serverVersion.innerText()).trim()).toBe(lines.join('\n'));
      await restoredNote.getByRole('button', { name: 'Use Mine' }).scrollIntoViewIfNeeded();
      await restoredNote.getByRole('button', { name: 'Use Mine' }).click();
      await until('the own text to be on the server', async () =>
        (await readStickies(fixture)).some(({ description_html }) => description_html === '<p>What I wrote.</p>'),
      );
    });
    expect(workbench.errors).toEqual([]);
  },
  // The server has no rate limit, because the test itself sends many requests.
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
