// Owns the proof of what an open editor shows, against the real service: the item, its comments, and every way in which
// they cannot be read.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/cache/store.ts';
import type { FieldName } from '../../../src/pages/protocol/fields.ts';
import { targetOf } from '../../../src/pages/record/resourceTarget.ts';
import { settled } from '../../support/clock.ts';
import { answered, garbage, html, requestTo, type Trouble } from '../../support/faultProxy.ts';
import { createSetup, openPage, Page, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/service.ts';
import { deferred } from '../std/deferred.ts';

const SENTENCE = /^[A-Z].*\.$/;
const WEB_7 = { ...WEB_1, id: sample.workItem('WEB', 7) };

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

describe('an editor that is opened', () => {
  it('shows the item with all its fields', async () => {
    using page = await openPage(setup);
    expect(page.model).toMatchObject({
      status: 'ready',
      identifier: 'WEB-1',
      placeName: 'Atlas Web',
      address: `${WEB_1.project}/${WEB_1.id}`,
      unsent: false,
      saving: false,
      createdBy: 'Ada Park',
    });
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
    expect(page.field('assignees').value).toEqual([sample.user('ada'), sample.user('elif')]);
    const shown = (name: FieldName) => page.field(name).choices?.map(({ label }) => label);
    expect(shown('state')).toEqual(['In Progress']);
    expect(shown('assignees')).toEqual(['Ada Park', 'Elif Aydin']);
    expect(shown('type')).toEqual(['Story']);
    expect(shown('module')).toContain('Board');
    expect(page.field('estimate_point').value).toBe('7');
    expect(page.model.problem).toBeUndefined();
    expect(page.model.people[sample.user('elif')]).toBe('Elif Aydin');
  });

  it('reads what a field chooses from when it is opened, and the people when one is mentioned', async () => {
    using page = await openPage(setup);
    expect(page.field('state').pending).toBe('unread');
    const asked = setup.proxy.requests.length;
    await page.say({ say: 'offer', field: 'state' });
    await settled();
    expect(page.field('state').pending).toBeUndefined();
    expect(page.field('state').choices?.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled']),
    );
    expect(page.model.peoplePending).toBe('unread');
    await page.say({ say: 'offer' });
    await settled();
    expect(page.model.peoplePending).toBeUndefined();
    expect(Object.values(page.model.people)).toContain('Dmitri Volkov');
    expect(page.field('assignees').pending).toBeUndefined();
    await page.say({ say: 'offer', field: 'assignees' });
    await page.say({ say: 'offer', field: 'state' });
    expect(setup.proxy.requests.slice(asked).map(({ path }) => path.replace(/^.*\/([^/?]+)\/.*$/, '$1'))).toEqual([
      'states',
      'members',
    ]);
  });

  it('reads the members when somebody it shows came without a name', async () => {
    const [stranger, author] = [sample.user('dmitri'), sample.user('chioma')];
    const comment = {
      id: 'c1',
      actor: author,
      comment_html: `<p><mention-component entity_identifier="${stranger}"></mention-component></p>`,
    };
    setup.proxy.spoil(requestTo('GET', '/comments/'), answered(200, { results: [comment], next_page_results: false }));
    using page = await openPage(setup);
    expect(page.model.comments.items[0]?.author).toBe('Chioma Obi');
    expect(page.model.people[stranger]).toBe('Dmitri Volkov');
  });

  it('shows the comments, oldest first, with author, time and access', async () => {
    using page = await openPage(setup);
    const { comments } = page.model;
    expect(comments.status).toBe('ready');
    expect(comments.items.map(({ author, access }) => [author, access])).toEqual([
      ['Elif Aydin', 'INTERNAL'],
      ['Bruno Keller', 'INTERNAL'],
      ['Ada Park', 'INTERNAL'],
      ['Chioma Obi', 'EXTERNAL'],
    ]);
    const times = comments.items.map(({ createdAt }) => createdAt ?? '');
    expect(times).toEqual([...times].sort());
    expect(comments.items.every(({ edited, html: text }) => !edited && text.startsWith('<p>'))).toBe(true);
  });

  it('sorts comments that a server gives newest first, and puts those without a time in front', async () => {
    const made = (id: string, created_at?: string) => ({ id, comment_html: id, created_at });
    const results = [
      made('c3', '2026-11-20T10:00:00+01:00'),
      made('c2', '2026-11-20T08:30:00Z'),
      made('undated'),
      made('c1', '2026-11-20T08:00:00Z'),
    ];
    setup.proxy.spoil(requestTo('GET', '/comments/'), answered(200, { results, next_page_results: false }));
    using page = await openPage(setup);
    expect(page.model.comments.items.map(({ id }) => id)).toEqual(['undated', 'c1', 'c2', 'c3']);
    expect(page.model.comments.items[0]).toMatchObject({ author: 'Somebody', access: undefined, createdAt: undefined });
  });

  it('gives the tab its title as soon as it is known', async () => {
    using page = await openPage(setup);
    expect(page.titles.at(-1)).toBe('WEB-1 Use the board with the keyboard alone');
  });

  it('tells a page nothing before it is up, and everything then', async () => {
    using page = new Page(
      setup,
      setup.desk,
      () => setup.store,
      targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }),
    );
    await page.conversation.start();
    await settled();
    expect(page.told).toEqual([]);
    await page.say({ say: 'ready' });
    await settled();
    expect(page.model).toMatchObject({ status: 'ready', heard: 1 });
  });

  it('tells once for everything that changes in one turn', async () => {
    using page = await openPage(setup);
    const before = page.told.length;
    await Promise.all([page.edit('name', 'A'), page.edit('priority', 'low'), page.edit('start_date', null)]);
    await settled();
    expect(page.told.slice(before).filter(({ say }) => say === 'show').length).toBeLessThan(3);
    expect(page.model).toMatchObject({ heard: 4, unsent: true });
  });

  it('shows a status of loading until the item is there', async () => {
    const release = deferred<void>();
    setup.proxy.spoil(requestTo('GET', `/${WEB_1.id}/`), { kind: 'held', until: release.promise });
    using page = new Page(
      setup,
      setup.desk,
      () => setup.store,
      targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }),
    );
    const started = page.conversation.start();
    await page.say({ say: 'ready' });
    await setup.proxy.until(requestTo('GET', `/${WEB_1.id}/`));
    await settled();
    expect(page.model).toMatchObject({ status: 'loading', identifier: '', fields: [] });
    release.resolve();
    await started;
    await page.until(({ status }) => status === 'ready');
    expect(page.model.identifier).toBe('WEB-1');
  });

  it('asks for each thing once', async () => {
    using page = await openPage(setup);
    const asked = setup.proxy.requests.map(({ path }) => path);
    expect(new Set(asked).size).toBe(asked.length);
    // The project, the item, its comments, and the modules: nothing else has named its own.
    expect(asked.length).toBe(4);
    expect(page.model.status).toBe('ready');
  });
});

describe('an item that cannot be read', () => {
  it('that does not exist is said so, without its fields', async () => {
    using page = await openPage(setup, { address: { ...WEB_1, id: '00000000-0000-4000-8000-000000000000' } });
    expect(page.model).toMatchObject({
      status: 'failed',
      problem: { message: 'It does not exist, or you may not see it.', retry: true },
      fields: [],
    });
    expect(page.titles.at(-1)).toBe('Work item');
    expect(page.model.identifier).toBe('');
  });

  it.each<[string, Trouble]>([
    ['HTML', html],
    ['JSON that is cut short', garbage],
    ['a closed connection', { kind: 'closed' }],
    ['nothing at all', { kind: 'hanging' }],
    ['a broken proxy', answered(502, '<html><title>Bad Gateway</title></html>', 'text/html')],
    ['a refused key', answered(401, { detail: 'Invalid token' })],
    ['another project’s refusal', answered(403, { detail: 'You do not have permission' })],
    ['too many requests', answered(429, { detail: 'throttled' })],
  ])('because of %s is said in a sentence, and reading it again mends it', async (_what, trouble) => {
    setup.proxy.spoil(requestTo('GET', `/${WEB_1.id}/`), trouble);
    using page = await openPage(setup);
    expect(page.model.status).toBe('failed');
    expect(page.model.problem?.message).toMatch(SENTENCE);
    expect(page.model.problem?.retry).toBe(true);
    setup.proxy.heal();
    await setup.whileTimePasses(page.say({ say: 'reload' }));
    await settled();
    expect(page.model).toMatchObject({ status: 'ready', identifier: 'WEB-1' });
    expect(page.model.problem).toBeUndefined();
  });

  it('any more is shown as it was, and says since when it may be out of date', async () => {
    using page = await openPage(setup);
    setup.proxy.spoil(requestTo('GET', `/${WEB_1.id}/`), html);
    await page.say({ say: 'reload' });
    await settled();
    expect(page.model.status).toBe('ready');
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
    expect(page.model.problem?.message).toMatch(
      /could not be read .*What is shown is as of \d.* and may be out of date\.$/,
    );
  });

  it('leaves its comments and choices readable, each failing for itself', async () => {
    setup.proxy.spoil(requestTo('GET', '/states/'), html);
    setup.proxy.spoil(requestTo('GET', '/comments/'), html);
    using page = await openPage(setup);
    await page.say({ say: 'offer', field: 'state' });
    await page.say({ say: 'offer', field: 'labels' });
    await settled();
    expect(page.model.status).toBe('ready');
    expect(page.field('state')).toMatchObject({
      pending: 'failed',
      hint: 'The choices could not be read. Reload to try again.',
    });
    expect(page.field('labels').choices?.length).toBeGreaterThan(3);
    expect(page.model.comments).toMatchObject({ status: 'failed', items: [], problem: { retry: true } });
    expect(page.model.comments.problem?.message).toMatch(SENTENCE);
    setup.proxy.heal();
    await page.say({ say: 'reload' });
    await settled();
    expect(page.field('state').hint).toBeUndefined();
    expect(page.model.comments.items).toHaveLength(4);
  });

  it('without a session says that she is signed out, and is read when she signs in', async () => {
    const state: { store: Store | undefined } = { store: undefined };
    using page = await openPage(setup, { store: () => state.store });
    expect(page.model).toMatchObject({
      status: 'failed',
      problem: { message: 'You are signed out. What you wrote is kept as a draft.', retry: false },
    });
    expect(await page.say({ say: 'reload' })).toMatchObject({ problem: 'You are signed out.' });
    state.store = setup.store;
    page.conversation.sessionChanged();
    await page.until(({ status, comments }) => status === 'ready' && comments.items.length === 4);
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
  });

  it('in a session that has ended leaves no trace of its fault in the one after it', async () => {
    const release = deferred<void>();
    const state: { store: Store } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    setup.proxy.spoil(requestTo('GET', `/${WEB_1.id}/`), { kind: 'held', until: release.promise });
    const late = page.say({ say: 'reload' });
    await setup.proxy.until(requestTo('GET', `/${WEB_1.id}/`), 2);
    state.store = setup.otherStore();
    page.conversation.sessionChanged();
    await settled();
    await page.until(({ status }) => status === 'ready');
    await setup.client.close();
    release.resolve();
    await late;
    await settled();
    expect(page.model.problem).toBeUndefined();
    expect(page.field('name').value).toBe('Use the board with the keyboard alone');
  });
});

describe('what changes elsewhere', () => {
  it('is shown as soon as the store knows of it', async () => {
    using page = await openPage(setup);
    await setup.store.resources.workItems.update(WEB_1.id, { priority: 'low' }, WEB_1.project);
    await settled();
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: false });
  });

  it('is shown after reading again, and a draft over it stays', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    const other = setup.otherStore();
    await other.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    await other.resources.workItems.update(WEB_1.id, { name: 'Theirs', priority: 'low' }, WEB_1.project);
    await page.say({ say: 'reload' });
    await settled();
    expect(page.field('name')).toMatchObject({ value: 'Mine', touched: true });
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: false });
  });

  it('of another item is not told', async () => {
    using page = await openPage(setup);
    const before = page.told.length;
    await setup.store.resources.workItems.readOne(WEB_7.id, WEB_7.project);
    await setup.store.resources.workItems.update(WEB_7.id, { priority: 'low' }, WEB_7.project);
    await settled();
    expect(page.told.slice(before)).toEqual([]);
  });

  it('is told to nobody after the editor was closed', async () => {
    const page = await openPage(setup);
    page.conversation.dispose();
    const before = page.told.length;
    await setup.store.resources.workItems.update(WEB_1.id, { priority: 'low' }, WEB_1.project);
    setup.desk.change(`${WEB_1.project}/${WEB_1.id}`, 'WEB-1', () => ({ touched: { name: 'x' } }));
    await settled();
    expect(page.told).toHaveLength(before);
  });
});

describe('more comments than fit on a page', () => {
  it('are counted, and fetched when asked for', async () => {
    const made = (id: number) => ({
      id: `c${id}`,
      comment_html: '<p>x</p>',
      created_at: new Date(id * 1000).toISOString(),
    });
    const firstPage = {
      results: Array.from({ length: 100 }, (_, id) => made(id)),
      next_cursor: '100:1:0',
      next_page_results: true,
      total_results: 103,
    };
    const lastPage = {
      results: [100, 101, 102].map(made),
      next_cursor: '100:2:0',
      next_page_results: false,
      total_results: 103,
    };
    setup.proxy.spoil((_method, path) => /\/comments\/.*cursor=100(?:%3A|:)1/.test(path), answered(200, lastPage));
    setup.proxy.spoil((_method, path) => /\/comments\/\?(?!.*cursor)/.test(path), answered(200, firstPage));
    using page = await openPage(setup);
    expect(page.model.comments).toMatchObject({ more: 3 });
    expect(page.model.comments.items).toHaveLength(100);
    await page.say({ say: 'moreComments' });
    await settled();
    expect(page.model.comments.more).toBeUndefined();
    expect(page.model.comments.items.at(-1)?.id).toBe('c102');
  });
});
