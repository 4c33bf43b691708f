// Tests that editing and deleting the user's own comments loses no text.
import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
/** The id of a comment of the signed-in user. Another user wrote the comment with the id OTHER_COMMENT_ID. */
const OWN_COMMENT_ID = sample.comment('WEB', 1, 3);
const OTHER_COMMENT_ID = sample.comment('WEB', 1, 1);
const CHANGED_HTML = '<p>Two in, two out.</p>';
const isCommentPatch = matchRequest('PATCH', `/comments/${OWN_COMMENT_ID}/`);
const isCommentDeletion = matchRequest('DELETE', `/comments/${OWN_COMMENT_ID}/`);

const setup = forEachTest(createSetup);

const commentDraftsOf = (page: Page) => page.model.discussion?.comments;
const ownComment = (page: Page) => page.model.comments.items.find(({ id }) => id === OWN_COMMENT_ID);

async function editOwnComment(page: Page, html: string | null = CHANGED_HTML): Promise<void> {
  await page.send({ type: 'editComment', id: OWN_COMMENT_ID, html });
  await flushPromises();
}

async function sendForOwnComment(page: Page, type: 'saveComment' | 'deleteComment'): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type, id: OWN_COMMENT_ID }));
  await flushPromises();
  return problem;
}

async function htmlOnServer(): Promise<string | undefined> {
  const otherStore = setup.otherStore();
  await otherStore.comments.list(WEB_1).read();
  return otherStore.comments.get(OWN_COMMENT_ID)?.comment_html ?? undefined;
}

describe('An existing comment', () => {
  it('can be edited only by its author', async () => {
    using page = await openPage(setup);
    expect(commentDraftsOf(page)?.mine).toContain(OWN_COMMENT_ID);
    expect(commentDraftsOf(page)?.mine).not.toContain(OTHER_COMMENT_ID);
  });

  it('that is being edited has a draft on disk, and the title of the tab shows ●', async () => {
    using page = await openPage(setup);
    const originalHtml = ownComment(page)?.html ?? '';
    await editOwnComment(page);
    expect(commentDraftsOf(page)?.edits).toEqual({
      [OWN_COMMENT_ID]: { html: CHANGED_HTML, saving: false, isChangedOnServer: false },
    });
    expect(page.titles.at(-1)).toMatch(/^● /);
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(KEY))?.edits).toEqual({
      [OWN_COMMENT_ID]: { html: CHANGED_HTML, base: originalHtml },
    });
  });

  it('has no draft after its original text is restored or the edit is canceled', async () => {
    using page = await openPage(setup);
    const originalHtml = ownComment(page)?.html ?? '';
    await editOwnComment(page);
    await editOwnComment(page, originalHtml);
    expect(commentDraftsOf(page)?.edits).toEqual({});
    await editOwnComment(page);
    await editOwnComment(page, null);
    expect(commentDraftsOf(page)?.edits).toEqual({});
    expect(page.titles.at(-1)).not.toMatch(/^● /);
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(KEY)).toBeUndefined();
  });

  it('shows the edited text while it is being saved, and is then changed on the server', async () => {
    using page = await openPage(setup);
    await editOwnComment(page);
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isCommentPatch, { kind: 'delayed', until: delayedResponse.promise });
    const saving = page.send({ type: 'saveComment', id: OWN_COMMENT_ID });
    await setup.proxy.waitForRequests(isCommentPatch);
    await flushPromises();
    expect(ownComment(page)?.html).toBe(CHANGED_HTML);
    expect(commentDraftsOf(page)?.edits[OWN_COMMENT_ID]?.saving).toBe(true);
    delayedResponse.resolve();
    expect((await saving).problem).toBeUndefined();
    await flushPromises();
    expect(commentDraftsOf(page)?.edits).toEqual({});
    expect(await htmlOnServer()).toBe(CHANGED_HTML);
  });

  it('that the user goes on editing while it is saved is not shown as changed if the server stores other HTML', async () => {
    using page = await openPage(setup);
    await editOwnComment(page);
    setup.proxy.inject(isCommentPatch, { kind: 'changed', change: (body) => body.replace('two out', 'three out') });
    const saving = page.send({ type: 'saveComment', id: OWN_COMMENT_ID });
    await editOwnComment(page, '<p>Three in.</p>');
    await saving;
    await flushPromises();
    expect(ownComment(page)?.html).toBe('<p>Two in, three out.</p>');
    expect(commentDraftsOf(page)?.edits).toEqual({
      [OWN_COMMENT_ID]: { html: '<p>Three in.</p>', saving: false, isChangedOnServer: false },
    });
  });

  it('keeps the edited text and shows the reason when the server rejects the edit', async () => {
    using page = await openPage(setup);
    const originalHtml = ownComment(page)?.html;
    await editOwnComment(page);
    setup.proxy.inject(isCommentPatch, answerWith(403, { error: 'Only the author may do that' }));
    expect(await sendForOwnComment(page, 'saveComment')).toBe(
      "Not saved. You don't have permission to do this (Only the author may do that). Your text is kept, and saving again is safe.",
    );
    expect(commentDraftsOf(page)?.problems[OWN_COMMENT_ID]).toContain("You don't have permission");
    expect(commentDraftsOf(page)?.edits[OWN_COMMENT_ID]?.html).toBe(CHANGED_HTML);
    expect(ownComment(page)?.html).toBe(originalHtml);
  });

  it('is saved by an automatic retry when one response is lost', async () => {
    using page = await openPage(setup);
    await editOwnComment(page);
    setup.proxy.inject(isCommentPatch, { kind: 'lost' }, 1);
    expect(await sendForOwnComment(page, 'saveComment')).toBeUndefined();
    expect(await htmlOnServer()).toBe(CHANGED_HTML);
    expect(commentDraftsOf(page)?.edits).toEqual({});
  });

  it('has no draft after a reload even if all responses to the save were lost', async () => {
    using page = await openPage(setup);
    await editOwnComment(page);
    setup.proxy.inject(isCommentPatch, { kind: 'lost' });
    expect(await sendForOwnComment(page, 'saveComment')).toMatch(/^Not saved\./);
    expect(commentDraftsOf(page)?.edits[OWN_COMMENT_ID]?.html).toBe(CHANGED_HTML);
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(commentDraftsOf(page)?.edits).toEqual({});
    expect(ownComment(page)?.html).toBe(CHANGED_HTML);
  });

  it('that is being edited shows after a reload that another window has changed the comment', async () => {
    using page = await openPage(setup);
    await editOwnComment(page);
    await setup.otherStore().comments.edit(WEB_1, OWN_COMMENT_ID, '<p>By another window.</p>');
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(commentDraftsOf(page)?.edits[OWN_COMMENT_ID]).toEqual({
      html: CHANGED_HTML,
      saving: false,
      isChangedOnServer: true,
    });
  });

  it('cannot be saved without text', async () => {
    using page = await openPage(setup);
    await editOwnComment(page, '<p></p>');
    expect(await sendForOwnComment(page, 'saveComment')).toBe("A comment can't be empty. Delete it instead.");
  });

  it('is deleted on the server by a single request, 10 s after the user has deleted the comment', async () => {
    using page = await openPage(setup);
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isCommentDeletion, { kind: 'delayed', until: delayedResponse.promise });
    const firstDeletion = page.send({ type: 'deleteComment', id: OWN_COMMENT_ID });
    expect(await page.send({ type: 'deleteComment', id: OWN_COMMENT_ID })).not.toHaveProperty('problem');
    await flushPromises();
    expect(commentDraftsOf(page)?.deleted).toEqual([OWN_COMMENT_ID]);
    await setup.clock.advance(9_999);
    expect(commentDraftsOf(page)?.deleted).toEqual([OWN_COMMENT_ID]);
    expect(setup.proxy.matchingRequests(isCommentDeletion)).toEqual([]);
    await setup.clock.advance(1);
    await setup.proxy.waitForRequests(isCommentDeletion);
    await flushPromises();
    expect(ownComment(page)).toBeUndefined();
    expect(commentDraftsOf(page)?.deleted).toBeUndefined();
    await page.send({ type: 'undoDeletion', id: OWN_COMMENT_ID });
    await page.send({ type: 'deleteComment', id: OWN_COMMENT_ID });
    page.recordPage.close();
    await setup.clock.advance(10_000);
    expect(setup.proxy.matchingRequests(isCommentDeletion)).toHaveLength(1);
    delayedResponse.resolve();
    await firstDeletion;
    await flushPromises();
    expect(ownComment(page)).toBeUndefined();
    expect(await htmlOnServer()).toBeUndefined();
  });

  it('is shown again with an error message when the server rejects the deletion', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCommentDeletion, answerWith(403, { error: 'Only the author may do that' }));
    expect(await sendForOwnComment(page, 'deleteComment')).toBe(
      "Not deleted. You don't have permission to do this (Only the author may do that).",
    );
    expect(ownComment(page)).toBeDefined();
    expect(commentDraftsOf(page)?.problems[OWN_COMMENT_ID]).toContain('Not deleted.');
  });

  it('may have been deleted if the answer to the deletion is lost, and can be deleted again', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCommentDeletion, { kind: 'lost' }, 10);
    expect(await sendForOwnComment(page, 'deleteComment')).toMatch(/^The comment may have been deleted\. .*lost/);
    expect(await htmlOnServer()).toBeUndefined();
    setup.proxy.removeFaults();
    expect(await sendForOwnComment(page, 'deleteComment')).toBeUndefined();
    expect(ownComment(page)).toBeUndefined();
  });

  it('stays without a request when the user undoes the deletion, and can be deleted again', async () => {
    using page = await openPage(setup);
    const deleting = page.send({ type: 'deleteComment', id: OWN_COMMENT_ID });
    await setup.clock.advance(5_000);
    await page.send({ type: 'undoDeletion', id: OWN_COMMENT_ID });
    expect(await deleting).not.toHaveProperty('problem');
    expect(commentDraftsOf(page)?.deleted).toBeUndefined();
    expect(ownComment(page)).toBeDefined();
    const secondDeletion = page.send({ type: 'deleteComment', id: OWN_COMMENT_ID });
    await setup.clock.advance(9_999);
    expect(commentDraftsOf(page)?.deleted).toEqual([OWN_COMMENT_ID]);
    expect(setup.proxy.matchingRequests(isCommentDeletion)).toEqual([]);
    await setup.whileTimePasses(secondDeletion);
    expect(await htmlOnServer()).toBeUndefined();
  });

  it('that was deleted can be restored after VS Code has recreated the page', async () => {
    using page = await openPage(setup);
    const deleting = page.send({ type: 'deleteComment', id: OWN_COMMENT_ID }).catch(() => undefined);
    await flushPromises();
    page.recreate();
    await page.send({ type: 'ready' });
    await flushPromises();
    expect(commentDraftsOf(page)?.deleted).toEqual([OWN_COMMENT_ID]);
    await page.send({ type: 'undoDeletion', id: OWN_COMMENT_ID });
    await deleting;
    expect(commentDraftsOf(page)?.deleted).toBeUndefined();
  });

  it('that was deleted on the page is deleted on the server as soon as the page is closed', async () => {
    const page = await openPage(setup);
    const deleting = page.send({ type: 'deleteComment', id: OWN_COMMENT_ID }).catch(() => undefined);
    await flushPromises();
    page.recordPage.close();
    page.recordPage.dispose();
    await setup.proxy.waitForRequests(isCommentDeletion);
    await setup.whileTimePasses(deleting);
    await setup.clock.advance(60_000);
    expect(setup.proxy.matchingRequests(isCommentDeletion)).toHaveLength(1);
    expect(await htmlOnServer()).toBeUndefined();
    expect(page.fileHost.shownMessages).toEqual([]);
  });

  it('stays if the server rejects the deletion after the page was closed, and VS Code shows the reason', async () => {
    const page = await openPage(setup);
    setup.proxy.inject(isCommentDeletion, answerWith(403, { error: 'Only the author may do that' }));
    const deleting = page.send({ type: 'deleteComment', id: OWN_COMMENT_ID }).catch(() => undefined);
    await flushPromises();
    page.recordPage.close();
    page.recordPage.dispose();
    await setup.whileTimePasses(deleting);
    expect(page.fileHost.shownMessages).toEqual([expect.stringContaining('Not deleted. You don')]);
    expect(await htmlOnServer()).toBeDefined();
  });

  it('stays if the user signs out while the deletion can be undone, and the page shows an error', async () => {
    let isSignedIn = true;
    using page = await openPage(setup, { store: () => (isSignedIn ? setup.store : undefined) });
    const deleting = page.send({ type: 'deleteComment', id: OWN_COMMENT_ID });
    await flushPromises();
    isSignedIn = false;
    await setup.clock.advance(10_000);
    expect((await deleting).problem).toBe('Not deleted. You are signed out.');
    isSignedIn = true;
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(ownComment(page)).toBeDefined();
    expect(setup.proxy.matchingRequests(isCommentDeletion)).toEqual([]);
  });

  it('is removed from the page even if the response to the deletion is lost', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isCommentDeletion, { kind: 'lost' }, 1);
    expect(await sendForOwnComment(page, 'deleteComment')).toBeUndefined();
    expect(ownComment(page)).toBeUndefined();
  });

  it('stays on the page with its edited text after another window has deleted the comment', async () => {
    using page = await openPage(setup);
    await editOwnComment(page);
    await setup.otherStore().comments.remove(WEB_1, OWN_COMMENT_ID);
    expect(await sendForOwnComment(page, 'saveComment')).toBe(
      'This comment no longer exists. Copy your text, or cancel.',
    );
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(ownComment(page)).toBeUndefined();
    expect(commentDraftsOf(page)?.orphans).toEqual([OWN_COMMENT_ID]);
    await editOwnComment(page, null);
    expect(commentDraftsOf(page)?.orphans).toEqual([]);
  });
});
