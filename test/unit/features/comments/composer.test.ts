// Tests that a comment is stored as a draft and sent exactly once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { createDraftFiles } from '../../../../src/core/drafts/draftFiles.ts';
import { DraftStore } from '../../../../src/core/drafts/draftStore.ts';
import { isBlankComment } from '../../../../src/features/comments/composer.ts';
import { flushPromises } from '../../../support/clock.ts';
import {
  answerWith,
  type InjectableFault,
  matchRequest,
  nginxErrorPage,
  truncatedJson,
} from '../../../support/faultProxy.ts';
import { createSetup, failingFiles, openPage, type Page, type Setup, WEB_1 } from '../../../support/pageSetup.ts';
import { deferred } from '../../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const isCommentPost = matchRequest('POST', '/comments/');
const isCommentsRead = matchRequest('GET', '/comments/');
const HELLO = '<p>Hello</p>';

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const sentBodies = (): Record<string, unknown>[] =>
  setup.proxy.matchingRequests(isCommentPost).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const composeMessage = (text: string, access: 'INTERNAL' | 'EXTERNAL' = 'INTERNAL') =>
  ({ type: 'compose', html: text, access }) as const;
const commentTexts = (page: Page): string[] => page.model.comments.items.map((comment) => comment.html);

/** Returns the texts of the work item's comments on the server. */
async function commentTextsOnServer(): Promise<string[]> {
  const otherStore = setup.otherStore();
  await otherStore.comments.list(WEB_1).read();
  return otherStore.comments.list(WEB_1).state.ids.map((id) => otherStore.comments.get(id)?.comment_html ?? '');
}

async function sendComment(page: Page): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type: 'sendComment' }));
  await flushPromises();
  return problem;
}

describe('The comment in the composer', () => {
  it('is sent with its visibility and an external id, and is then shown below the other comments', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO, 'EXTERNAL'));
    expect(await sendComment(page)).toBeUndefined();
    expect(sentBodies()).toEqual([
      { comment_html: HELLO, access: 'EXTERNAL', external_source: 'contrail', external_id: expect.any(String) },
    ]);
    expect(page.model.comments.items.at(-1)).toMatchObject({ html: HELLO, access: 'EXTERNAL', author: 'You' });
    expect(page.model.composer).toEqual({ html: '', access: 'INTERNAL', sending: false });
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(KEY)).toBeUndefined();
  });

  it('is internal by default', async () => {
    using page = await openPage(setup);
    expect(page.model.composer.access).toBe('INTERNAL');
  });

  it('is not sent if it has no text', async () => {
    using page = await openPage(setup);
    expect(await sendComment(page)).toBe('Write a comment first.');
    await page.send(composeMessage('<p> &nbsp;</p>'));
    expect(await sendComment(page)).toBe('Write a comment first.');
    expect(page.model.composer.problem).toBe('Write a comment first.');
    expect(sentBodies()).toEqual([]);
    await page.send(composeMessage(HELLO));
    await flushPromises();
    expect(page.model.composer.problem).toBeUndefined();
  });

  it('is sent once even if the user selects Send again during the request', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: delayedResponse.promise });
    const sending = page.send({ type: 'sendComment' });
    await setup.proxy.waitForRequests(isCommentPost);
    await flushPromises();
    expect(page.model.composer.sending).toBe(true);
    await page.send({ type: 'sendComment' });
    delayedResponse.resolve();
    await sending;
    await flushPromises();
    expect(sentBodies()).toHaveLength(1);
    expect(page.model.composer.sending).toBe(false);
  });

  it('causes a ● in the title of the tab, although no field of the work item is unsent', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    await flushPromises();
    expect(page.titles.at(-1)).toBe('● WEB-1 Use the board with the keyboard alone');
    expect(page.model.unsent).toBe(false);
  });
});

describe('A comment whose response was lost', () => {
  it.each<[string, InjectableFault]>([
    ['the connection was closed', { kind: 'lost' }],
    ['no response arrived before the timeout', { kind: 'delayed', until: new Promise(() => undefined) }],
  ])(
    'because %s is found on the server by the next attempt to send the comment, and not posted twice',
    async (_why, fault) => {
      using page = await openPage(setup);
      await page.send(composeMessage(HELLO));
      setup.proxy.inject(isCommentPost, fault, 1);
      const problem = await sendComment(page);
      expect(problem).toMatch(
        /^Not sent\. [A-Z].*\. The server may have received the comment\. If you send it again, Contrail checks first, so it is never sent twice\.$/,
      );
      expect(page.model.composer).toMatchObject({ html: HELLO, problem });
      expect(await sendComment(page)).toBeUndefined();
      expect(sentBodies()).toHaveLength(1);
      expect((await commentTextsOnServer()).filter((text) => text === HELLO)).toHaveLength(1);
      expect(commentTexts(page)).toContain(HELLO);
      expect(page.model.composer.html).toBe('');
    },
  );

  it.each<[string, InjectableFault]>([
    ['HTML', nginxErrorPage],
    ['truncated JSON', truncatedJson],
    ['a 502', answerWith(502, 'Bad Gateway', 'text/html')],
  ])(
    'because %s arrived instead is posted by the next attempt if the comment is not on the server',
    async (_what, fault) => {
      using page = await openPage(setup);
      await page.send(composeMessage(HELLO));
      setup.proxy.inject(isCommentPost, fault, 1);
      expect(await sendComment(page)).toMatch(/The server may have received the comment/);
      expect(await sendComment(page)).toBeUndefined();
      expect((await commentTextsOnServer()).filter((text) => text === HELLO)).toHaveLength(1);
    },
  );

  it('is not posted twice if its text was replaced, and the new text stays in the composer', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await sendComment(page);
    await page.send(composeMessage('<p>Something else</p>'));
    expect(await sendComment(page)).toBe(
      'The server received the first version of the comment, but its response was lost. Your later changes are still here.',
    );
    expect(page.model.composer.html).toBe('<p>Something else</p>');
    expect(commentTexts(page)).toContain(HELLO);
    expect(await sendComment(page)).toBeUndefined();
    expect(sentBodies().map(({ comment_html }) => comment_html)).toEqual([HELLO, '<p>Something else</p>']);
    expect(new Set(sentBodies().map(({ external_id }) => external_id)).size).toBe(2);
  });

  it('is not posted again if the search on the server fails, and text typed later is a separate comment', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await sendComment(page);
    await page.send(composeMessage('<p>Something else</p>'));
    setup.proxy.inject(isCommentsRead, nginxErrorPage, 1);
    expect(await sendComment(page)).toMatch(/The server may have received the comment/);
    expect(sentBodies()).toHaveLength(1);
    expect(await sendComment(page)).toMatch(/^The server received the first version of the comment/);
    expect(page.model.composer.html).toBe('<p>Something else</p>');
    expect(await sendComment(page)).toBeUndefined();
    expect((await commentTextsOnServer()).filter((text) => /Hello|else/.test(text))).toEqual([
      HELLO,
      '<p>Something else</p>',
    ]);
  });

  it('is updated on the server instead of posted twice if its text was extended', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await sendComment(page);
    await page.send(composeMessage(`${HELLO}<p>and again</p>`));
    setup.proxy.inject(matchRequest('PATCH', ''), { kind: 'closed' });
    expect(await sendComment(page)).toMatch(/The server may have received the comment/);
    setup.proxy.removeFaults();
    expect(await sendComment(page)).toBeUndefined();
    expect(page.model.composer.html).toBe('');
    expect((await commentTextsOnServer()).filter((text) => text.includes('Hello'))).toEqual([
      `${HELLO}<p>and again</p>`,
    ]);
    expect(sentBodies()).toHaveLength(1);
  });

  it('is not overwritten if another window has changed the comment on the server', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await sendComment(page);
    const otherStore = setup.otherStore();
    await otherStore.comments.list(WEB_1).read();
    const commentId =
      otherStore.comments.list(WEB_1).state.ids.find((id) => otherStore.comments.get(id)?.comment_html === HELLO) ?? '';
    await otherStore.comments.edit(WEB_1, commentId, '<p>Hello to all</p>');
    await page.send(composeMessage(`${HELLO}<p>and again</p>`));
    expect(await sendComment(page)).toMatch(/^The server received the first version of the comment/);
    expect(page.model.composer.html).toBe(`${HELLO}<p>and again</p>`);
    expect((await commentTextsOnServer()).filter((text) => text.includes('Hello'))).toEqual(['<p>Hello to all</p>']);
  });

  it('has a draft in which only the first text is marked as sent if VS Code crashes during the search', async () => {
    const firstPage = await openPage(setup);
    await firstPage.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await sendComment(firstPage);
    await firstPage.send(composeMessage(`${HELLO}<p>and again</p>`));
    await setup.draftStore.flush();
    const searchCount = setup.proxy.matchingRequests(isCommentsRead).length;
    setup.proxy.inject(isCommentsRead, { kind: 'hanging' }, 1);
    void firstPage.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.waitForRequests(isCommentsRead, searchCount + 1);
    // A window after the crash has only the draft on disk, in which only the first text is marked as sent.
    const storedDraft = (await setup.newDraftStore().open(KEY))?.composer;
    expect(storedDraft).toMatchObject({ text: `${HELLO}<p>and again</p>`, sentText: HELLO });
    firstPage.recordPage.dispose();
  });

  it('is found on the server by another window after a restart', async () => {
    const firstPage = await openPage(setup);
    await firstPage.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    await sendComment(firstPage);
    await setup.draftStore.flush();
    firstPage.recordPage.dispose();
    using page = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(page.model.composer.html).toBe(HELLO);
    expect(await sendComment(page)).toBeUndefined();
    expect(sentBodies()).toHaveLength(1);
  });

  it('because VS Code crashed during the request is found on the server even if its text was changed', async () => {
    const firstPage = await openPage(setup);
    await firstPage.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: new Promise(() => undefined) }, 1);
    void firstPage.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.waitForRequests(isCommentPost);
    // The first window receives no response, so that only its draft on disk remains.
    const store = new Store(setup.client);
    using page = await openPage(setup, { draftStore: setup.newDraftStore(), store: () => store });
    expect(page.model.composer.html).toBe(HELLO);
    await page.send(composeMessage('<p>Changed after the restart</p>'));
    expect(await sendComment(page)).toMatch(/^The server received the first version of the comment/);
    expect(page.model.composer.html).toBe('<p>Changed after the restart</p>');
    expect(sentBodies()).toHaveLength(1);
    firstPage.recordPage.dispose();
  });
});

describe('A comment that could not be posted', () => {
  it.each<[string, InjectableFault, RegExp]>([
    [
      'because of its text',
      answerWith(400, { comment_html: ['Not allowed here.'] }),
      /rejected this \(Not allowed here\)/,
    ],
    [
      'because of a missing permission',
      answerWith(403, { detail: 'Guests may not comment' }),
      /permission to do this \(Guests may not comment\)/,
    ],
    ['because of the key', answerWith(401, { detail: 'expired' }), /Authentication failed/],
    ['because of its size', answerWith(413, { error: 'REQUEST_BODY_TOO_LARGE' }), /too large/],
    [
      'because its work item was deleted',
      answerWith(404, { error: 'The requested resource does not exist.' }),
      /does not exist/,
    ],
  ])(
    '%s shows the reason, stays a draft, and is posted by the next attempt without a search on the server',
    async (_why, fault, reason) => {
      using page = await openPage(setup);
      await page.send(composeMessage(HELLO));
      setup.proxy.inject(isCommentPost, fault, 1);
      const searchCount = setup.proxy.matchingRequests(isCommentsRead).length;
      const problem = await sendComment(page);
      expect(problem).toMatch(reason);
      expect(problem).toMatch(/^Not sent\. .*\. Your text is kept as a draft\.$/);
      expect(page.model.composer).toMatchObject({ html: HELLO, problem, sending: false });
      await setup.draftStore.flush();
      expect((await setup.newDraftStore().open(KEY))?.composer).toEqual({
        text: HELLO,
        access: 'INTERNAL',
        externalId: expect.any(String),
        failed: { problem, isTemporary: false },
      });
      expect(page.model.composer.wait).toBeUndefined();
      expect(await sendComment(page)).toBeUndefined();
      expect(setup.proxy.matchingRequests(isCommentsRead)).toHaveLength(searchCount);
      expect((await commentTextsOnServer()).filter((text) => text === HELLO)).toHaveLength(1);
    },
  );

  it('because the connection was closed is posted by the next attempt', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'closed' }, 1);
    expect(await sendComment(page)).toMatch(/^Not sent\. The connection .* was lost before a response arrived\./);
    expect(await sendComment(page)).toBeUndefined();
    expect((await commentTextsOnServer()).filter((text) => text === HELLO)).toHaveLength(1);
  });
});

describe('The draft of a comment', () => {
  it('is restored by a new page that reads drafts from the same folder', async () => {
    const firstPage = await openPage(setup);
    await firstPage.send(composeMessage(HELLO, 'EXTERNAL'));
    await setup.clock.advance(500);
    await setup.draftStore.flush();
    firstPage.recordPage.dispose();
    using page = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(page.model.composer).toEqual({ html: HELLO, access: 'EXTERNAL', sending: false });
  });

  it('is kept while the user is signed out, and the page shows a message', async () => {
    const state: { store: Store | undefined } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    await page.send(composeMessage(HELLO));
    state.store = undefined;
    page.recordPage.handleSessionChange({ isVisible: true });
    expect(await sendComment(page)).toBe('You are signed out. Sign in to send this comment. It is kept as a draft.');
    expect(page.model.composer.html).toBe(HELLO);
    state.store = setup.store;
    page.recordPage.handleSessionChange({ isVisible: true });
    expect(await sendComment(page)).toBeUndefined();
    expect(sentBodies()).toHaveLength(1);
  });

  it('that exceeds the size limit stays on the page, with a message until the text is shorter', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    await setup.draftStore.flush();
    const longHtml = `<p>${'word '.repeat(250_000)}</p>`;
    await page.send(composeMessage(longHtml));
    await setup.draftStore.flush();
    await flushPromises();
    expect(page.model.tooLargeMessage).toMatch(/^This draft exceeds 1 MB\./);
    expect(page.model.composer.html).toBe(longHtml);
    expect((await setup.newDraftStore().open(KEY))?.composer?.text).toBe(HELLO);
    await page.send(composeMessage('<p>Hello, in short</p>'));
    await setup.draftStore.flush();
    await flushPromises();
    expect(page.model.tooLargeMessage).toBeUndefined();
    expect((await setup.newDraftStore().open(KEY))?.composer?.text).toBe('<p>Hello, in short</p>');
  });

  it('is removed when its text is deleted', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    await page.send(composeMessage('<p></p>'));
    await flushPromises();
    expect(page.model.composer.html).toBe('');
    expect(page.titles.at(-1)).not.toMatch(/^●/);
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(KEY)).toBeUndefined();
  });

  it('stays when the user reverts the fields, and edited fields stay unsent when the comment is sent', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Also unsent');
    await page.send(composeMessage(HELLO));
    await sendComment(page);
    expect(page.field('name')).toMatchObject({ value: 'Also unsent', touched: true });
    await page.send(composeMessage('<p>Next</p>'));
    await page.send({ type: 'revert' });
    await flushPromises();
    expect(page.model).toMatchObject({ unsent: false, composer: { html: '<p>Next</p>' } });
  });

  it('stays if the user changes the text while the comment is sent, and is sent as a separate comment', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: delayedResponse.promise }, 1);
    const sending = page.send({ type: 'sendComment' });
    await setup.proxy.waitForRequests(isCommentPost);
    await page.send(composeMessage('<p>Hello, and one more thing</p>'));
    delayedResponse.resolve();
    await sending;
    await flushPromises();
    expect(page.model.composer.html).toBe('<p>Hello, and one more thing</p>');
    expect(await sendComment(page)).toBeUndefined();
    expect(sentBodies().map(({ comment_html }) => comment_html)).toEqual([HELLO, '<p>Hello, and one more thing</p>']);
    expect(new Set(sentBodies().map(({ external_id }) => external_id)).size).toBe(2);
  });

  it('is sent even if it cannot be written to disk', async () => {
    const disk = failingFiles(createDraftFiles(setup.folder));
    using page = await openPage(setup, { draftStore: new DraftStore(disk, setup.clock) });
    await page.send(composeMessage(HELLO));
    disk.isFailing = true;
    expect(await sendComment(page)).toBeUndefined();
    expect(commentTexts(page)).toContain(HELLO);
  });
});

describe('The text typed while a comment is being sent', () => {
  const composeAfter = (text: string, seq: number | undefined) => ({
    ...composeMessage(text),
    ...(seq === undefined ? {} : { after: seq }),
  });

  /** Sends a comment whose request fails or is delayed, and calls `typeText` before the response. */
  async function typeWhileSending(
    page: Page,
    fault: InjectableFault,
    typeText: (seq: number | undefined) => Promise<void>,
  ): Promise<string | undefined> {
    await page.send(composeMessage(HELLO, 'EXTERNAL'));
    const delayedResponse = deferred<void>();
    setup.proxy.inject(
      isCommentPost,
      fault.kind === 'delayed' ? { kind: 'delayed', until: delayedResponse.promise } : fault,
      1,
    );
    const sending = page.send({ type: 'sendComment' });
    await flushPromises();
    await typeText(page.model.composer.after);
    delayedResponse.resolve();
    const { problem } = await setup.whileTimePasses(sending);
    await flushPromises();
    return problem;
  }

  it('becomes a second comment, and the page shows both until the first comment is sent', async () => {
    using page = await openPage(setup);
    await typeWhileSending(page, { kind: 'delayed', until: Promise.resolve() }, async (seq) => {
      expect(page.model.composer).toMatchObject({
        html: '',
        sending: true,
        pending: { html: HELLO, access: 'EXTERNAL' },
      });
      await page.send(composeAfter('<p>Next</p>', seq));
      await flushPromises();
      expect(page.model.composer).toMatchObject({ html: '<p>Next</p>', access: 'INTERNAL', pending: { html: HELLO } });
      expect(page.titles.at(-1)).toMatch(/^● /);
    });
    expect(page.model.composer).toEqual({ html: '<p>Next</p>', access: 'INTERNAL', sending: false });
    expect(await sendComment(page)).toBeUndefined();
    expect(sentBodies().map(({ comment_html, access }) => [comment_html, access])).toEqual([
      [HELLO, 'EXTERNAL'],
      ['<p>Next</p>', 'INTERNAL'],
    ]);
    expect(new Set(sentBodies().map(({ external_id }) => external_id)).size).toBe(2);
  });

  it('becomes a second comment even if the host receives the text after the response', async () => {
    using page = await openPage(setup);
    const sequenceNumbers: (number | undefined)[] = [];
    await typeWhileSending(page, { kind: 'delayed', until: Promise.resolve() }, async (seq) => {
      sequenceNumbers.push(seq);
    });
    await page.send(composeAfter('<p>Next</p>', sequenceNumbers[0]));
    await flushPromises();
    expect(page.model.composer.html).toBe('<p>Next</p>');
  });

  it.each<[string, InjectableFault]>([
    ['the comment is rejected', answerWith(403, { detail: 'No' })],
    ['the response is lost', { kind: 'lost' }],
  ])('is appended to the unsent comment when %s, and the page shows the error', async (_, fault) => {
    using page = await openPage(setup);
    const sequenceNumbers: (number | undefined)[] = [];
    const problem = await typeWhileSending(page, fault, async (seq) => {
      sequenceNumbers.push(seq);
      await page.send(composeAfter('<p>Ne</p>', seq));
    });
    expect(page.model.composer).toMatchObject({
      html: `${HELLO}<p>Ne</p>`,
      access: 'INTERNAL',
      sending: false,
      problem,
    });
    // The page sends this message before it has received the text that combines the failed comment with the next one.
    await page.send(composeAfter('<p>Next</p>', sequenceNumbers[0]));
    await flushPromises();
    expect(page.model.composer).toMatchObject({ html: `${HELLO}<p>Next</p>`, problem });
    // The comment on the server is external, but the next one is internal, so the two must not be joined.
    if (fault.kind === 'lost') {
      expect(await sendComment(page)).toMatch(/^The server received the first version of the comment/);
      expect(page.model.composer).toMatchObject({ html: '<p>Next</p>', access: 'INTERNAL' });
    }
    expect(await sendComment(page)).toBeUndefined();
    const expected = fault.kind === 'lost' ? [HELLO, '<p>Next</p>'] : [`${HELLO}<p>Next</p>`];
    expect((await commentTextsOnServer()).filter((text) => /Hello|Next/.test(text))).toEqual(expected);
  });

  it('is appended to the unsent comment when the user is signed out', async () => {
    const state: { store: Store | undefined } = { store: undefined };
    using page = await openPage(setup, { store: () => state.store });
    await page.send(composeMessage(HELLO));
    await sendComment(page);
    await page.send(composeAfter('<p>Next</p>', 3));
    await flushPromises();
    expect(page.model.composer.html).toBe(`${HELLO}<p>Next</p>`);
  });

  it('is stored with the comment that is being sent, and is at the end of the restored draft after the window was killed', async () => {
    const killedPage = await openPage(setup);
    await typeBeforeKill(killedPage);
    const store = setup.otherStore();
    using page = await openPage(setup, { draftStore: setup.newDraftStore(), store: () => store });
    expect(page.model.composer).toMatchObject({ html: `${HELLO}<p>Next</p>`, sending: false });
    expect(await sendComment(page)).toBeUndefined();
    expect((await commentTextsOnServer()).filter((text) => text.includes('Hello'))).toEqual([`${HELLO}<p>Next</p>`]);
    killedPage.recordPage.dispose();
  });

  async function typeBeforeKill(page: Page): Promise<void> {
    await page.send(composeMessage(HELLO));
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: new Promise(() => undefined) }, 1);
    void page.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.waitForRequests(isCommentPost);
    await page.send(composeAfter('<p>Next</p>', page.model.composer.after));
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(KEY))?.composer).toMatchObject({
      text: HELLO,
      sentText: HELLO,
      next: { text: '<p>Next</p>' },
    });
  }

  it('is joined with that comment in another window, where the user can edit both as one text', async () => {
    const draftStore = setup.newDraftStore();
    const store = setup.otherStore();
    const senderPage = await openPage(setup);
    await senderPage.send(composeMessage(HELLO));
    await setup.draftStore.flush();
    using page = await openPage(setup, { draftStore, store: () => store });
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: new Promise(() => undefined) }, 1);
    void senderPage.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.waitForRequests(isCommentPost);
    await senderPage.send(composeAfter('<p>Next</p>', senderPage.model.composer.after));
    await setup.draftStore.flush();
    await draftStore.mergeFromDisk();
    await flushPromises();
    expect(page.model.composer).toMatchObject({ html: `${HELLO}<p>Next</p>`, sending: false });
    await page.send(composeMessage(`${HELLO}<p>Next one</p>`));
    await flushPromises();
    expect(page.model.composer.html).toBe(`${HELLO}<p>Next one</p>`);
    senderPage.recordPage.dispose();
  });

  it('is restored when the user reopens the tab during the request, and is read-only until the response', async () => {
    const firstPage = await openPage(setup);
    await firstPage.send(composeMessage(HELLO));
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: delayedResponse.promise }, 1);
    const sending = firstPage.send({ type: 'sendComment' }).catch(() => undefined);
    await setup.proxy.waitForRequests(isCommentPost);
    await firstPage.send(composeAfter('<p>Next</p>', firstPage.model.composer.after));
    firstPage.recordPage.dispose();
    using page = await openPage(setup);
    expect(page.model.composer).toMatchObject({ html: '<p>Next</p>', sending: true, locked: true });
    delayedResponse.resolve();
    await sending;
    await flushPromises();
    expect(page.model.composer).toEqual({ html: '<p>Next</p>', access: 'INTERNAL', sending: false });
  });
});

describe('A comment on a work item that another user has deleted', () => {
  beforeEach(async () => {
    await setup[Symbol.asyncDispose]();
    setup = await createSetup('community');
  });

  /** Sends a comment after the deletion, which the window does not know yet. */
  async function sendTooLate(page: Page): Promise<void> {
    await setup.otherStore().resources.workItems.remove(WEB_1.id, WEB_1.project);
    await page.send(composeMessage(HELLO));
    expect(await sendComment(page)).toBeUndefined();
    expect(page.model.composer.html).toBe('');
  }

  it('becomes a draft again when the page learns that the work item is deleted', async () => {
    using page = await openPage(setup);
    const restored: unknown[] = [];
    setup.store.sentComments.onDidRestore((address) => restored.push(address));
    await sendTooLate(page);
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(restored).toEqual([WEB_1]);
    expect(page.model.composer.html).toBe(HELLO);
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(KEY))?.composer?.text).toBe(HELLO);
  });

  it('becomes a draft again when the list of the project no longer has the work item', async () => {
    using page = await openPage(setup);
    await sendTooLate(page);
    setup.store.resources.workItems.drop([WEB_1.id], WEB_1.project);
    await expect.poll(() => setup.draftStore.get(KEY)?.composer?.text).toBe(HELLO);
  });

  it('is put before the text of the next comment', async () => {
    using page = await openPage(setup);
    await sendTooLate(page);
    await page.send(composeMessage('<p>Next</p>'));
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(page.model.composer.html).toBe(`${HELLO}<p>Next</p>`);
  });

  it('stays sent if the work item only leaves the cache, or is deleted in this window', async () => {
    using page = await openPage(setup);
    await page.send(composeMessage(HELLO));
    await sendComment(page);
    setup.store.resources.workItems.records.forget([KEY]);
    await expect.poll(() => setup.store.item(WEB_1)?.id).toBe(WEB_1.id);
    expect(setup.draftStore.get(KEY)?.composer).toBeUndefined();
    await setup.whileTimePasses(setup.store.resources.workItems.remove(WEB_1.id, WEB_1.project));
    await flushPromises();
    expect(setup.draftStore.get(KEY)?.composer).toBeUndefined();
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
