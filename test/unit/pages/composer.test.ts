// Tests that a comment is stored as a draft and sent exactly once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../src/cache/store.ts';
import { draftFiles } from '../../../src/drafts/draftFiles.ts';
import { DraftStore } from '../../../src/drafts/draftStore.ts';
import { isBlankComment } from '../../../src/pages/discussion/composer.ts';
import { settled } from '../../support/clock.ts';
import { answered, garbage, html, type InjectableFault, requestTo } from '../../support/faultProxy.ts';
import { createSetup, failingFiles, openPage, type Page, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { deferred } from '../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const posts = requestTo('POST', '/comments/');
const lists = requestTo('GET', '/comments/');
const HELLO = '<p>Hello</p>';

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const sent = (): Record<string, unknown>[] =>
  setup.proxy.requestsTo(posts).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const composer = (text: string, access: 'INTERNAL' | 'EXTERNAL' = 'INTERNAL') =>
  ({ type: 'compose', html: text, access }) as const;
const texts = (page: Page): string[] => page.model.comments.items.map((one) => one.html);

/** Returns the texts of the work item's comments on the server. */
async function onTheServer(): Promise<string[]> {
  const other = setup.otherStore();
  await other.comments.list(WEB_1).read();
  return other.comments.list(WEB_1).state.ids.map((id) => other.comments.get(id)?.comment_html ?? '');
}

async function send(page: Page): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type: 'sendComment' }));
  await settled();
  return problem;
}

describe('A comment', () => {
  it('is sent with its visibility and an external id, shown last, and removed from the composer', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO, 'EXTERNAL'));
    expect(await send(page)).toBeUndefined();
    expect(sent()).toEqual([
      { comment_html: HELLO, access: 'EXTERNAL', external_source: 'contrail', external_id: expect.any(String) },
    ]);
    expect(page.model.comments.items.at(-1)).toMatchObject({ html: HELLO, access: 'EXTERNAL', author: 'Ada Park' });
    expect(page.model.composer).toEqual({ html: '', access: 'INTERNAL', sending: false });
    await setup.draftStore.flush();
    expect(await setup.newDesk().open(KEY)).toBeUndefined();
  });

  it('is internal by default', async () => {
    using page = await openPage(setup);
    expect(page.model.composer.access).toBe('INTERNAL');
  });

  it('without text is not sent', async () => {
    using page = await openPage(setup);
    expect(await send(page)).toBe('Write a comment first.');
    await page.send(composer('<p> &nbsp;</p>'));
    expect(await send(page)).toBe('Write a comment first.');
    expect(page.model.composer.problem).toBe('Write a comment first.');
    expect(sent()).toEqual([]);
    await page.send(composer(HELLO));
    await settled();
    expect(page.model.composer.problem).toBeUndefined();
  });

  it('is sent once although the user sends it again during the request', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    const release = deferred<void>();
    setup.proxy.inject(posts, { kind: 'held', until: release.promise });
    const sending = page.send({ type: 'sendComment' });
    await setup.proxy.until(posts);
    await settled();
    expect(page.model.composer.sending).toBe(true);
    await page.send({ type: 'sendComment' });
    release.resolve();
    await sending;
    await settled();
    expect(sent()).toHaveLength(1);
    expect(page.model.composer.sending).toBe(false);
  });

  it('marks the tab while it is not sent', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    await settled();
    expect(page.titles.at(-1)).toBe('● WEB-1 Use the board with the keyboard alone');
    expect(page.model.unsent).toBe(false);
  });
});

describe('A comment whose response was lost', () => {
  it.each<[string, InjectableFault]>([
    ['the connection was closed', { kind: 'lost' }],
    ['no response arrived before the timeout', { kind: 'held', until: new Promise(() => undefined) }],
  ])('because %s is found on the next send and not posted twice', async (_why, trouble) => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, trouble, 1);
    const problem = await send(page);
    expect(problem).toMatch(
      /^Not sent\. [A-Z].*\. The server may have received the comment\. If you send it again, Contrail checks first, so it is never sent twice\.$/,
    );
    expect(page.model.composer).toMatchObject({ html: HELLO, problem });
    expect(await send(page)).toBeUndefined();
    expect(sent()).toHaveLength(1);
    expect((await onTheServer()).filter((text) => text === HELLO)).toHaveLength(1);
    expect(texts(page)).toContain(HELLO);
    expect(page.model.composer.html).toBe('');
  });

  it.each<[string, InjectableFault]>([
    ['HTML', html],
    ['truncated JSON', garbage],
    ['a 502', answered(502, 'Bad Gateway', 'text/html')],
  ])('because the server responded with %s without receiving it is posted on the next send', async (_what, trouble) => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, trouble, 1);
    expect(await send(page)).toMatch(/The server may have received the comment/);
    expect(await send(page)).toBeUndefined();
    expect((await onTheServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });

  it('and whose text was then replaced is not posted twice, and the new text is kept', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await send(page);
    await page.send(composer('<p>Something else</p>'));
    expect(await send(page)).toBe(
      'The server received the first version of the comment, but its response was lost. Your later changes are still here.',
    );
    expect(page.model.composer.html).toBe('<p>Something else</p>');
    expect(texts(page)).toContain(HELLO);
    expect(await send(page)).toBeUndefined();
    expect(sent().map(({ comment_html }) => comment_html)).toEqual([HELLO, '<p>Something else</p>']);
    expect(new Set(sent().map(({ external_id }) => external_id)).size).toBe(2);
  });

  it('is not posted if the search for it fails, and the text typed since is not taken for it', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await send(page);
    await page.send(composer('<p>Something else</p>'));
    setup.proxy.inject(lists, html, 1);
    expect(await send(page)).toMatch(/The server may have received the comment/);
    expect(sent()).toHaveLength(1);
    expect(await send(page)).toMatch(/^The server received the first version of the comment/);
    expect(page.model.composer.html).toBe('<p>Something else</p>');
    expect(await send(page)).toBeUndefined();
    expect((await onTheServer()).filter((text) => /Hello|else/.test(text))).toEqual([HELLO, '<p>Something else</p>']);
  });

  it('and whose text was then extended is updated instead of posted twice', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await send(page);
    await page.send(composer(`${HELLO}<p>and again</p>`));
    setup.proxy.inject(requestTo('PATCH', ''), { kind: 'closed' });
    expect(await send(page)).toMatch(/The server may have received the comment/);
    setup.proxy.heal();
    expect(await send(page)).toBeUndefined();
    expect(page.model.composer.html).toBe('');
    expect((await onTheServer()).filter((text) => text.includes('Hello'))).toEqual([`${HELLO}<p>and again</p>`]);
    expect(sent()).toHaveLength(1);
  });

  it('and that was changed on the server since is not overwritten', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await send(page);
    const other = setup.otherStore();
    await other.comments.list(WEB_1).read();
    const there =
      other.comments.list(WEB_1).state.ids.find((id) => other.comments.get(id)?.comment_html === HELLO) ?? '';
    await other.comments.edit(WEB_1, there, '<p>Hello to all</p>');
    await page.send(composer(`${HELLO}<p>and again</p>`));
    expect(await send(page)).toMatch(/^The server received the first version of the comment/);
    expect(page.model.composer.html).toBe(`${HELLO}<p>and again</p>`);
    expect((await onTheServer()).filter((text) => text.includes('Hello'))).toEqual(['<p>Hello to all</p>']);
  });

  it('and whose text was then extended does not count as sent when VS Code crashes during the search', async () => {
    const first = await openPage(setup);
    await first.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await send(first);
    await first.send(composer(`${HELLO}<p>and again</p>`));
    await setup.draftStore.flush();
    const looked = setup.proxy.requestsTo(lists).length;
    setup.proxy.inject(lists, { kind: 'hanging' }, 1);
    void first.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.until(lists, looked + 1);
    // A later window knows only what is on disk: only the first text was sent.
    const kept = (await setup.newDesk().open(KEY))?.composer;
    expect(kept).toMatchObject({ text: `${HELLO}<p>and again</p>`, sentText: HELLO });
    first.conversation.dispose();
  });

  it('is found by another window after a restart', async () => {
    const first = await openPage(setup);
    await first.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await send(first);
    await setup.draftStore.flush();
    first.conversation.dispose();
    using page = await openPage(setup, { draftStore: setup.newDesk() });
    expect(page.model.composer.html).toBe(HELLO);
    expect(await send(page)).toBeUndefined();
    expect(sent()).toHaveLength(1);
  });

  it('because VS Code crashed during the request is found although its text was changed', async () => {
    const first = await openPage(setup);
    await first.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'held', until: new Promise(() => undefined) }, 1);
    void first.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.until(posts);
    // The first window receives nothing more: only what is on disk is left of it.
    const store = new Store(setup.client);
    using page = await openPage(setup, { draftStore: setup.newDesk(), store: () => store });
    expect(page.model.composer.html).toBe(HELLO);
    await page.send(composer('<p>Changed after the restart</p>'));
    expect(await send(page)).toMatch(/^The server received the first version of the comment/);
    expect(page.model.composer.html).toBe('<p>Changed after the restart</p>');
    expect(sent()).toHaveLength(1);
    first.conversation.dispose();
  });
});

describe('A comment that the server rejects', () => {
  it.each<[string, InjectableFault, RegExp]>([
    [
      'because of its text',
      answered(400, { comment_html: ['Not allowed here.'] }),
      /rejected the request \(Not allowed here\)/,
    ],
    [
      'because of a missing permission',
      answered(403, { detail: 'Guests may not comment' }),
      /permission to do this \(Guests may not comment\)/,
    ],
    ['because of the key', answered(401, { detail: 'expired' }), /Authentication failed/],
    ['as too large', answered(413, { error: 'REQUEST_BODY_TOO_LARGE' }), /too large/],
    ['for a deleted work item', answered(404, { error: 'The requested resource does not exist.' }), /does not exist/],
  ])(
    '%s shows the reason, is kept, and is sent without a search after the cause is fixed',
    async (_why, trouble, sentence) => {
      using page = await openPage(setup);
      await page.send(composer(HELLO));
      setup.proxy.inject(posts, trouble, 1);
      const looked = setup.proxy.requestsTo(lists).length;
      const problem = await send(page);
      expect(problem).toMatch(sentence);
      expect(problem).toMatch(/^Not sent\. .*\. The text is kept\.$/);
      expect(page.model.composer).toMatchObject({ html: HELLO, problem, sending: false });
      await setup.draftStore.flush();
      expect((await setup.newDesk().open(KEY))?.composer).toEqual({
        text: HELLO,
        access: 'INTERNAL',
        externalId: expect.any(String),
        failed: { sentence: problem, passing: false },
      });
      expect(page.model.composer.wait).toBeUndefined();
      expect(await send(page)).toBeUndefined();
      expect(setup.proxy.requestsTo(lists)).toHaveLength(looked);
      expect((await onTheServer()).filter((text) => text === HELLO)).toHaveLength(1);
    },
  );

  it('by closing the connection before it was received is posted on the next send', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'closed' }, 1);
    expect(await send(page)).toMatch(/^Not sent\. The connection .* was lost before a response arrived\./);
    expect(await send(page)).toBeUndefined();
    expect((await onTheServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });
});

describe('The draft of a comment', () => {
  it('is restored on a new page over the same folder', async () => {
    const first = await openPage(setup);
    await first.send(composer(HELLO, 'EXTERNAL'));
    await setup.clock.advance(500);
    await setup.draftStore.flush();
    first.conversation.dispose();
    using page = await openPage(setup, { draftStore: setup.newDesk() });
    expect(page.model.composer).toEqual({ html: HELLO, access: 'EXTERNAL', sending: false });
  });

  it('is kept while the user is signed out, and a message says so', async () => {
    const state: { store: Store | undefined } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    await page.send(composer(HELLO));
    state.store = undefined;
    page.conversation.sessionChanged();
    expect(await send(page)).toBe('You are signed out. Sign in to send this comment. It is kept as a draft.');
    expect(page.model.composer.html).toBe(HELLO);
    state.store = setup.store;
    page.conversation.sessionChanged();
    expect(await send(page)).toBeUndefined();
    expect(sent()).toHaveLength(1);
  });

  it('that exceeds the size limit stays on the page, which shows a message until it is shorter', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    await setup.draftStore.flush();
    const long = `<p>${'word '.repeat(250_000)}</p>`;
    await page.send(composer(long));
    await setup.draftStore.flush();
    await settled();
    expect(page.model.exceededLimit).toMatch(/^This draft exceeds 1 MB\./);
    expect(page.model.composer.html).toBe(long);
    expect((await setup.newDesk().open(KEY))?.composer?.text).toBe(HELLO);
    await page.send(composer('<p>Hello, in short</p>'));
    await setup.draftStore.flush();
    await settled();
    expect(page.model.exceededLimit).toBeUndefined();
    expect((await setup.newDesk().open(KEY))?.composer?.text).toBe('<p>Hello, in short</p>');
  });

  it('is removed when its text is deleted', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    await page.send(composer('<p></p>'));
    await settled();
    expect(page.model.composer.html).toBe('');
    expect(page.titles.at(-1)).not.toMatch(/^●/);
    await setup.draftStore.flush();
    expect(await setup.newDesk().open(KEY)).toBeUndefined();
  });

  it('and the draft of the fields do not affect each other', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Also unsent');
    await page.send(composer(HELLO));
    await send(page);
    expect(page.field('name')).toMatchObject({ value: 'Also unsent', touched: true });
    await page.send(composer('<p>Next</p>'));
    await page.send({ type: 'revert' });
    await settled();
    expect(page.model).toMatchObject({ unsent: false, composer: { html: '<p>Next</p>' } });
  });

  it('that is typed during a request stays after the response and is sent as a separate comment', async () => {
    using page = await openPage(setup);
    await page.send(composer(HELLO));
    const release = deferred<void>();
    setup.proxy.inject(posts, { kind: 'held', until: release.promise }, 1);
    const sending = page.send({ type: 'sendComment' });
    await setup.proxy.until(posts);
    await page.send(composer('<p>Hello, and one more thing</p>'));
    release.resolve();
    await sending;
    await settled();
    expect(page.model.composer.html).toBe('<p>Hello, and one more thing</p>');
    expect(await send(page)).toBeUndefined();
    expect(sent().map(({ comment_html }) => comment_html)).toEqual([HELLO, '<p>Hello, and one more thing</p>']);
    expect(new Set(sent().map(({ external_id }) => external_id)).size).toBe(2);
  });

  it('is sent although the disk fails', async () => {
    const disk = failingFiles(draftFiles(setup.folder));
    using page = await openPage(setup, { draftStore: new DraftStore(disk, setup.clock) });
    await page.send(composer(HELLO));
    disk.failing = true;
    expect(await send(page)).toBeUndefined();
    expect(texts(page)).toContain(HELLO);
  });
});

describe('The text typed while a comment is being sent', () => {
  const after = (text: string, seq: number | undefined) => ({
    ...composer(text),
    ...(seq === undefined ? {} : { after: seq }),
  });

  /** Sends a comment into a failure, and types another one before the response. */
  async function typeWhileSending(
    page: Page,
    trouble: InjectableFault,
    work: (seq: number | undefined) => Promise<void>,
  ): Promise<string | undefined> {
    await page.send(composer(HELLO, 'EXTERNAL'));
    const release = deferred<void>();
    setup.proxy.inject(posts, trouble.kind === 'held' ? { kind: 'held', until: release.promise } : trouble, 1);
    const sending = page.send({ type: 'sendComment' });
    await settled();
    await work(page.model.composer.after);
    release.resolve();
    const { problem } = await setup.whileTimePasses(sending);
    await settled();
    return problem;
  }

  it('is the next comment, shown beside the one that is being sent', async () => {
    using page = await openPage(setup);
    await typeWhileSending(page, { kind: 'held', until: Promise.resolve() }, async (seq) => {
      expect(page.model.composer).toMatchObject({
        html: '',
        sending: true,
        pending: { html: HELLO, access: 'EXTERNAL' },
      });
      await page.send(after('<p>Next</p>', seq));
      await settled();
      expect(page.model.composer).toMatchObject({ html: '<p>Next</p>', access: 'INTERNAL', pending: { html: HELLO } });
      expect(page.titles.at(-1)).toMatch(/^● /);
    });
    expect(page.model.composer).toEqual({ html: '<p>Next</p>', access: 'INTERNAL', sending: false });
    expect(await send(page)).toBeUndefined();
    expect(sent().map(({ comment_html, access }) => [comment_html, access])).toEqual([
      [HELLO, 'EXTERNAL'],
      ['<p>Next</p>', 'INTERNAL'],
    ]);
    expect(new Set(sent().map(({ external_id }) => external_id)).size).toBe(2);
  });

  it('stays the next comment when the page sends it after the response', async () => {
    using page = await openPage(setup);
    const seqs: (number | undefined)[] = [];
    await typeWhileSending(page, { kind: 'held', until: Promise.resolve() }, async (seq) => {
      seqs.push(seq);
    });
    await page.send(after('<p>Next</p>', seqs[0]));
    await settled();
    expect(page.model.composer.html).toBe('<p>Next</p>');
  });

  it.each<[string, InjectableFault]>([
    ['the comment is rejected', answered(403, { detail: 'No' })],
    ['the response is lost', { kind: 'lost' }],
  ])('is appended to the text that comes back when %s, and the error is shown', async (_, trouble) => {
    using page = await openPage(setup);
    const seqs: (number | undefined)[] = [];
    const problem = await typeWhileSending(page, trouble, async (seq) => {
      seqs.push(seq);
      await page.send(after('<p>Ne</p>', seq));
    });
    expect(page.model.composer).toMatchObject({
      html: `${HELLO}<p>Ne</p>`,
      access: 'INTERNAL',
      sending: false,
      problem,
    });
    // The page has not received it yet.
    await page.send(after('<p>Next</p>', seqs[0]));
    await settled();
    expect(page.model.composer).toMatchObject({ html: `${HELLO}<p>Next</p>`, problem });
    // The comment that arrived may be visible to users who must not see the other one.
    if (trouble.kind === 'lost') {
      expect(await send(page)).toMatch(/^The server received the first version of the comment/);
      expect(page.model.composer).toMatchObject({ html: '<p>Next</p>', access: 'INTERNAL' });
    }
    expect(await send(page)).toBeUndefined();
    const expected = trouble.kind === 'lost' ? [HELLO, '<p>Next</p>'] : [`${HELLO}<p>Next</p>`];
    expect((await onTheServer()).filter((text) => /Hello|Next/.test(text))).toEqual(expected);
  });

  it('is also appended when the comment could not be sent at all', async () => {
    const state: { store: Store | undefined } = { store: undefined };
    using page = await openPage(setup, { store: () => state.store });
    await page.send(composer(HELLO));
    await send(page);
    await page.send(after('<p>Next</p>', 3));
    await settled();
    expect(page.model.composer.html).toBe(`${HELLO}<p>Next</p>`);
  });

  it('is on disk beside the comment that is being sent, and appended to it after the window was killed', async () => {
    const killed = await openPage(setup);
    await typeWhileKilled(killed);
    const store = setup.otherStore();
    using page = await openPage(setup, { draftStore: setup.newDesk(), store: () => store });
    expect(page.model.composer).toMatchObject({ html: `${HELLO}<p>Next</p>`, sending: false });
    expect(await send(page)).toBeUndefined();
    expect((await onTheServer()).filter((text) => text.includes('Hello'))).toEqual([`${HELLO}<p>Next</p>`]);
    killed.conversation.dispose();
  });

  async function typeWhileKilled(page: Page): Promise<void> {
    await page.send(composer(HELLO));
    setup.proxy.inject(posts, { kind: 'held', until: new Promise(() => undefined) }, 1);
    void page.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.until(posts);
    await page.send(after('<p>Next</p>', page.model.composer.after));
    await setup.draftStore.flush();
    expect((await setup.newDesk().open(KEY))?.composer).toMatchObject({
      text: HELLO,
      sentText: HELLO,
      next: { text: '<p>Next</p>' },
    });
  }

  it('is edited as one text with the comment that another window is sending', async () => {
    const draftStore = setup.newDesk();
    const store = setup.otherStore();
    const sender = await openPage(setup);
    await sender.send(composer(HELLO));
    await setup.draftStore.flush();
    using page = await openPage(setup, { draftStore, store: () => store });
    setup.proxy.inject(posts, { kind: 'held', until: new Promise(() => undefined) }, 1);
    void sender.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.until(posts);
    await sender.send(after('<p>Next</p>', sender.model.composer.after));
    await setup.draftStore.flush();
    await draftStore.look();
    await settled();
    expect(page.model.composer).toMatchObject({ html: `${HELLO}<p>Next</p>`, sending: false });
    await page.send(composer(`${HELLO}<p>Next one</p>`));
    await settled();
    expect(page.model.composer.html).toBe(`${HELLO}<p>Next one</p>`);
    sender.conversation.dispose();
  });

  it('is kept by a tab that is reopened during the request, and is read-only until the response', async () => {
    const first = await openPage(setup);
    await first.send(composer(HELLO));
    const release = deferred<void>();
    setup.proxy.inject(posts, { kind: 'held', until: release.promise }, 1);
    const sending = first.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.until(posts);
    await first.send(after('<p>Next</p>', first.model.composer.after));
    first.conversation.dispose();
    using page = await openPage(setup);
    expect(page.model.composer).toMatchObject({ html: '<p>Next</p>', sending: true, locked: true });
    release.resolve();
    await sending;
    await settled();
    expect(page.model.composer).toEqual({ html: '<p>Next</p>', access: 'INTERNAL', sending: false });
  });
});

describe('isBlankComment', () => {
  it.each(['', '<p></p>', '<p> </p>', '<p>&nbsp;<br></p>', '<ul><li><p></p></li></ul>'])(
    'returns true for “%s”',
    (text) => {
      expect(isBlankComment(text)).toBe(true);
    },
  );

  it.each([
    'x',
    '<p>.</p>',
    '<p><img src="a.png"></p>',
    '<hr>',
    '<image-component src="x"></image-component>',
    '<p><mention-component id="1"></mention-component></p>',
  ])('returns false for “%s”', (text) => {
    expect(isBlankComment(text)).toBe(false);
  });
});
