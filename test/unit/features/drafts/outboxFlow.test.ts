// Tests the outbox: when it suggests a review, and which queued comments it sends.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ItemAddress, keyOf } from '../../../../src/core/cache/address.ts';
import { commentIn } from '../../../../src/core/drafts/draft.ts';
import { UnsentCounter } from '../../../../src/core/drafts/unsentCounter.ts';
import type { Session } from '../../../../src/core/session/session.ts';
import { Outbox } from '../../../../src/features/drafts/outbox.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { Emitter } from '../../../../src/std/event.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';
import { deferred } from '../../std/deferred.ts';
import { CommentSetup, isCommentPost } from '../comments/setup.ts';

const MINUTE_MS = 60_000;
const WEB_27: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 27) };
const FIRST_TEXT = 'Written on the train.';
const SECOND_TEXT = 'Not quite *ready* yet.';

let sessions: { current: Session | undefined };
let outbox: Outbox;
const focusChanges = new Emitter<boolean>();

const setup = forEachTest(() => CommentSetup.open());
const window = forEachTest(() => setup.window());
beforeEach(async () => {
  const { session, prompts } = window;
  sessions = { current: session };
  outbox = new Outbox({
    prompts,
    session,
    sessions,
    unsentCounter: new UnsentCounter(session.draftStore),
    clock: setup.clock,
    hasFocus: () => true,
    onDidChangeFocus: focusChanges.event,
    withErrorHandling: (work) => work(),
  });
});
afterEach(async () => {
  outbox.dispose();
});

/** Queues a comment on the work item, while the server can be reached. */
async function queueComment(address: ItemAddress, text: string): Promise<void> {
  await window.session.store.resources.workItems.readOne(address.id, address.project);
  const target = { session: window.session, address };
  window.comments.storeDraft(target, text, 'INTERNAL');
  window.comments.queueComment(target);
}

/** Queues a comment on WEB-28, and closes the notification about queued comments. */
async function queueOne(): Promise<void> {
  await queueComment(window.chosenItem.address, FIRST_TEXT);
  (await window.prompts.message('1 comment is queued.')).close();
}

/** Queues a comment on WEB-27, and then one on WEB-28, which is the first in the list. Closes the notification. */
async function queueTwo(): Promise<void> {
  await queueComment(WEB_27, SECOND_TEXT);
  await setup.clock.advance(1000);
  await queueOne();
}

const commentOf = (address: ItemAddress) => commentIn(window.session.draftStore.get(keyOf(address)), 'palette');
const sentBodies = (): readonly unknown[] =>
  setup.proxy
    .matchingRequests(isCommentPost)
    .map(({ body }) => (JSON.parse(body) as Record<string, unknown>)['comment_html']);

/** Starts the review, and resolves with its list when it is shown. */
async function startReview() {
  const done = setup.whileTimePasses(outbox.review());
  return { done, list: await window.prompts.list('Send Comments') };
}

describe('The review of queued comments', () => {
  it('shows a message if no comment is queued', async () => {
    window.comments.storeDraft(window.chosenItem, 'Not queued', 'INTERNAL');
    await outbox.review();
    expect((await window.prompts.message('No queued comments.')).kind).toBe('info');
    expect(window.prompts.pending).toEqual([]);
  });

  it('lists all queued comments as checked rows, the most recently changed first, and sends the checked comments', async () => {
    await queueTwo();
    const { done, list } = await startReview();
    expect(list.visible).toEqual([
      `WEB-28 Write the notes for the next release | Comment from the Command Palette · internal · just now | ${FIRST_TEXT}`,
      `WEB-27 Undo after deleting a column | Comment from the Command Palette · internal · just now | ${SECOND_TEXT}`,
    ]);
    expect(list.checkedRows).toEqual(list.rows);
    list.enter();
    const message = await window.prompts.message('WEB-28: Sent. WEB-27: Sent.');
    expect(message).toMatchObject({ kind: 'info', buttons: [] });
    message.close();
    await done;
    expect(sentBodies()).toEqual(['<p>Written on the train.</p>', '<p>Not quite <em>ready</em> yet.</p>']);
    expect([commentOf(WEB_27), commentOf(window.chosenItem.address)]).toEqual([undefined, undefined]);
    const [progress] = window.prompts.progressShown;
    expect(progress).toMatchObject({ title: 'Sending comments', isCancellable: true });
    expect(progress?.messages).toEqual([
      expect.stringMatching(/^Comment 1 of 2: WEB-28 /),
      expect.stringMatching(/^Comment 2 of 2: WEB-27 /),
    ]);
  });

  it('does not send a comment that the user unchecks, and keeps it as a draft that is not queued', async () => {
    await queueTwo();
    const { done, list } = await startReview();
    list.check('WEB-28');
    list.enter();
    (await window.prompts.message('WEB-28: Sent.')).close();
    await done;
    expect(sentBodies()).toEqual(['<p>Written on the train.</p>']);
    expect(commentOf(WEB_27)).toMatchObject({ text: SECOND_TEXT });
    expect(commentOf(WEB_27)).not.toHaveProperty('waiting');
  });

  it('sends nothing if the user unchecks all comments', async () => {
    await queueTwo();
    const { done, list } = await startReview();
    list.check();
    list.enter();
    await done;
    expect(window.prompts.progressShown).toEqual([]);
    expect(sentBodies()).toEqual([]);
    for (const address of [WEB_27, window.chosenItem.address]) expect(commentOf(address)).not.toHaveProperty('waiting');
  });

  it('leaves the comments queued if the user cancels', async () => {
    await queueTwo();
    const { done, list } = await startReview();
    list.check('WEB-28');
    list.escape();
    await done;
    expect(sentBodies()).toEqual([]);
    for (const address of [WEB_27, window.chosenItem.address])
      expect(commentOf(address)).toHaveProperty('waiting', expect.any(Number));
  });
});

describe('The outbox', () => {
  it('sends the remaining comments if the server rejects a comment, and shows a warning with Show Drafts', async () => {
    await queueTwo();
    setup.proxy.inject(isCommentPost, answerWith(403, { detail: 'Guests may not comment' }), 1);
    const { done, list } = await startReview();
    list.enter();
    const message = await window.prompts.message('Guests may not comment');
    expect(message).toMatchObject({ kind: 'warning', buttons: ['Show Drafts'] });
    expect(message.words).toMatch(/^WEB-28: Not sent\. .* WEB-27: Sent\.$/);
    message.select('Show Drafts');
    await done;
    expect(window.prompts.commands).toEqual([[COMMANDS.drafts]]);
    expect(commentOf(window.chosenItem.address)).toMatchObject({ text: FIRST_TEXT, failed: { isTemporary: false } });
    expect(commentOf(WEB_27)).toBeUndefined();
  });

  it('leaves a comment queued if the comment does not reach the server', async () => {
    await queueOne();
    setup.proxy.inject(isCommentPost, { kind: 'closed' });
    const { done, list } = await startReview();
    list.enter();
    (await window.prompts.message('WEB-28: Not sent.')).close();
    await done;
    expect(window.prompts.commands).toEqual([]);
    expect(commentOf(window.chosenItem.address)).toMatchObject({ text: FIRST_TEXT, waiting: expect.any(Number) });
  });

  it('does not send a comment that was changed after it was listed', async () => {
    await queueOne();
    const { done, list } = await startReview();
    window.comments.storeDraft(window.chosenItem, 'Another text', 'INTERNAL');
    list.enter();
    (
      await window.prompts.message('WEB-28: Not sent. The comment was changed, sent or discarded after it was shown.')
    ).close();
    await done;
    expect(sentBodies()).toEqual([]);
    expect(commentOf(window.chosenItem.address)?.text).toBe('Another text');
  });

  it.each([
    ['the user cancels', () => window.prompts.progressShown[0]?.cancel()],
    [
      'the user signs out',
      () => {
        sessions.current = undefined;
      },
    ],
  ])('stops after the current comment if %s, and shows how many comments are still queued', async (_why, stop) => {
    await queueTwo();
    const response = deferred<void>();
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: response.promise }, 1);
    const { done, list } = await startReview();
    list.enter();
    await setup.proxy.waitForRequests(isCommentPost);
    stop();
    response.resolve();
    (await window.prompts.message('WEB-28: Sent. Canceled. 1 comment is queued.')).close();
    await done;
    expect(sentBodies()).toEqual(['<p>Written on the train.</p>']);
    expect(commentOf(WEB_27)).toHaveProperty('waiting');
  });
});

describe('The notification about queued comments', () => {
  /** Queues two comments, and then interrupts and restores the connection. */
  async function queueTwoAndReconnect(): Promise<void> {
    await queueTwo();
    await setup.proxy.refuse();
    await setup.whileTimePasses(window.session.store.resources.projects.list().reload());
    await setup.proxy.listenAgain();
    await setup.whileTimePasses(until('the notification', () => window.prompts.pending.length > 0));
  }

  it('is shown at once, and only once, for a comment that is queued while the server can be reached', async () => {
    await queueComment(WEB_27, SECOND_TEXT);
    expect(window.prompts.pending).toEqual(['Connected again. 1 comment is queued.']);
    await queueComment(window.chosenItem.address, FIRST_TEXT);
    expect(window.prompts.pending).toEqual(['Connected again. 1 comment is queued.']);
  });

  it('is shown when the server can be reached again, and its button opens the review without sending', async () => {
    await queueTwoAndReconnect();
    const message = await window.prompts.message('Connected again. 2 comments are queued.');
    expect(message).toMatchObject({ kind: 'info', buttons: ['Review…'] });
    expect(sentBodies()).toEqual([]);
    message.select('Review…');
    const list = await window.prompts.list('Send Comments');
    expect(list.rows).toHaveLength(2);
    list.escape();
    expect(sentBodies()).toEqual([]);
  });

  it('opens no review if the user closes the notification', async () => {
    await queueTwoAndReconnect();
    (await window.prompts.message('Connected again. 2 comments are queued.')).close();
    await setup.clock.advance(MINUTE_MS);
    expect(window.prompts.pending).toEqual([]);
    expect(commentOf(WEB_27)).toHaveProperty('waiting');
  });
});
