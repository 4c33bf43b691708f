// Tests that a queued comment is stored, and sent exactly once, as the user has reviewed it.
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import {
  listQueuedComments,
  type QueuedComment,
  queueComment,
  sendQueuedComment,
} from '../../../../src/core/comments/queuedComments.ts';
import { type CommentSlot, commentIn, updateCommentDraft, withComment } from '../../../../src/core/drafts/draft.ts';
import type { DraftStore } from '../../../../src/core/drafts/draftStore.ts';
import { formatError } from '../../../../src/shell/faults/formatError.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, type InjectableFault, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { deferred } from '../../std/deferred.ts';

const KEY = keyOf(WEB_1);
const HELLO = '<p>Hello</p>';
const isCommentPost = matchRequest('POST', '/comments/');
const CODE_ID = 'code:github.com/acme/web@0123456789abcdef0123456789abcdef01234567:src/prices.py#L8-9';

const setup = forEachTest(createSetup);

/** Returns the texts of the work item's comments on the server. */
async function commentTextsOnServer(): Promise<string[]> {
  const otherStore = setup.otherStore();
  await otherStore.comments.list(WEB_1).read();
  return otherStore.comments.list(WEB_1).state.ids.map((id) => otherStore.comments.get(id)?.comment_html ?? '');
}

function writeDraft(draftStore: DraftStore, slot: CommentSlot, text: string): void {
  draftStore.change(KEY, 'WEB-1 Name', (before) =>
    withComment(
      before,
      slot,
      updateCommentDraft({ externalId: crypto.randomUUID(), ...commentIn(before, slot) }, text, 'INTERNAL'),
    ),
  );
}

/** Writes the draft of a comment and queues it. */
function writeQueued(draftStore: DraftStore, slot: CommentSlot, text: string): void {
  writeDraft(draftStore, slot, text);
  queueComment(draftStore, KEY, slot, setup.clock.now());
}

const readSingleQueuedComment = async (draftStore: DraftStore): Promise<QueuedComment> => {
  const [comment, ...others] = await listQueuedComments(draftStore);
  if (comment === undefined || others.length > 0) throw new Error('Not one comment waits');
  return comment;
};

async function send(
  draftStore: DraftStore,
  listedComment: QueuedComment,
  store: Store = setup.store,
): Promise<string | undefined> {
  const newId = (id: string): string => `${id}~2`;
  return setup.whileTimePasses(sendQueuedComment({ draftStore, store, formatError, newId }, listedComment));
}

async function sendOnPage(page: Page): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type: 'sendComment' }));
  await flushPromises();
  return problem;
}

describe('A comment that could not be sent', () => {
  it.each<[string, InjectableFault]>([
    ['the connection broke', { kind: 'closed' }],
    ['no response arrived before the timeout', { kind: 'delayed', until: new Promise(() => undefined) }],
    ['a proxy responded with 503', answerWith(503, 'Service Unavailable', 'text/html')],
  ])('because %s can be queued, even after a restart', async (_why, fault) => {
    {
      using page = await openPage(setup);
      await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
      setup.proxy.inject(isCommentPost, fault, 1);
      expect(await sendOnPage(page)).toMatch(/^Not sent\./);
      expect(page.model.composer.wait).toBe('offered');
      await setup.draftStore.flush();
    }
    using page = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(page.model.composer).toMatchObject({
      html: HELLO,
      wait: 'offered',
      problem: expect.stringMatching(/^Not sent\./),
    });
    await page.send({ type: 'waitToSend', wait: true });
    await flushPromises();
    expect(page.model.composer).toEqual({ html: HELLO, access: 'INTERNAL', sending: false, wait: 'waiting' });
  });

  it('because the server was not running is not marked as sent and can be queued', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
    await setup.proxy.refuse();
    expect(await sendOnPage(page)).toMatch(
      /^Not sent\. The server .* does not respond\. Your text is kept as a draft\.$/,
    );
    expect(page.model.composer.wait).toBe('offered');
    await setup.proxy.listenAgain();
  });

  it('because the server rejected it cannot be queued', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
    setup.proxy.inject(isCommentPost, answerWith(403, { detail: 'Guests may not comment' }), 1);
    expect(await sendOnPage(page)).toMatch(/permission/);
    expect(page.model.composer.wait).toBeUndefined();
  });
});

describe('A queued comment', () => {
  it('is not sent automatically, and is listed in other windows', async () => {
    writeQueued(setup.draftStore, 'composer', HELLO);
    writeQueued(setup.draftStore, 'palette', 'From the *palette*');
    writeQueued(setup.draftStore, { code: CODE_ID }, 'About code');
    writeDraft(setup.draftStore, { code: `${CODE_ID}~2` }, 'Only a draft');
    await setup.draftStore.flush();
    const listedComments = await listQueuedComments(setup.newDraftStore());
    expect(listedComments.map(({ entry }) => entry.slot)).toEqual(['composer', 'palette', { code: CODE_ID }]);
    expect(listedComments.every(({ key, draft }) => key === KEY && draft.title === 'WEB-1 Name')).toBe(true);
    expect(setup.proxy.requests).toEqual([]);
  });

  it.each<CommentSlot>(['composer', 'palette', { code: CODE_ID }])(
    'that was written in %o is sent once, and its draft is then removed',
    async (slot) => {
      const text = slot === 'composer' ? HELLO : '*Hello* @ada@contrail.example';
      writeQueued(setup.draftStore, slot, text);
      expect(await send(setup.draftStore, await readSingleQueuedComment(setup.draftStore))).toBeUndefined();
      const html =
        slot === 'composer'
          ? HELLO
          : expect.stringMatching(/^<p><em>Hello<\/em> <mention-component [^>]+><\/mention-component><\/p>$/);
      expect(setup.proxy.matchingRequests(isCommentPost).map(({ body }) => JSON.parse(body).comment_html)).toEqual([
        html,
      ]);
      expect((await commentTextsOnServer()).filter((text) => text.includes('Hello'))).toHaveLength(1);
      await setup.draftStore.flush();
      expect(await setup.newDraftStore().open(KEY)).toBeUndefined();
    },
  );

  it('is found on the server if the response to an earlier attempt was lost', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await sendOnPage(page);
    await page.send({ type: 'waitToSend', wait: true });
    await setup.draftStore.flush();
    const laterDraftStore = setup.newDraftStore();
    expect(await send(laterDraftStore, await readSingleQueuedComment(laterDraftStore))).toBeUndefined();
    expect(setup.proxy.matchingRequests(isCommentPost)).toHaveLength(1);
    expect((await commentTextsOnServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });

  it('that another window has sent is not sent again', async () => {
    writeQueued(setup.draftStore, 'composer', HELLO);
    await setup.draftStore.flush();
    const otherDraftStore = setup.newDraftStore();
    const listedComment = await readSingleQueuedComment(otherDraftStore);
    await otherDraftStore.open(KEY);
    expect(await send(setup.draftStore, await readSingleQueuedComment(setup.draftStore))).toBeUndefined();
    expect(await send(otherDraftStore, listedComment, new Store(setup.client))).toBeUndefined();
    expect(setup.proxy.matchingRequests(isCommentPost)).toHaveLength(1);
    expect((await commentTextsOnServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });

  it.each([
    ['with other text', '<p>Hello again</p>'],
    ['without its picture', '<p>Hello</p><p><img src="a.png"></p>'],
  ])('that another window has sent %s stays a separate draft', async (_how, text) => {
    writeQueued(setup.draftStore, 'composer', HELLO);
    await setup.draftStore.flush();
    const otherDraftStore = setup.newDraftStore();
    await otherDraftStore.open(KEY);
    writeDraft(otherDraftStore, 'composer', text);
    const listedComment = await readSingleQueuedComment(otherDraftStore);
    expect(await send(setup.draftStore, await readSingleQueuedComment(setup.draftStore))).toBeUndefined();
    expect(await send(otherDraftStore, listedComment, new Store(setup.client))).toMatch(
      /^The server received the first version of the comment/,
    );
    expect(otherDraftStore.get(KEY)?.composer).toMatchObject({ text });
    expect(await listQueuedComments(otherDraftStore)).toEqual([]);
    expect((await commentTextsOnServer()).filter((text) => text.includes('Hello'))).toEqual([HELLO]);
  });

  it('is listed with its current text, and not sent if the text changes after the comment was listed', async () => {
    writeQueued(setup.draftStore, 'composer', HELLO);
    writeDraft(setup.draftStore, 'composer', '<p>Hello there</p>');
    const listedComment = await readSingleQueuedComment(setup.draftStore);
    expect(listedComment.comment.text).toBe('<p>Hello there</p>');
    writeDraft(setup.draftStore, 'composer', '<p>Hello there, and more</p>');
    expect(await send(setup.draftStore, listedComment)).toBe(
      'Not sent. The comment was changed, sent or discarded after it was shown.',
    );
    expect(setup.proxy.requests).toEqual([]);
    expect(await send(setup.draftStore, await readSingleQueuedComment(setup.draftStore))).toBeUndefined();
    expect(await commentTextsOnServer()).toContain('<p>Hello there, and more</p>');
  });

  it('is no longer listed after the user removes it from the queue or deletes its text', async () => {
    writeQueued(setup.draftStore, 'composer', HELLO);
    const listedComment = await readSingleQueuedComment(setup.draftStore);
    using page = await openPage(setup);
    expect(page.model.composer.wait).toBe('waiting');
    await page.send({ type: 'waitToSend', wait: false });
    await flushPromises();
    expect(page.model.composer).toEqual({ html: HELLO, access: 'INTERNAL', sending: false });
    expect(await listQueuedComments(setup.draftStore)).toEqual([]);
    expect(await send(setup.draftStore, listedComment)).toMatch(/discarded after/);
    writeQueued(setup.draftStore, 'palette', 'x');
    writeDraft(setup.draftStore, 'palette', ' ');
    expect(await listQueuedComments(setup.draftStore)).toEqual([]);
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it('stays queued when the server cannot be reached, and becomes a draft when the server rejects it', async () => {
    writeQueued(setup.draftStore, 'palette', 'x');
    setup.proxy.inject(isCommentPost, { kind: 'closed' }, 1);
    const first = await send(setup.draftStore, await readSingleQueuedComment(setup.draftStore));
    expect(first).toMatch(/^Not sent\. The connection .* was lost/);
    expect((await readSingleQueuedComment(setup.draftStore)).comment.failed).toEqual({
      problem: first,
      isTemporary: true,
    });
    setup.proxy.inject(isCommentPost, answerWith(403, { detail: 'Guests may not comment' }), 1);
    const second = await send(setup.draftStore, await readSingleQueuedComment(setup.draftStore));
    expect(second).toMatch(/permission/);
    expect(await listQueuedComments(setup.draftStore)).toEqual([]);
    expect(setup.draftStore.get(KEY)?.palette).toMatchObject({
      text: 'x',
      failed: { problem: second, isTemporary: false },
    });
  });

  it('cannot be sent from its page while the queue sends the comment', async () => {
    writeQueued(setup.draftStore, 'composer', HELLO);
    using page = await openPage(setup);
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: delayedResponse.promise });
    const sending = send(setup.draftStore, await readSingleQueuedComment(setup.draftStore));
    await setup.proxy.waitForRequests(isCommentPost);
    expect(await page.waitUntil(({ composer }) => composer.sending)).toBeDefined();
    const { problem } = await page.send({ type: 'sendComment' });
    expect(problem).toBe('This comment is already being sent.');
    delayedResponse.resolve();
    expect(await sending).toBeUndefined();
    await page.waitUntil(({ composer }) => composer.html === '' && !composer.sending);
    expect(setup.proxy.matchingRequests(isCommentPost)).toHaveLength(1);
  });

  it('can be sent from its page', async () => {
    writeQueued(setup.draftStore, 'composer', HELLO);
    using page = await openPage(setup);
    expect(await sendOnPage(page)).toBeUndefined();
    expect(await listQueuedComments(setup.draftStore)).toEqual([]);
    expect((await commentTextsOnServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });
});
