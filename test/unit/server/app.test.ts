// Tests that internal errors of the server reveal no details and leave no partial changes.
import { beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/server/app.ts';
import { type Database } from '../../../src/server/database/database.ts';
import { openDatabase } from '../../../src/server/database/databaseFile.ts';
import { Authenticator } from '../../../src/server/middleware/identify.ts';
import { RateLimiter } from '../../../src/server/middleware/rateLimiter.ts';
import { ObjectStore } from '../../../src/server/objectStore/objects.ts';
import { seedDatabase } from '../../../src/server/sample/seed.ts';
import type { Logger } from '../../../src/std/logger.ts';
import { FakeClock } from '../../support/clock.ts';
import { sample, startTestServer } from '../../support/testServer.ts';

const HEADERS = { 'X-API-Key': 'key' };
let loggedLines: string[];
let store: Database;
let app: ReturnType<typeof createApp>;

beforeEach(() => {
  const clock = new FakeClock();
  loggedLines = [];
  const logger: Logger = {
    write: (level, message, details) => loggedLines.push(`${level} ${message} ${details?.['operation'] ?? ''}`),
  };
  store = openDatabase(':memory:');
  const workspace = seedDatabase(store, { kind: 'sample' }, clock.now());
  const authenticator = new Authenticator([{ text: 'key', scopes: 'all' }], clock);
  const objects = new ObjectStore(store, clock);
  app = createApp({
    store,
    workspace,
    authenticator,
    rateLimiter: new RateLimiter(60, clock),
    objects,
    dialect: 'spec',
    clock,
    logger,
  });
});

it('The server responds to an unexpected error with 500 and without details, and logs the operation', async () => {
  store.close();
  const response = await app.request('/api/v1/workspaces/contrail/projects/', { headers: HEADERS });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: 'Something went wrong please try again later' });
  expect(response.headers.get('X-RateLimit-Remaining')).toBe('59');
  expect(loggedLines).toEqual(['error server failed listProjects', 'debug server response listProjects']);
});

it.each([
  ['has no key of another user, unless it is started with one', undefined],
  ['accepts the key of another user as that user', 'bruno'],
])('The server %s', async (_, otherUser) => {
  const server = await startTestServer(otherUser === undefined ? {} : { otherUser });
  const headers = { 'X-API-Key': server.otherKey ?? 'none' };
  const response = await server.ask('GET', '/api/v1/users/me/', { headers });
  expect(server.otherKey !== undefined).toBe(otherUser !== undefined);
  expect([response.status, Reflect.get(Object(await response.json()), 'id')]).toEqual(
    otherUser === undefined ? [401, undefined] : [200, sample.user(otherUser)],
  );
  await server.stop();
});

it('The server stores each assignee and label of a change once', async () => {
  const [ada, design] = [sample.user('ada'), sample.label('WEB', 'Design')];
  const path = `/api/v1/workspaces/contrail/projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 4)}/`;
  const body = JSON.stringify({ assignees: [ada, ada], labels: [design, design] });
  expect((await app.request(path, { method: 'PATCH', headers: HEADERS, body })).status).toBe(200);
  expect(store.get('workItem', sample.workItem('WEB', 4))).toMatchObject({ assignees: [ada], labels: [design] });
  store.close();
});

it('The server sends a page of comments that it has read before with four queries', async () => {
  const item = sample.workItem('WEB', 4);
  const path = `/api/v1/workspaces/contrail/projects/${sample.project('WEB')}/work-items/${item}/comments/`;
  expect((await app.request(path, { headers: HEADERS })).status).toBe(200);
  const runQuery = vi.spyOn(store, 'rows');
  expect((await app.request(path, { headers: HEADERS })).status).toBe(200);
  // The project, the work item, and the version of the database for the page and for the total.
  expect(runQuery).toHaveBeenCalledTimes(4);
  store.close();
});

it('The server rolls back all changes of an operation that fails', async () => {
  const item = sample.workItem('WEB', 4);
  const itemBefore = store.get('workItem', item);
  store.rows(
    "CREATE TRIGGER refuse BEFORE INSERT ON record WHEN NEW.kind = 'comment' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const path = `/api/v1/workspaces/contrail/projects/${sample.project('WEB')}/work-items/${item}/comments/`;
  const response = await app.request(path, { method: 'POST', headers: HEADERS, body: '{"comment_html": "<p>Hm</p>"}' });
  expect(response.status).toBe(500);
  expect(store.get('workItem', item)).toEqual(itemBefore);
  store.close();
});
