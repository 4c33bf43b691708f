// Tests that every change is stored on disk before it is sent, so that a crash loses nothing.
import { describe, expect, it } from 'vitest';
import { matchRequest, type RequestMatcher } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const HELLO = '<p>Hello</p>';
const OWN_COMMENT_ID = sample.comment('WEB', 1, 3);

const setup = forEachTest(createSetup);

/** Waits for the request, and returns the draft that another window then reads from disk. */
async function draftOnDiskDuring(request: RequestMatcher) {
  await setup.proxy.waitForRequests(request);
  return setup.newDraftStore().open(KEY);
}

/** Sends a message without waiting for its answer, as if the window crashed. */
function sendWithoutWaiting(page: Page, message: Parameters<Page['send']>[0]): void {
  void page.send(message).catch(() => undefined);
}

const page = forEachTest(() => openPage(setup));

describe('The draft on disk', () => {
  it('contains an edited field before the field is sent', async () => {
    const isPatch = matchRequest('PATCH', `/${WEB_1.id}/`);
    setup.proxy.inject(isPatch, { kind: 'hanging' });
    await page.edit('name', 'Fix login');
    sendWithoutWaiting(page, { type: 'save' });
    expect(await draftOnDiskDuring(isPatch)).toMatchObject({ touched: { name: 'Fix login' } });
  });

  it('contains an edited comment before the comment is sent', async () => {
    const isCommentPatch = matchRequest('PATCH', `/comments/${OWN_COMMENT_ID}/`);
    setup.proxy.inject(isCommentPatch, { kind: 'hanging' });
    await page.send({ type: 'editComment', id: OWN_COMMENT_ID, html: HELLO });
    sendWithoutWaiting(page, { type: 'saveComment', id: OWN_COMMENT_ID });
    expect(await draftOnDiskDuring(isCommentPatch)).toMatchObject({ edits: { [OWN_COMMENT_ID]: { html: HELLO } } });
  });

  it('contains a new comment before it is sent, including text that was added after a lost response', async () => {
    const isCommentPost = matchRequest('POST', '/comments/');
    const compose = (html: string) => page.send({ type: 'compose', html, access: 'INTERNAL' });
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await compose(HELLO);
    const sending = page.send({ type: 'sendComment' });
    expect(await draftOnDiskDuring(isCommentPost)).toMatchObject({ composer: { text: HELLO, sentText: HELLO } });
    await setup.whileTimePasses(sending);
    setup.proxy.inject(matchRequest('PATCH', ''), { kind: 'hanging' });
    await compose(`${HELLO}<p>and again</p>`);
    sendWithoutWaiting(page, { type: 'sendComment' });
    expect(await draftOnDiskDuring(matchRequest('PATCH', ''))).toMatchObject({
      composer: { text: `${HELLO}<p>and again</p>`, sentText: HELLO },
    });
  });
});
