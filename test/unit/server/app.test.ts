// Tests internal errors of the server.
import { beforeEach, expect, it } from 'vitest';
import { createApp } from '../../../src/server/app.ts';
import { Database } from '../../../src/server/database/store.ts';
import { Authenticator } from '../../../src/server/middleware/identify.ts';
import { Meter } from '../../../src/server/middleware/meter.ts';
import { Objects } from '../../../src/server/objectStore/objects.ts';
import { plant } from '../../../src/server/sample/seed.ts';
import type { Logger } from '../../../src/std/logger.ts';
import { FakeClock } from '../../support/clock.ts';
import { sample } from '../../support/testServer.ts';

const HEADERS = { 'X-API-Key': 'key' };
let written: string[];
let store: Database;
let app: ReturnType<typeof createApp>;

beforeEach(() => {
  const clock = new FakeClock();
  written = [];
  const logger: Logger = {
    write: (level, what, facts) => written.push(`${level} ${what} ${facts?.['operation'] ?? ''}`),
  };
  store = new Database(':memory:');
  const workspace = plant(store, { kind: 'sample' }, clock.now());
  const authenticator = new Authenticator([{ text: 'key', scopes: 'all' }], clock);
  const objects = new Objects(store, clock);
  app = createApp({
    store,
    workspace,
    authenticator,
    meter: new Meter(60, clock),
    objects,
    dialect: 'spec',
    clock,
    logger,
  });
});

it('A bug in the server is answered with 500 and without details, which are logged', async () => {
  store.close();
  const answer = await app.request('/api/v1/workspaces/contrail/projects/', { headers: HEADERS });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: 'Something went wrong please try again later' });
  expect(answer.headers.get('X-RateLimit-Remaining')).toBe('59');
  expect(written).toEqual(['error server failed listProjects', 'debug server answered listProjects']);
});

it('An operation that fails halfway is rolled back completely', async () => {
  const item = sample.workItem('WEB', 4);
  const before = store.get('workItem', item);
  store.rows(
    "CREATE TRIGGER refuse BEFORE INSERT ON record WHEN NEW.kind = 'comment' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const path = `/api/v1/workspaces/contrail/projects/${sample.project('WEB')}/work-items/${item}/comments/`;
  const answer = await app.request(path, { method: 'POST', headers: HEADERS, body: '{"comment_html": "<p>Hm</p>"}' });
  expect(answer.status).toBe(500);
  expect(store.get('workItem', item)).toEqual(before);
  store.close();
});
