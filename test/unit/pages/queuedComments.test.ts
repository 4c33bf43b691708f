// Tests that a queued comment is kept, and sent exactly once as it was shown.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../src/cache/address.ts';
import { Store } from '../../../src/cache/store.ts';
import { type CommentSlot, commentIn, rewriteComment, withComment } from '../../../src/drafts/draft.ts';
import type { DraftStore } from '../../../src/drafts/draftStore.ts';
import {
  listQueued,
  type QueuedComment,
  queueComment,
  sendQueued,
} from '../../../src/pages/discussion/queuedComments.ts';
import { formatError } from '../../../src/workbench/ui/formatError.ts';
import { settled } from '../../support/clock.ts';
import { answered, type InjectableFault, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { deferred } from '../std/deferred.ts';

const KEY = keyOf(WEB_1);
const HELLO = '<p>Hello</p>';
const posts = requestTo('POST', '/comments/');
const CODE = 'code:github.com/acme/web@0123456789abcdef0123456789abcdef01234567:src/prices.py#L8-9';

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Returns the texts of the work item's comments on the server. */
async function onTheServer(): Promise<string[]> {
  const other = setup.otherStore();
  await other.comments.list(WEB_1).read();
  return other.comments.list(WEB_1).state.ids.map((id) => other.comments.get(id)?.comment_html ?? '');
}

function write(draftStore: DraftStore, slot: CommentSlot, text: string): void {
  draftStore.change(KEY, 'WEB-1 Name', (before) =>
    withComment(
      before,
      slot,
      rewriteComment({ externalId: crypto.randomUUID(), ...commentIn(before, slot) }, text, 'INTERNAL'),
    ),
  );
}

/** Writes a comment and queues it. */
function putAside(draftStore: DraftStore, slot: CommentSlot, text: string): void {
  write(draftStore, slot, text);
  queueComment(draftStore, KEY, slot, setup.clock.now());
}

const only = async (draftStore: DraftStore): Promise<QueuedComment> => {
  const [one, ...others] = await listQueued(draftStore);
  if (one === undefined || others.length > 0) throw new Error('Not one comment waits');
  return one;
};

async function send(
  draftStore: DraftStore,
  shown: QueuedComment,
  store: Store = setup.store,
): Promise<string | undefined> {
  const htmlOf = (markdown: string): Promise<string> => Promise.resolve(`<p>${markdown}</p>`);
  const newId = (id: string): string => `${id}~2`;
  return setup.whileTimePasses(sendQueued({ draftStore, store, words: formatError, newId, htmlOf }, shown));
}

async function sendFrom(page: Page): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type: 'sendComment' }));
  await settled();
  return problem;
}

describe('A comment that could not be sent', () => {
  it.each<[string, InjectableFault]>([
    ['the connection broke', { kind: 'closed' }],
    ['no response arrived before the timeout', { kind: 'held', until: new Promise(() => undefined) }],
    ['a proxy responded with 503', answered(503, 'Service Unavailable', 'text/html')],
  ])('because %s can be queued, also after a restart', async (_why, trouble) => {
    {
      using page = await openPage(setup);
      await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
      setup.proxy.inject(posts, trouble, 1);
      expect(await sendFrom(page)).toMatch(/^Not sent\./);
      expect(page.model.composer.wait).toBe('offered');
      await setup.draftStore.flush();
    }
    using page = await openPage(setup, { draftStore: setup.newDesk() });
    expect(page.model.composer).toMatchObject({
      html: HELLO,
      wait: 'offered',
      problem: expect.stringMatching(/^Not sent\./),
    });
    await page.send({ type: 'waitToSend', wait: true });
    await settled();
    expect(page.model.composer).toEqual({ html: HELLO, access: 'INTERNAL', sending: false, wait: 'waiting' });
  });

  it('because the server was not running does not count as sent and can be queued', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
    await setup.proxy.refuse();
    expect(await sendFrom(page)).toMatch(/^Not sent\. The server .* does not respond\. The text is kept\.$/);
    expect(page.model.composer.wait).toBe('offered');
    await setup.proxy.listenAgain();
  });

  it('because the server rejected it cannot be queued', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
    setup.proxy.inject(posts, answered(403, { detail: 'Guests may not comment' }), 1);
    expect(await sendFrom(page)).toMatch(/permission/);
    expect(page.model.composer.wait).toBeUndefined();
  });
});

describe('A queued comment', () => {
  it('is not sent automatically, and is listed in every window of the account', async () => {
    putAside(setup.draftStore, 'composer', HELLO);
    putAside(setup.draftStore, 'palette', 'From the *palette*');
    putAside(setup.draftStore, { code: CODE }, 'About code');
    write(setup.draftStore, { code: `${CODE}~2` }, 'Only a draft');
    await setup.draftStore.flush();
    const listed = await listQueued(setup.newDesk());
    expect(listed.map(({ piece }) => piece.slot)).toEqual(['composer', 'palette', { code: CODE }]);
    expect(listed.every(({ key, draft }) => key === KEY && draft.title === 'WEB-1 Name')).toBe(true);
    expect(setup.proxy.requests).toEqual([]);
  });

  it.each<CommentSlot>(['composer', 'palette', { code: CODE }])(
    'in %o is sent once after a search for it, and then is no draft any more',
    async (slot) => {
      putAside(setup.draftStore, slot, HELLO);
      expect(await send(setup.draftStore, await only(setup.draftStore))).toBeUndefined();
      const html = slot === 'composer' ? HELLO : `<p>${HELLO}</p>`;
      expect(setup.proxy.requestsTo(posts).map(({ body }) => JSON.parse(body).comment_html)).toEqual([html]);
      expect((await onTheServer()).filter((text) => text.includes('Hello'))).toHaveLength(1);
      await setup.draftStore.flush();
      expect(await setup.newDesk().open(KEY)).toBeUndefined();
    },
  );

  it('is found if it had arrived although its response was lost', async () => {
    using page = await openPage(setup);
    await page.send({ type: 'compose', html: HELLO, access: 'INTERNAL' });
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await sendFrom(page);
    await page.send({ type: 'waitToSend', wait: true });
    await setup.draftStore.flush();
    const later = setup.newDesk();
    expect(await send(later, await only(later))).toBeUndefined();
    expect(setup.proxy.requestsTo(posts)).toHaveLength(1);
    expect((await onTheServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });

  it('that another window has sent is not sent again', async () => {
    putAside(setup.draftStore, 'composer', HELLO);
    await setup.draftStore.flush();
    const other = setup.newDesk();
    const shown = await only(other);
    await other.open(KEY);
    expect(await send(setup.draftStore, await only(setup.draftStore))).toBeUndefined();
    expect(await send(other, shown, new Store(setup.client))).toBeUndefined();
    expect(setup.proxy.requestsTo(posts)).toHaveLength(1);
    expect((await onTheServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });

  it.each([
    ['with other text', '<p>Hello again</p>'],
    ['without its picture', '<p>Hello</p><p><img src="a.png"></p>'],
  ])('that another window has sent %s stays a separate draft', async (_how, text) => {
    putAside(setup.draftStore, 'composer', HELLO);
    await setup.draftStore.flush();
    const other = setup.newDesk();
    await other.open(KEY);
    write(other, 'composer', text);
    const shown = await only(other);
    expect(await send(setup.draftStore, await only(setup.draftStore))).toBeUndefined();
    expect(await send(other, shown, new Store(setup.client))).toMatch(
      /^The server received the first version of the comment/,
    );
    expect(other.get(KEY)?.composer).toMatchObject({ text });
    expect(await listQueued(other)).toEqual([]);
    expect((await onTheServer()).filter((text) => text.includes('Hello'))).toEqual([HELLO]);
  });

  it('is shown with its current text for the review, and not sent if it changes after that', async () => {
    putAside(setup.draftStore, 'composer', HELLO);
    write(setup.draftStore, 'composer', '<p>Hello there</p>');
    const shown = await only(setup.draftStore);
    expect(shown.comment.text).toBe('<p>Hello there</p>');
    write(setup.draftStore, 'composer', '<p>Hello there, and more</p>');
    expect(await send(setup.draftStore, shown)).toBe('Not sent. It was changed, sent or discarded since it was shown.');
    expect(setup.proxy.requests).toEqual([]);
    expect(await send(setup.draftStore, await only(setup.draftStore))).toBeUndefined();
    expect(await onTheServer()).toContain('<p>Hello there, and more</p>');
  });

  it('is only a draft after it is removed from the queue or its text is deleted', async () => {
    putAside(setup.draftStore, 'composer', HELLO);
    const shown = await only(setup.draftStore);
    using page = await openPage(setup);
    expect(page.model.composer.wait).toBe('waiting');
    await page.send({ type: 'waitToSend', wait: false });
    await settled();
    expect(page.model.composer).toEqual({ html: HELLO, access: 'INTERNAL', sending: false });
    expect(await listQueued(setup.draftStore)).toEqual([]);
    expect(await send(setup.draftStore, shown)).toMatch(/discarded since/);
    putAside(setup.draftStore, 'palette', 'x');
    write(setup.draftStore, 'palette', ' ');
    expect(await listQueued(setup.draftStore)).toEqual([]);
    expect(setup.proxy.requestsTo(posts)).toEqual([]);
  });

  it('stays queued when the server cannot be reached, and becomes a draft with the reason when the server rejects it', async () => {
    putAside(setup.draftStore, 'palette', 'x');
    setup.proxy.inject(posts, { kind: 'closed' }, 1);
    const first = await send(setup.draftStore, await only(setup.draftStore));
    expect(first).toMatch(/^Not sent\. The connection .* was lost/);
    expect((await only(setup.draftStore)).comment.failed).toEqual({ sentence: first, passing: true });
    setup.proxy.inject(posts, answered(403, { detail: 'Guests may not comment' }), 1);
    const second = await send(setup.draftStore, await only(setup.draftStore));
    expect(second).toMatch(/permission/);
    expect(await listQueued(setup.draftStore)).toEqual([]);
    expect(setup.draftStore.get(KEY)?.palette).toMatchObject({
      text: 'x',
      failed: { sentence: second, passing: false },
    });
  });

  it('is not sent a second time from its page while it is being sent', async () => {
    putAside(setup.draftStore, 'composer', HELLO);
    using page = await openPage(setup);
    const release = deferred<void>();
    setup.proxy.inject(posts, { kind: 'held', until: release.promise });
    const sending = send(setup.draftStore, await only(setup.draftStore));
    await setup.proxy.until(posts);
    expect(await page.until(({ composer }) => composer.sending)).toBeDefined();
    const { problem } = await page.send({ type: 'sendComment' });
    expect(problem).toBe('This comment is already being sent.');
    release.resolve();
    expect(await sending).toBeUndefined();
    await page.until(({ composer }) => composer.html === '' && !composer.sending);
    expect(setup.proxy.requestsTo(posts)).toHaveLength(1);
  });

  it('can be sent from its page immediately', async () => {
    putAside(setup.draftStore, 'composer', HELLO);
    using page = await openPage(setup);
    expect(await sendFrom(page)).toBeUndefined();
    expect(await listQueued(setup.draftStore)).toEqual([]);
    expect((await onTheServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });
});
