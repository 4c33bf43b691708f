// Tests what the inbox shows after another user has changed work items on a real server.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../../src/client/api/client.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { type ItemAddress, keyOf } from '../../../../src/core/cache/address.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { createInboxFile } from '../../../../src/features/inbox/inboxFile.ts';
import { InboxStore } from '../../../../src/features/inbox/inboxStore.ts';
import { InboxWatcher } from '../../../../src/features/inbox/inboxWatcher.ts';
import { systemClock } from '../../../../src/std/clock.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const ADA = sample.user('ada');
const BRUNO = sample.user('bruno');
const DONE_STATE_ID = sample.state('WEB', 'Done');
const item = (number: number): ItemAddress => ({ project: WEB_PROJECT_ID, id: sample.workItem('WEB', number) });
const [WEB_1, WEB_3] = [item(1), item(3)];
const path = ({ project, id }: ItemAddress): string => `projects/${project}/work-items/${id}/`;

let client: Client;
let store: Store;
let inbox: InboxStore;
let watcher: InboxWatcher;
let folder: string;
let pinnedKeys: Set<string>;
let visibleItemKeys: Set<string>;

const server = forEachTest(() => startTestServer({ otherUser: 'bruno' }));
const proxy = forEachTest(() => openFaultProxy(server.baseUrl));
beforeEach(async () => {
  client = createClient({
    baseUrl: proxy.url,
    workspace: server.workspace,
    credential: { kind: 'key', secret: new Secret(server.apiKey), origin: proxy.url },
    clock: systemClock,
    logger: silentLogger,
    transport: async () => createTransport(),
  });
  store = new Store(client, server.clock);
  folder = temporaryFolder();
  [pinnedKeys, visibleItemKeys] = [new Set(), new Set()];
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  await server.clock.advance(60_000);
  await startWatching();
  await server.clock.advance(60_000);
});
afterEach(async () => {
  watcher.dispose();
  await inbox.flush();
  await client.close();
});

async function startWatching(): Promise<void> {
  const throwError = (error: unknown): never => {
    throw error;
  };
  inbox = new InboxStore({
    file: createInboxFile(join(folder, 'inbox.json')),
    clock: server.clock,
    onFileError: throwError,
  });
  await inbox.load();
  watcher = new InboxWatcher({
    client,
    store,
    inbox,
    clock: server.clock,
    me: ADA,
    isPinned: (address) => pinnedKeys.has(keyOf(address)),
    isVisible: (address) => visibleItemKeys.has(keyOf(address)),
  });
}

/** Sends a request with the key of another user. */
async function requestAsBruno(method: string, requestPath: string, body: object): Promise<{ readonly id: string }> {
  const headers = { 'X-API-Key': server.otherKey ?? '', 'Content-Type': 'application/json' };
  const response = await server.ask(method, requestPath, { body, headers });
  expect(response.ok).toBe(true);
  return (await response.json()) as { readonly id: string };
}

const comment = (address: ItemAddress, html: string) =>
  requestAsBruno('POST', `${path(address)}comments/`, { comment_html: html });

/** Refreshes the list as the background refresh does, and lets the inbox read the details. */
async function refresh(): Promise<void> {
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).revalidate();
  await server.clock.advance(3_000);
}

/** Returns the entries as texts, for example `WEB-1: state Done (Bruno Keller)`. */
function lines(): string[] {
  return inbox.entries.map(
    ({ identifier, changes }) =>
      `${identifier}: ${changes.map(({ kind, value = '', actor }) => `${kind} ${value} (${actor})`).join(', ')}`,
  );
}

/** Resolves with the entries once there are `count`. */
async function linesWhenCountIs(count: number): Promise<string[]> {
  await until(`${count} entries of the inbox`, () => inbox.entries.length === count);
  return lines();
}

/**
 * Changes WEB-3 after all other changes, waits until the inbox shows that, and resolves with the lines of the other
 * work items.
 */
async function linesWhenProcessed(): Promise<string[]> {
  await server.clock.advance(1_000);
  await requestAsBruno('PATCH', path(WEB_3), { target_date: '2027-01-31' });
  await refresh();
  await until('the last change', () => inbox.entries.some(({ identifier }) => identifier === 'WEB-3'));
  return lines().filter((line) => !line.startsWith('WEB-3:'));
}

describe('The inbox', () => {
  it('shows the state, due date and comment that another user has changed, with the name of that user', async () => {
    await requestAsBruno('PATCH', path(WEB_1), { state: DONE_STATE_ID });
    await server.clock.advance(1_000);
    await requestAsBruno('PATCH', path(WEB_1), { target_date: '2026-12-24' });
    await server.clock.advance(1_000);
    await comment(WEB_1, '<p>All <b>done</b></p><p>Second line</p>');
    await refresh();
    expect(await linesWhenCountIs(1)).toEqual([
      'WEB-1: comment All done (Bruno Keller), dueDate 2026-12-24 (Bruno Keller), state Done (Bruno Keller)',
    ]);
    expect(inbox.entries[0]?.changes.map(({ at }) => at)).toEqual(
      [0, 1_000, 2_000].map((later) => Date.parse('2026-11-20T12:02:00Z') + later).toReversed(),
    );
  });

  it('shows each new change once after the next refresh', async () => {
    await comment(WEB_1, '<p>One</p>');
    await refresh();
    await linesWhenCountIs(1);
    inbox.mark('all', true);
    await server.clock.advance(1_000);
    await comment(WEB_1, '<p>Two</p>');
    await refresh();
    await until('an unread entry', () => inbox.unreadCount === 1);
    expect(lines()).toEqual(['WEB-1: comment Two (Bruno Keller), comment One (Bruno Keller)']);
  });

  it('shows an assignment, and a new work item that is assigned to the user', async () => {
    const { id } = await requestAsBruno('POST', `projects/${WEB_PROJECT_ID}/work-items/`, {
      name: 'Not mine',
      assignees: [BRUNO],
    });
    await requestAsBruno('POST', `projects/${WEB_PROJECT_ID}/work-items/`, { name: 'Mine', assignees: [ADA] });
    await refresh();
    expect(await linesWhenCountIs(1)).toEqual([expect.stringMatching(/^WEB-\d+: assigned {2}\(Bruno Keller\)$/)]);
    await server.clock.advance(1_000);
    await requestAsBruno('PATCH', path({ project: WEB_PROJECT_ID, id }), { assignees: [ADA] });
    await refresh();
    await linesWhenCountIs(2);
    expect(inbox.entries.map(({ name }) => name)).toEqual(['Not mine', 'Mine']);
  });

  it('shows a comment that mentions the user as a mention', async () => {
    const mention = `<mention-component entity_identifier="${ADA}" entity_name="user_mention"></mention-component>`;
    await comment(WEB_1, `<p>${mention} please look</p>`);
    await refresh();
    expect(await linesWhenCountIs(1)).toEqual(['WEB-1: mention @Ada Park please look (Bruno Keller)']);
  });

  it('tells once, without a request, that the last open blocker of the user’s work item was closed', async () => {
    const unblocked = (): string[] => lines().filter((line) => line.includes('unblocked'));
    await requestAsBruno('PATCH', path(WEB_3), { assignees: [ADA] });
    // WEB-2 blocks WEB-3 in the sample workspace.
    await requestAsBruno('POST', `${path(WEB_3)}relations/`, { relation_type: 'blocked_by', issues: [item(5).id] });
    for (const number of [2, 5]) {
      const todo = { state: sample.state('WEB', 'Todo') };
      await requestAsBruno('PATCH', path(item(number)), todo);
    }
    await refresh();
    await store.relations.list(WEB_3).read();
    await requestAsBruno('PATCH', path(item(2)), { state: DONE_STATE_ID });
    await refresh();
    await until('the closed WEB-2', () => store.isDone(item(2)));
    expect(unblocked()).toEqual([]);
    await requestAsBruno('PATCH', path(item(5)), { state: DONE_STATE_ID });
    await refresh();
    await until('the closed WEB-5', () => store.isDone(item(5)));
    expect(unblocked()).toEqual([expect.stringContaining('unblocked WEB-5')]);
    await refresh();
    expect(unblocked()).toHaveLength(1);
    expect(proxy.requests.filter(({ path: requested }) => requested.includes('/relations/'))).toHaveLength(1);
  });

  it('does not tell that a work item is unblocked while another blocker is not loaded', async () => {
    const other = { project: sample.project('API'), id: sample.workItem('API', 1) };
    await requestAsBruno('PATCH', path(WEB_3), { assignees: [ADA] });
    await requestAsBruno('POST', `${path(WEB_3)}relations/`, { relation_type: 'blocked_by', issues: [other.id] });
    await requestAsBruno('PATCH', path(item(2)), { state: sample.state('WEB', 'Todo') });
    await refresh();
    await store.relations.list(WEB_3).read();
    await requestAsBruno('PATCH', path(item(2)), { state: DONE_STATE_ID });
    await refresh();
    await until('the closed WEB-2', () => store.isDone(item(2)));
    expect(store.relations.blockersOf(WEB_3)).toHaveLength(2);
    expect(lines().filter((line) => line.includes('unblocked'))).toEqual([]);
  });

  it('ignores changes and comments of the user, in this window and in other programs', async () => {
    await store.resources.workItems.update(WEB_1.id, { state: DONE_STATE_ID }, WEB_PROJECT_ID);
    await server.ask('PATCH', path(item(2)), { body: { target_date: '2027-01-01' } });
    await server.ask('POST', `${path(item(5))}comments/`, { body: { comment_html: '<p>Mine</p>' } });
    await refresh();
    expect(await linesWhenProcessed()).toEqual([]);
  });

  it('sends no request for the details of a change that the user has made in this window', async () => {
    const requestCountBefore = proxy.requests.length;
    await store.resources.workItems.update(WEB_1.id, { state: DONE_STATE_ID }, WEB_PROJECT_ID);
    await server.clock.advance(3_000);
    await flushPromises();
    expect(proxy.requests.slice(requestCountBefore).map(({ method }) => method)).toEqual(['PATCH']);
  });

  it('ignores work items of other users unless the user has pinned or commented on them', async () => {
    const createItem = async (name: string): Promise<ItemAddress> => ({
      project: WEB_PROJECT_ID,
      ...(await requestAsBruno('POST', `projects/${WEB_PROJECT_ID}/work-items/`, { name })),
    });
    const [unrelatedItem, pinnedItem, commentedItem] = [
      await createItem('A'),
      await createItem('B'),
      await createItem('C'),
    ];
    await refresh();
    pinnedKeys.add(keyOf(pinnedItem));
    await store.comments.list(commentedItem).read();
    await store.comments.send(commentedItem, { access: 'INTERNAL', externalId: 'e1' }, '<p>Hello</p>');
    await server.clock.advance(1_000);
    for (const one of [unrelatedItem, pinnedItem, commentedItem])
      await requestAsBruno('PATCH', path(one), { target_date: '2026-12-24' });
    await refresh();
    await linesWhenCountIs(2);
    expect(inbox.entries.map(({ name }) => name).toSorted()).toEqual(['B', 'C']);
  });

  it('shows a change without the name of a user if the server does not list activities', async () => {
    proxy.inject(matchRequest('GET', '/activities/'), answerWith(404, { detail: 'Not found.' }));
    await requestAsBruno('PATCH', path(WEB_1), { state: DONE_STATE_ID });
    await refresh();
    expect(await linesWhenCountIs(1)).toEqual(['WEB-1: state Done (undefined)']);
  });

  it('ignores a change of the user in another program if the server does not list activities', async () => {
    proxy.inject(matchRequest('GET', '/activities/'), answerWith(404, { detail: 'Not found.' }));
    await server.ask('PATCH', path(WEB_1), { body: { state: DONE_STATE_ID } });
    await requestAsBruno('PATCH', path(item(2)), { target_date: '2027-01-01' });
    await refresh();
    expect(await linesWhenCountIs(1)).toEqual(['WEB-2: dueDate 2027-01-01 (undefined)']);
    expect(await linesWhenProcessed()).toEqual(['WEB-2: dueDate 2027-01-01 (undefined)']);
  });

  it('requests the details of a change again five minutes after a failed request', async () => {
    await comment(WEB_1, '<p>Hello</p>');
    proxy.inject(matchRequest('GET', '/comments/'), answerWith(503, ''));
    await refresh();
    await until('the pause', () => server.clock.sleeperCount > 0);
    proxy.removeFaults();
    expect(inbox.entries).toEqual([]);
    await server.clock.advance(5 * 60_000);
    expect(await linesWhenCountIs(1)).toEqual(['WEB-1: comment Hello (Bruno Keller)']);
  });

  it('marks changes of a work item as read when they arrive while its page is visible', async () => {
    visibleItemKeys.add(keyOf(WEB_1));
    await store.comments.list(WEB_1).read();
    await comment(WEB_1, '<p>Look</p>');
    await store.comments.list(WEB_1).revalidate();
    expect(await linesWhenCountIs(1)).toEqual(['WEB-1: comment Look (Bruno Keller)']);
    expect(inbox.unreadCount).toBe(0);
  });

  it('ignores comments that were written before the inbox existed', async () => {
    await store.comments.list(WEB_1).read();
    expect(await linesWhenProcessed()).toEqual([]);
  });

  it('shows what changed since the previous run', async () => {
    watcher.dispose();
    await inbox.flush();
    await requestAsBruno('PATCH', path(WEB_1), { state: DONE_STATE_ID });
    await server.clock.advance(60_000);
    await startWatching();
    await refresh();
    expect(await linesWhenCountIs(1)).toEqual(['WEB-1: state Done (Bruno Keller)']);
  });
});
