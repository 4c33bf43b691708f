// Tests that a link to a comment opens the page at the comment.
import { describe, expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const COMMENT_ID = sample.comment('WEB', 1, 2);
const UNKNOWN_COMMENT_ID = '99999999-9999-4999-8999-999999999999';
/** WEB-28 has no comments in the sample. */
const WEB_28: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 28) };
const isCommentsRead = matchRequest('GET', '/comments/');

const setup = forEachTest(createSetup);

describe('A link to a comment', () => {
  it('shows a loaded comment without a request', async () => {
    using page = await openPage(setup);
    const requestCountBefore = setup.proxy.matchingRequests(isCommentsRead).length;
    expect(await page.recordPage.showComment(COMMENT_ID)).toBe(true);
    expect(page.receivedMessages.at(-1)).toEqual({ type: 'showComment', id: COMMENT_ID });
    expect(setup.proxy.matchingRequests(isCommentsRead)).toHaveLength(requestCountBefore);
  });

  it('shows the comment only once, when the page is ready', async () => {
    const target = targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id });
    using page = new Page(setup, setup.draftStore, () => setup.store, target);
    const showPromise = page.recordPage.showComment(COMMENT_ID);
    expect(page.receivedMessages).toEqual([]);
    await page.send({ type: 'ready' });
    await page.send({ type: 'ready' });
    expect(page.receivedMessages.filter(({ type }) => type === 'showComment')).toEqual([
      { type: 'showComment', id: COMMENT_ID },
    ]);
    expect(await showPromise).toBe(true);
  });

  it('loads the page of comments that contains the comment if only newer comments are loaded', async () => {
    const path = { project_id: WEB_28.project, work_item_id: WEB_28.id };
    const oldestComment = await setup.client.call.createComment({ ...path, body: { comment_html: '<p>first</p>' } });
    const laterTexts = Array.from({ length: 202 }, (_, index) => `<p>${index}</p>`);
    await Promise.all(
      laterTexts.map((comment_html) => setup.client.call.createComment({ ...path, body: { comment_html } })),
    );
    const { comments } = setup.store;
    await comments.list(WEB_28).read();
    expect(comments.list(WEB_28).state.ids).not.toContain(oldestComment.id);
    expect(await comments.loadUntil(WEB_28, oldestComment.id)).toBe(true);
    expect(comments.list(WEB_28).state.ids).toContain(oldestComment.id);
  });

  it('loads a comment that was written after the list of comments was read', async () => {
    const { comments } = setup.store;
    await comments.list(WEB_28).read();
    const { id } = await setup.client.call.createComment({
      project_id: WEB_28.project,
      work_item_id: WEB_28.id,
      body: { comment_html: '<p>new</p>' },
    });
    expect(await comments.loadUntil(WEB_28, id)).toBe(true);
  });

  it('sends one request for a deleted comment, and reports that the comment does not exist', async () => {
    using page = await openPage(setup);
    const requestCountBefore = setup.proxy.matchingRequests(isCommentsRead).length;
    expect(await page.recordPage.showComment(UNKNOWN_COMMENT_ID)).toBe(false);
    expect(setup.proxy.matchingRequests(isCommentsRead)).toHaveLength(requestCountBefore);
    expect(setup.proxy.matchingRequests(matchRequest('GET', `/comments/${UNKNOWN_COMMENT_ID}/`))).toHaveLength(1);
  });
});
