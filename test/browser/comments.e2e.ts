// End-to-end tests of comments, mentions, attachments, pictures and activity on a work item page.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step, waitForDraftOnDisk } from './steps.ts';

/** Opens WEB-28, which has neither comments nor files. */
async function openItemWithoutComments(fixture: Fixture): Promise<ItemPage> {
  await openContrail(fixture);
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-1 /).waitUntilShown();
  return openItem(fixture, 'WEB-28');
}

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

/** Edits the title of WEB-1, and checks that the selection and the elements of its comments stay the same. */
async function editBesideSelection(fixture: Fixture): Promise<void> {
  const { workbench } = fixture;
  const page = await openItem(fixture, 'WEB-1');
  const commentBody = page.comments.first().locator('.comment-body');
  await commentBody.locator('*').first().waitFor();
  await page.name.click();
  await workbench.press('End');
  await workbench.page.keyboard.type(' fi');
  await waitForDraftOnDisk(fixture, ' fi');
  await page.waitUntilUnsent();
  const elementsBefore = await page.frame.evaluateHandle(() => [
    ...document.querySelectorAll('[data-comment], [data-comment] *'),
  ]);
  await workbench.page.keyboard.type('rst');
  await waitForDraftOnDisk(fixture, ' first');
  // Focusing an input would clear the selection in the comment.
  await page.name.evaluate((input) => input instanceof HTMLElement && input.blur());
  const selectedText = await commentBody.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return String(getSelection());
  });
  await page.name.evaluate((input) => {
    if (input instanceof HTMLTextAreaElement) input.value += ' then';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await waitForDraftOnDisk(fixture, ' first then');
  expect(selectedText).not.toBe('');
  expect(await page.frame.evaluate(() => String(getSelection()))).toBe(selectedText);
  const isUnchanged = await elementsBefore.evaluate((elements) => {
    const currentElements = [...document.querySelectorAll('[data-comment], [data-comment] *')];
    return (
      currentElements.length === elements.length &&
      currentElements.every((element, index) => element === elements[index])
    );
  });
  expect(isUnchanged).toBe(true);
}

scenario(
  'the user edits and deletes comments and mentions other users, and no text or selection is lost',
  async (fixture) => {
    const { workbench } = fixture;
    const page = await openItemWithoutComments(fixture);
    await page.write(page.composer, 'Ask @el');
    const people = page.frame.getByRole('listbox', { name: 'Members to mention' });
    await people.getByText('Elif Aydin').waitFor();
    await workbench.screenshot('comments/mention-offered');
    await workbench.press('Enter');
    await workbench.page.keyboard.type('about the notes, not @');
    await people.waitFor();
    await workbench.press('ArrowDown');
    await workbench.press('Escape');
    await people.waitFor({ state: 'hidden' });
    await workbench.press('Control+Enter');
    const comment = page.comments.filter({ hasText: 'about the notes' });
    await comment.locator('.mention-chip', { hasText: '@Elif Aydin' }).waitFor();
    await workbench.screenshot('comments/mentioned');

    await comment.getByTestId('edit-comment').click();
    const editor = comment.getByTestId('comment-editor').locator('.rich-text-body');
    await editor.waitFor();
    await workbench.press('Control+End');
    await workbench.page.keyboard.type(' And soon.');
    await waitForDraftOnDisk(fixture, 'And soon.');
    await page.waitUntilUnsent();
    await workbench.screenshot('comments/editing');
    await workbench.reload();
    await workbench.openContainer('Contrail');
    const frame = await workbench.webview('.page .identifier', 'WEB-28');
    const reopenedEditor = frame
      .getByTestId('comments')
      .locator('.comment')
      .filter({ has: frame.getByTestId('comment-editor') });
    await reopenedEditor.getByText('And soon.').waitFor();
    await reopenedEditor.getByTestId('save-comment').click();
    const savedComment = frame.getByTestId('comments').locator('.comment').filter({ hasText: 'And soon.' });
    await savedComment.getByText('edited').waitFor();
    await savedComment.locator('.mention-chip', { hasText: '@Elif Aydin' }).waitFor();

    await savedComment.getByTestId('delete-comment').focus();
    await workbench.press('Enter');
    await frame.getByText('Comment deleted.').waitFor();
    await workbench.screenshot('comments/deleted');
    // The focus is on the Undo button.
    await workbench.press('Enter');
    await savedComment.getByTestId('delete-comment').click();
    await frame.getByText('Comment deleted.').waitFor();
    // The deletion is sent after ten seconds.
    await frame.getByText('No comments yet.').waitFor();

    await step('the page shows the activities as sentences', async () => {
      const changedItemPage = await ItemPage.waitFor(workbench, 'WEB-28');
      await changedItemPage.choose('state', 'In Progress');
      await changedItemPage.save();
      await changedItemPage.waitUntilSent();
      const activity = changedItemPage.frame.getByTestId('activity');
      expect(await activity.getByText('created the work item').isVisible()).toBe(false);
      await changedItemPage.showChanges();
      await activity.getByText(/changed state from .+ to In Progress/).waitFor();
      await activity.getByText('created the work item').waitFor();
      await workbench.screenshot('comments/activity');
    });
    await step('text that is selected in a comment stays selected while the title is edited', () =>
      editBesideSelection(fixture),
    );
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);

scenario(
  'the user attaches files, and pastes pictures into texts, which show the pictures',
  async (fixture) => {
    const { workbench } = fixture;
    const page = await openItemWithoutComments(fixture);
    const files = page.frame.getByTestId('attachments');
    expect(await files.isVisible()).toBe(false);
    const notes = join(fixture.server.userData, 'release notes.txt');
    writeFileSync(notes, 'What changed for people.\n');
    await page.frame.getByTestId('attach-files').click();
    await workbench.quickInput.chooseFile('Attach Files', notes);
    await files.locator('[data-attachment="release notes.txt"]').getByText('Ada Park').waitFor();

    await page.description.click();
    await pastePicture(page.description);
    const picture = page.description.locator('img.picture');
    await picture.waitFor();
    await expectShown(picture);
    await workbench.page.keyboard.type('Seen on Tuesday.');
    await page.description.getByText('Seen on Tuesday.').waitFor();
    expect(await picture.count()).toBe(1);
    await workbench.screenshot('comments/picture-pasted');
    await page.save();
    await page.waitUntilSent();
    await page.composer.scrollIntoViewIfNeeded();
    await pastePicture(page.composer);
    await page.composer.locator('img.picture').waitFor();
    await page.composer.click();
    await workbench.press('Control+Enter');
    const pictures = page.comments.locator('img.picture');
    await pictures.scrollIntoViewIfNeeded();
    await expectShown(pictures);
    await files.scrollIntoViewIfNeeded();
    await expectShown(files.locator('img.picture').first());
    await workbench.screenshot('comments/attachments');

    // The rows move when a pasted picture is listed.
    await files.locator('[data-attachment]').nth(2).waitFor();
    await files.getByTitle('Open release notes.txt').click();
    await workbench.tab('release notes.txt').waitFor();
    await workbench.page.getByText('What changed for people.').first().waitFor();
    await workbench.tab('WEB-28').click();
    const reopenedFrame = await workbench.webview('.page .identifier', 'WEB-28');
    const attachmentRow = reopenedFrame.getByTestId('attachments').locator('[data-attachment="release notes.txt"]');
    await attachmentRow.getByTestId('delete-attachment').click();
    await attachmentRow.getByTestId('undo-deletion').waitFor();
    await attachmentRow.waitFor({ state: 'detached' });
    await workbench.runCommand('Contrail: Attach File to Work Item…');
    await workbench.quickInput.chooseFile('Attach Files', notes);
    await attachmentRow.waitFor();
    expect(workbench.errors).toEqual([]);
  },
  SPEC_ONLY_SIGNED_IN,
);

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
