// An end-to-end test of the texts of a page: description, comments, mentions, pictures and attached files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { sendRequest } from '../support/requests.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import stored from '../unit/richText/descriptions/documents.json' with { type: 'json' };
import type { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, step, waitForDraftOnDisk } from './steps.ts';

const WEB_27_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 27)}/`;

/** The names of stored descriptions whose content the test appends below the line that it edits. */
const DESCRIPTION_NAMES = [
  'a feature with everything',
  'a bug report',
  'a callout with a list and code',
  'tasks on lines of their own',
  'a table of another editor',
  'lists in cells',
  'unknown elements around blocks',
  'marks that cross',
  'marks in themselves',
  'old and rare marks',
  'ruby and direction',
  'ids on everything',
  'code without a code element',
  'definitions',
  'details',
  'white space of all kinds',
  'zero width and friends',
  'languages',
  'emoji',
  'line breaks',
  'from a document',
  'from Markdown',
] as const;

const readDescription = async (fixture: Fixture): Promise<string> =>
  String((await readFromServer(fixture, WEB_27_PATH))['description_html']);

/** Pastes a generated picture into the editor. */
async function pastePicture(into: Locator): Promise<void> {
  await into.evaluate(async (element) => {
    const canvas = new OffscreenCanvas(320, 180);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = '#3b82f6';
    context.fillRect(0, 0, 320, 180);
    context.fillStyle = '#fde047';
    context.fillRect(40, 40, 100, 100);
    const transfer = new DataTransfer();
    transfer.items.add(
      new File([await canvas.convertToBlob({ type: 'image/png' })], 'image.png', { type: 'image/png' }),
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
  });
}

/** Resolves when the picture is loaded and can be decoded. */
async function expectShown(picture: Locator): Promise<void> {
  await picture.waitFor();
  expect(
    await picture.evaluate(async (element) => {
      if (!(element instanceof HTMLImageElement)) return 0;
      await element.decode();
      return element.naturalWidth;
    }),
  ).toBe(320);
}

/** Types a letter into a description with all kinds of content, and checks that nothing else changes. */
async function typeLetter(fixture: Fixture, page: ItemPage, htmlBefore: string): Promise<void> {
  const { workbench } = fixture;
  await page.description.locator('p', { hasText: 'typed here' }).click();
  await workbench.press('End');
  await workbench.page.keyboard.type('q');
  await page.description.getByText('typed hereq').waitFor();
  await page.save();
  await page.waitUntilSent();
  const htmlAfter = await until('the server to have the letter', async () => {
    const html = await readDescription(fixture);
    return html !== htmlBefore && html;
  });
  const isRestUnchanged = await page.frame.evaluate(
    ([one = '', other = '']) => {
      const [loaded, saved] = [one, other].map((html) => new DOMParser().parseFromString(html, 'text/html').body);
      const typedElement = saved?.querySelector('#typed-in');
      if (typedElement) typedElement.textContent = (typedElement.textContent ?? '').replace('q', '');
      return loaded !== undefined && saved !== undefined && loaded.isEqualNode(saved);
    },
    [htmlBefore, htmlAfter],
  );
  expect(isRestUnchanged, `${htmlBefore}\n---\n${htmlAfter}`).toBe(true);
}

scenario(
  'the user edits descriptions and comments with mentions, pictures and files, and nothing is lost or changed',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const parts = DESCRIPTION_NAMES.map((name) => stored[name]);
    const html = `<div><p id="typed-in">typed here</p>${parts.join('\n')}</div>`;
    await sendRequest(fixture.planeServer, 'PATCH', WEB_27_PATH, { description_html: html });
    const htmlBefore = await readDescription(fixture);
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();

    await step('typing a letter changes nothing else in a description', async () => {
      await typeLetter(fixture, await openItem(fixture, 'WEB-27'), htmlBefore);
    });

    // WEB-28 has neither comments nor files.
    let page = await openItem(fixture, 'WEB-28');
    await step('a comment mentions a member whom the user selects with the keyboard', async () => {
      await page.write(page.composer, 'Ask @el');
      const people = page.frame.getByRole('listbox', { name: 'Members to mention' });
      await people.getByText('Elif Aydin').waitFor();
      await workbench.press('Enter');
      await people.waitFor({ state: 'hidden' });
      await workbench.page.keyboard.type('about the notes.');
      await workbench.press('Control+Enter');
      await page.comments
        .filter({ hasText: 'about the notes.' })
        .locator('.mention-chip', { hasText: '@Elif Aydin' })
        .waitFor();
    });

    await step('an edited comment is kept while its tab is closed, and saved with its mention', async () => {
      await page.comments.getByTestId('edit-comment').click();
      await page.comments.getByTestId('comment-editor').locator('.rich-text-body:focus').waitFor();
      await workbench.press('Control+End');
      await workbench.page.keyboard.type(' And soon.');
      await waitForDraftOnDisk(fixture, 'And soon.');
      await page.waitUntilUnsent();
      await workbench.closeTab('WEB-28');
      page = await openItem(fixture, 'WEB-28');
      await page.comments.getByTestId('comment-editor').getByText('And soon.').waitFor();
      await page.comments.getByTestId('save-comment').click();
      await page.comments.getByTestId('comment-editor').waitFor({ state: 'detached' });
      await page.comments.getByText('And soon.').waitFor();
      await page.comments.locator('.mention-chip', { hasText: '@Elif Aydin' }).waitFor();
    });

    await step('a copied link to a comment contains the id of the comment', async () => {
      const id = await page.comments.getAttribute('data-comment');
      await page.comments.getByTestId('copy-comment-link').click();
      await quickInput.waitUntilShown('Copy Link to WEB-28');
      await quickInput.pick('VS Code Link');
      await workbench.statusBarEntry(/Copied the .* of WEB-28/).waitFor();
      expect(await workbench.page.evaluate(() => navigator.clipboard.readText())).toContain(`&comment=${id}`);
    });

    await step('the user deletes a comment and undoes the deletion with the keyboard', async () => {
      await page.comments.getByTestId('delete-comment').focus();
      await workbench.press('Enter');
      await page.frame.getByText('Comment deleted.').waitFor();
      // The focus is on the Undo button.
      await workbench.press('Enter');
      await page.comments.getByText('And soon.').waitFor();
    });

    await step('keyboard shortcuts apply to the text and not to the workbench', async () => {
      await page.write(page.description, 'First');
      await workbench.press('Enter');
      await workbench.page.keyboard.type('Second');
      await workbench.press('Control+b');
      await workbench.page.keyboard.type(' third');
      await page.description.locator('strong', { hasText: 'third' }).waitFor();
      expect(await view.row('Atlas Web').locator.isVisible()).toBe(true);
      await workbench.press('Control+Home');
      await workbench.page.keyboard.type('Zeroth, ');
      await page.description.getByText('Zeroth, First').waitFor();
      await workbench.press('Control+z');
      await page.description.getByText('First', { exact: true }).waitFor();
      expect(await page.description.innerText()).toContain('Second third');
    });

    await step('pasted pictures are shown in a description, a comment and the list of files', async () => {
      await pastePicture(page.description);
      await expectShown(page.description.locator('img.picture'));
      await pastePicture(page.composer);
      await page.composer.locator('img.picture').waitFor();
      await page.composer.click();
      await workbench.press('Control+Enter');
      const picture = page.comments.locator('img.picture');
      await picture.scrollIntoViewIfNeeded();
      await expectShown(picture);
      const files = page.frame.getByTestId('attachments');
      await files.scrollIntoViewIfNeeded();
      await expectShown(files.locator('img.picture').first());
    });

    await step('the user attaches files on the page and with a command, and opens a file in a tab', async () => {
      const files = page.frame.getByTestId('attachments');
      const notes = join(fixture.server.userData, 'release notes.txt');
      writeFileSync(notes, 'What changed for people.\n');
      await page.frame.getByTestId('attach-files').click();
      await quickInput.chooseFile('Attach Files', notes);
      await files.locator('[data-attachment="release notes.txt"]').getByText('Ada Park').waitFor();
      const plan = join(fixture.server.userData, 'plan.txt');
      writeFileSync(plan, 'What comes next.\n');
      await workbench.runCommand('Contrail: Attach File to Work Item…');
      await quickInput.chooseFile('Attach Files', plan);
      // The rows move when a file is added to the list, so all four files must be listed before the click.
      await files.locator('[data-attachment]').nth(3).waitFor();
      await files.getByTitle('Open release notes.txt').click();
      await workbench.tab('release notes.txt').waitFor();
      await workbench.page.getByText('What changed for people.').first().waitFor();
    });
    // Chromium reports the style attributes of HTML that is parsed; they have no effect.
    expect(workbench.errors.filter((text) => !text.startsWith('Applying inline style'))).toEqual([]);
  },
  // Without a rate limit, because the requests of the test itself count too.
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
