// Tests the host side of the Stickies view against the server of the local workspace.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_DRAFT_BYTES } from '../../../../src/core/drafts/draftFiles.ts';
import { StickiesBoard } from '../../../../src/features/stickies/stickiesBoard.ts';
import { formatError } from '../../../../src/shell/faults/formatError.ts';
import { parseMessage } from '../../../../src/shell/pages/parseMessage.ts';
import {
  type MessageFromStickies,
  type MessageToStickies,
  messageFromStickies,
  type StickiesModel,
  type StickyView,
} from '../../../../src/shell/protocol/stickies.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, type Setup } from '../../../support/pageSetup.ts';

type WithoutSeq<M> = M extends unknown ? Omit<M, 'seq'> : never;

/** A page of the Stickies view that records the messages of the host. */
class BoardPage {
  readonly received: MessageToStickies[] = [];
  readonly links: string[] = [];
  readonly rejectionReasons: string[] = [];
  readonly stickiesBoard: StickiesBoard;
  #seq = 0;

  constructor({ clock }: Pick<Setup, 'clock'>) {
    this.stickiesBoard = new StickiesBoard({
      clock,
      formatError,
      post: (message) => this.received.push(structuredClone(message)),
      openLink: (href) => this.links.push(href),
      signIn: () => undefined,
    });
  }

  send(message: WithoutSeq<MessageFromStickies>): Promise<void> {
    this.#seq += 1;
    return this.post({ ...message, seq: this.#seq });
  }

  async post(message: unknown): Promise<void> {
    const parsed = parseMessage(messageFromStickies, message, (reason) => this.rejectionReasons.push(reason));
    if (parsed !== undefined) await this.stickiesBoard.handleMessage(parsed);
  }

  get model(): StickiesModel {
    const lastShowMessage = this.received.findLast((message) => message.type === 'show');
    if (lastShowMessage?.type !== 'show') throw new Error('Nothing was shown yet.');
    return lastShowMessage.model;
  }

  stickyNamed(name: string): StickyView {
    const sticky = this.model.stickies.find((sticky) => sticky.name === name);
    if (sticky === undefined) throw new Error(`There is no sticky “${name}”.`);
    return sticky;
  }
}

const setup = forEachTest(createSetup);

async function openBoard(draftStore = setup.draftStore): Promise<BoardPage> {
  const page = new BoardPage(setup);
  await page.send({ type: 'ready' });
  await setup.whileTimePasses(page.stickiesBoard.setSession({ store: setup.store, draftStore }));
  await flushPromises();
  return page;
}

/** Closes the board and opens it again with the drafts on disk, as after a restart. */
async function restart(page: BoardPage): Promise<BoardPage> {
  page.stickiesBoard.dispose();
  await setup.draftStore.flush();
  return openBoard(setup.newDraftStore());
}

/** Advances the simulated time until `isReached` returns true. */
async function waitUntil(isReached: () => boolean): Promise<void> {
  const waitUntilReached = async (): Promise<void> => {
    while (!isReached()) await flushPromises();
  };
  await setup.whileTimePasses(waitUntilReached());
}

async function readFromServer(id: string) {
  return setup.whileTimePasses(setup.otherStore().resources.stickies.readOne(id));
}

describe('The Stickies view', () => {
  it('shows the texts and colors of the stickies', async () => {
    const page = await openBoard();
    expect(page.model).toMatchObject({ status: 'ready', busy: false });
    expect(page.stickyNamed('Books')).toMatchObject({ color: '#bbf7d0', state: 'sent' });
    expect(page.stickyNamed('Books').html).toContain('The one on tide tables');
  });

  it('shows that the user is signed out', async () => {
    const page = await openBoard();
    await page.stickiesBoard.setSession(undefined);
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'signedOut', stickies: [] });
    expect(page.model.hasAccounts).toBeUndefined();
  });

  it('shows that the user can switch to an account if no account is in use', async () => {
    const page = await openBoard();
    await page.stickiesBoard.setSession(undefined, true);
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'signedOut', hasAccounts: true });
  });

  it('shows why the stickies could not be loaded, and loads them on a retry', async () => {
    setup.proxy.inject(() => true, answerWith(500, {}));
    const page = await openBoard();
    expect(page.model).toMatchObject({
      status: 'failed',
      problem: { message: expect.stringContaining('could not be loaded'), retry: true },
    });
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(page.model.status).toBe('ready');
    expect(page.model.problem).toBeUndefined();
  });

  it('offers to sign in when the server rejects the key, until another session starts', async () => {
    const page = await openBoard();
    setup.proxy.inject(() => true, answerWith(401, { detail: 'expired' }));
    await setup.client.call.getCurrentUser({}).catch(() => undefined);
    await flushPromises();
    expect(page.model).toMatchObject({
      status: 'ready',
      problem: { message: expect.stringMatching(/^Authentication failed\./), signIn: true },
    });
    setup.proxy.removeFaults();
    await page.stickiesBoard.setSession({ store: setup.otherStore(), draftStore: setup.draftStore });
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'ready' });
    expect(page.model.problem).toBeUndefined();
  });

  it('loads the stickies page by page', async () => {
    const { call } = setup.client;
    const creations = Array.from({ length: 100 }, (_, index) =>
      call.createSticky({ body: { name: `Number ${index}` } }),
    );
    await setup.whileTimePasses(Promise.all(creations));
    const page = await openBoard();
    const { more, stickies } = page.model;
    expect(stickies).toHaveLength(100);
    expect(more?.remaining).toBeGreaterThan(0);
    await setup.whileTimePasses(page.send({ type: 'more' }));
    await flushPromises();
    expect(page.model.stickies).toHaveLength(100 + (more?.remaining ?? 0));
    expect(page.model.more).toBeUndefined();
  });

  it('shows changes by other users after a background refresh, and keeps unsaved edits', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    const otherStickies = setup.otherStore().resources.stickies;
    await page.send({ type: 'edit', id, field: 'name', value: 'Books to borrow' });
    await otherStickies.update(id, { description_html: '<p>Changed elsewhere</p>' });
    await otherStickies.create({ name: 'Made elsewhere' });
    await page.stickiesBoard.revalidate(new AbortController().signal);
    await flushPromises();
    expect(page.stickyNamed('Books to borrow')).toMatchObject({ id, html: '<p>Changed elsewhere</p>' });
    expect(page.stickyNamed('Made elsewhere').state).toBe('sent');
    expect(page.model.busy).toBe(false);
  });

  it('does not change when a background refresh fails', async () => {
    const page = await openBoard();
    const before = page.model;
    setup.proxy.inject(() => true, answerWith(400, {}));
    await expect(page.stickiesBoard.revalidate(new AbortController().signal)).rejects.toThrow();
    await flushPromises();
    expect(page.model).toEqual(before);
  });

  it('ignores an invalid message from the page', async () => {
    const page = await openBoard();
    await page.post({ type: 'edit', seq: 9, id: 'x', field: 'owner', value: 'me' });
    expect(page.rejectionReasons).toHaveLength(1);
  });
});

describe('An edited sticky', () => {
  it('shows a problem when the drafts of the account exceed their size limit on disk', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    await writeFile(join(setup.folder, 'full.json'), ' '.repeat(MAX_DRAFT_BYTES.account));
    await page.send({ type: 'edit', id, field: 'name', value: 'Books to borrow' });
    await setup.draftStore.flush();
    await flushPromises();
    expect(page.stickyNamed('Books to borrow').problem).toEqual({
      message: expect.stringMatching(/^Your drafts exceed/),
      retry: false,
    });
    await waitUntil(() => page.stickyNamed('Books to borrow').state === 'sent');
    expect((await readFromServer(id)).name).toBe('Books to borrow');
    await setup.draftStore.flush();
    await flushPromises();
    expect(page.stickyNamed('Books to borrow').problem).toBeUndefined();
  });

  it('is sent once when the user pauses typing', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    for (const name of ['B', 'Bo', 'Borrowed books']) await page.send({ type: 'edit', id, field: 'name', value: name });
    await flushPromises();
    expect(page.stickyNamed('Borrowed books').state).toBe('unsent');
    const before = setup.proxy.requests.length;
    await waitUntil(() => page.stickyNamed('Borrowed books').state === 'sent');
    expect(setup.proxy.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    expect((await readFromServer(id)).name).toBe('Borrowed books');
  });

  it('is not read again before each save while the user goes on typing', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    await page.send({ type: 'edit', id, field: 'name', value: 'Borrowed' });
    await waitUntil(() => page.stickyNamed('Borrowed').state === 'sent');
    const before = setup.proxy.requests.length;
    await page.send({ type: 'edit', id, field: 'name', value: 'Borrowed books' });
    await waitUntil(() => page.stickyNamed('Borrowed books').state === 'sent');
    expect(setup.proxy.requests.slice(before).map(({ method }) => method)).toEqual(['PATCH']);
  });

  it('is sent with an empty paragraph if its text was deleted', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    await page.send({ type: 'edit', id, field: 'description_html', value: '' });
    await waitUntil(() => page.stickyNamed('Books').state === 'sent');
    expect(
      setup.proxy.matchingRequests(matchRequest('PATCH', `/stickies/${id}/`)).map(({ body }) => JSON.parse(body)),
    ).toEqual([{ description_html: '<p></p>' }]);
  });

  it('keeps its text when the server rejects it, and is sent by Retry', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    setup.proxy.inject(() => true, answerWith(400, { detail: 'Not today' }));
    await page.send({ type: 'edit', id, field: 'description_html', value: '<p>Kept</p>' });
    await waitUntil(() => page.stickyNamed('Books').problem !== undefined);
    expect(page.stickyNamed('Books')).toMatchObject({ html: '<p>Kept</p>', state: 'unsent', problem: { retry: true } });
    expect(page.stickyNamed('Books').problem?.message).toMatch(/^Not saved\. .*Your text is kept as a draft\.$/);
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'retry', id }));
    await flushPromises();
    expect(page.stickyNamed('Books')).toMatchObject({ state: 'sent' });
    expect((await readFromServer(id)).description_html).toBe('<p>Kept</p>');
  });

  it('is restored as unsent after a restart', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    await page.send({ type: 'edit', id, field: 'name', value: 'Written and not sent' });
    const restoredPage = await restart(page);
    expect(restoredPage.stickyNamed('Written and not sent').state).toBe('unsent');
    await setup.whileTimePasses(restoredPage.send({ type: 'retry', id }));
    expect((await readFromServer(id)).name).toBe('Written and not sent');
  });

  it.each([
    ['a failed save', (page: BoardPage) => page],
    ['a failed save and a restart', restart],
  ])('does not overwrite a change that another client made after %s', async (_, continueOn) => {
    const firstPage = await openBoard();
    const { id } = firstPage.stickyNamed('Books');
    setup.proxy.inject(matchRequest('PATCH', `/stickies/${id}/`), answerWith(403, { detail: 'Closed for today' }));
    await firstPage.send({ type: 'edit', id, field: 'name', value: 'Mine' });
    await waitUntil(() => firstPage.stickyNamed('Mine').problem !== undefined);
    setup.proxy.removeFaults();
    const otherStore = setup.otherStore();
    await setup.whileTimePasses(otherStore.resources.stickies.readOne(id));
    await setup.whileTimePasses(otherStore.resources.stickies.update(id, { name: 'Theirs' }));
    const page = await continueOn(firstPage);
    await setup.whileTimePasses(page.send({ type: 'retry', id }));
    await waitUntil(() => page.stickyNamed('Mine').state === 'conflict');
    expect((await readFromServer(id)).name).toBe('Theirs');
  });

  it('does not overwrite a change by another user before the user has resolved the conflict', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    const otherStore = setup.otherStore();
    await setup.whileTimePasses(otherStore.resources.stickies.readOne(id));
    await setup.whileTimePasses(otherStore.resources.stickies.update(id, { name: 'Theirs' }));
    // The board was read a moment ago.
    await page.send({ type: 'edit', id, field: 'name', value: 'Mine' });
    await waitUntil(() => page.stickyNamed('Mine').state === 'conflict');
    expect(page.stickyNamed('Mine').theirs).toBe('Theirs');
    expect((await readFromServer(id)).name).toBe('Theirs');
    await setup.whileTimePasses(page.send({ type: 'resolve', id, keep: 'mine' }));
    expect((await readFromServer(id)).name).toBe('Mine');
  });

  it('is stored on disk before it is sent', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    const isPatch = matchRequest('PATCH', `/stickies/${id}/`);
    setup.proxy.inject(isPatch, { kind: 'hanging' });
    await page.send({ type: 'edit', id, field: 'name', value: 'Books to borrow' });
    void page.send({ type: 'retry', id });
    await setup.proxy.waitForRequests(isPatch);
    const [storedDraft] = await setup.newDraftStore().all();
    expect(storedDraft?.draft.touched).toEqual({ name: 'Books to borrow' });
  });

  it('is recognized on the server after a lost response, and later edits are saved without a conflict', async () => {
    const board = await openBoard();
    const { id } = board.stickyNamed('Books');
    const isPatch = matchRequest('PATCH', `/${id}/`);
    setup.proxy.inject(isPatch, { kind: 'lost' });
    await board.send({ type: 'edit', id, field: 'name', value: 'Books, lost' });
    await waitUntil(() =>
      board.model.stickies.some(({ problem }) => problem?.message.includes('The server may have received') === true),
    );
    await setup.draftStore.flush();
    setup.proxy.removeFaults();
    // Another window reads the draft from disk.
    const otherBoard = await openBoard(setup.newDraftStore());
    await otherBoard.send({ type: 'edit', id, field: 'name', value: 'Books, twice' });
    await waitUntil(() => otherBoard.stickyNamed('Books, twice').state === 'sent');
    expect(await readFromServer(id)).toMatchObject({ name: 'Books, twice' });
  });

  it('shows when the rate limit allows its request', async () => {
    const board = await openBoard();
    const { id } = board.stickyNamed('Books');
    setup.proxy.inject(
      matchRequest('PATCH', `/${id}/`),
      { kind: 'answered', status: 429, headers: { 'retry-after': '30' }, body: '{}' },
      1,
    );
    await board.send({ type: 'edit', id, field: 'name', value: 'Books, later' });
    const save = board.send({ type: 'retry', id });
    await setup.proxy.waitForRequests(matchRequest('PATCH', `/${id}/`));
    while (board.model.waitingUntil === undefined) await flushPromises();
    expect(board.model.waitingUntil).toBe(setup.store.allowance.waitingUntil);
    await setup.whileTimePasses(save);
    await flushPromises();
    expect(board.model.waitingUntil).toBeUndefined();
  });

  it('shows no warning that the server may have received the edit if the server rejects the edit', async () => {
    const board = await openBoard();
    const { id } = board.stickyNamed('Books');
    setup.proxy.inject(matchRequest('PATCH', `/${id}/`), answerWith(403, { detail: 'No' }));
    await board.send({ type: 'edit', id, field: 'name', value: 'Books, refused' });
    await waitUntil(() => board.stickyNamed('Books, refused').problem !== undefined);
    expect(board.stickyNamed('Books, refused').problem?.message).not.toContain('may have received');
  });

  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index}`);
  it.each([
    ['has 60 lines', lines.map((line) => `<p>${line}</p>`).join(''), lines.join('\n')],
    ['is empty', '<p></p>', 'No text'],
  ])("shows the whole text of the server's version in a conflict if it %s", async (_, description_html, text) => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    const otherStore = setup.otherStore();
    await setup.whileTimePasses(otherStore.resources.stickies.readOne(id));
    await setup.whileTimePasses(otherStore.resources.stickies.update(id, { description_html }));
    await setup.clock.advance(120_000);
    await page.send({ type: 'edit', id, field: 'description_html', value: '<p>Mine</p>' });
    await waitUntil(() => page.stickyNamed('Books').state === 'conflict');
    expect(page.stickyNamed('Books').theirs).toBe(text);
  });

  it("shows the server's version after the user has selected that version in a conflict", async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    const otherStore = setup.otherStore();
    await setup.whileTimePasses(otherStore.resources.stickies.readOne(id));
    await setup.whileTimePasses(otherStore.resources.stickies.update(id, { name: 'Theirs' }));
    // The board was read a moment ago.
    await page.send({ type: 'edit', id, field: 'name', value: 'Mine' });
    await waitUntil(() => page.stickyNamed('Mine').state === 'conflict');
    await page.send({ type: 'resolve', id, keep: 'theirs' });
    await flushPromises();
    expect(page.stickyNamed('Theirs')).toMatchObject({ state: 'sent' });
  });

  it('is sent again if the user edits it during the request', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    await page.send({ type: 'edit', id, field: 'name', value: 'First' });
    await waitUntil(() => page.stickyNamed('First').state === 'saving');
    await page.send({ type: 'edit', id, field: 'name', value: 'Books' });
    await waitUntil(() => page.stickyNamed('Books').state === 'sent');
    expect((await readFromServer(id)).name).toBe('Books');
  });
});

describe('A draft of a sticky that version 0.1.0 stored on disk', () => {
  /** Writes the file of a draft as version 0.1.0 did. */
  async function writeDraft(id: string, draft: object): Promise<void> {
    const key = `sticky /${id}`;
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    await mkdir(setup.folder, { recursive: true });
    await writeFile(
      join(setup.folder, `${name}.json`),
      JSON.stringify({ key, version: 1, title: 'Sticky Books', at: 1, ...draft }),
    );
  }

  it('is shown, and a save sends only the edited fields', async () => {
    const { id, html } = (await openBoard()).stickyNamed('Books');
    await writeDraft(id, {
      touched: { name: 'Books to borrow', background_color: 'purple' },
      base: { name: 'Books', background_color: '#bbf7d0' },
    });
    const board = await openBoard(setup.newDraftStore());
    expect(board.stickyNamed('Books to borrow')).toMatchObject({ color: 'purple', state: 'unsent' });
    await setup.whileTimePasses(board.send({ type: 'retry', id }));
    await flushPromises();
    expect(board.stickyNamed('Books to borrow')).toMatchObject({ color: 'purple', state: 'sent' });
    expect(await readFromServer(id)).toMatchObject({
      name: 'Books to borrow',
      background_color: 'purple',
      description_html: html,
    });
  });

  it("causes a conflict if the server's value is neither the base value nor a sent value in the draft", async () => {
    const { id } = (await openBoard()).stickyNamed('Books');
    await writeDraft(id, {
      touched: { background_color: 'purple' },
      base: { background_color: '' },
      sent: { background_color: ['0000000000000000000000000000dead'] },
    });
    const board = await openBoard(setup.newDraftStore());
    await setup.whileTimePasses(board.send({ type: 'retry', id }));
    await flushPromises();
    expect(board.stickyNamed('Books')).toMatchObject({ state: 'conflict', theirs: '#bbf7d0' });
  });

  it('is saved without a conflict if the value on the server is the sent value in the draft', async () => {
    const { id } = (await openBoard()).stickyNamed('Books');
    await setup.client.call.updateSticky({
      sticky_id: id,
      body: { name: 'Books, sent', description_html: '<p>Sent text</p>' },
    });
    await writeDraft(id, {
      touched: { name: 'Books, typed since', description_html: '<p>Typed since</p>' },
      base: { name: 'Books', description_html: '<p>Before</p>' },
      sent: { name: ['37831be247e6ad573a3675eb84d57452'], description_html: ['5686a08c427ce794089189f49f73e582'] },
    });
    const board = await openBoard(setup.newDraftStore());
    await setup.whileTimePasses(board.send({ type: 'retry', id }));
    await flushPromises();
    expect(board.stickyNamed('Books, typed since').state).toBe('sent');
    expect(setup.proxy.matchingRequests(matchRequest('GET', `/stickies/${id}/`))).toHaveLength(1);
    expect(await readFromServer(id)).toMatchObject({
      name: 'Books, typed since',
      description_html: '<p>Typed since</p>',
    });
  });

  it('keeps the edits of fields that the view does not show', async () => {
    const { id } = (await openBoard()).stickyNamed('Books');
    await writeDraft(id, {
      touched: { name: 'Books to borrow', color: '#123456' },
      base: { name: 'Books', color: null },
    });
    const draftStore = setup.newDraftStore();
    const board = await openBoard(draftStore);
    await setup.whileTimePasses(board.send({ type: 'retry', id }));
    await flushPromises();
    expect(board.stickyNamed('Books to borrow').state).toBe('sent');
    expect(draftStore.get(`sticky /${id}`)?.touched).toEqual({ color: '#123456' });
  });
});

describe('A sticky', () => {
  it('is created with a color, shown as the first sticky and focused', async () => {
    const page = await openBoard();
    await setup.whileTimePasses(page.send({ type: 'create', color: 'green' }));
    await flushPromises();
    const [first] = page.model.stickies;
    expect(first).toMatchObject({ color: 'green', name: '', state: 'sent' });
    expect(page.received).toContainEqual({ type: 'focus', id: first?.id });
  });

  it('is deleted on the server only after the time for undoing the deletion has passed', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    const removal = page.send({ type: 'remove', id });
    await flushPromises();
    expect(page.stickyNamed('Books').state).toBe('deleted');
    expect((await readFromServer(id)).id).toBe(id);
    await setup.whileTimePasses(removal);
    await flushPromises();
    expect(page.model.stickies.map((sticky) => sticky.id)).not.toContain(id);
    const readPromise = setup.otherStore().resources.stickies.readOne(id);
    const outcome = await setup.whileTimePasses(readPromise.catch((error: unknown) => error));
    expect(outcome).toMatchObject({ fault: { kind: 'notFound' } });
  });

  it('may have been deleted if the answer to the deletion is lost', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    setup.proxy.inject((method) => method === 'DELETE', { kind: 'lost' }, 10);
    await setup.whileTimePasses(page.send({ type: 'remove', id }));
    await flushPromises();
    expect(page.stickyNamed('Books').problem?.message).toMatch(/^The sticky may have been deleted\. .*lost/);
  });

  it('is unchanged when its deletion is undone', async () => {
    const page = await openBoard();
    const { id } = page.stickyNamed('Books');
    const removal = page.send({ type: 'remove', id });
    await page.send({ type: 'undoRemove', id });
    await removal;
    await setup.clock.advance(60_000);
    expect(page.stickyNamed('Books').state).toBe('sent');
    expect((await readFromServer(id)).id).toBe(id);
  });
});
