// Tests the dialect of open-source servers: where they differ from the specification.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import type { Envelope } from '../../src/contract/page.ts';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Row = Record<string, unknown> & { id: string };
const WEB = `projects/${sample.project('WEB')}/`;
const NOTES = `projects/${sample.project('NOTES')}/work-items/`;
const ITEM = `${WEB}work-items/${sample.workItem('WEB', 1)}/`;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ dialect: 'community' });
});
afterAll(() => server.stop());

async function json(method: string, path: string, body?: unknown): Promise<[status: number, body: unknown]> {
  const answer = await server.ask(method, path, { body });
  return [answer.status, await answer.json()];
}

async function page(path: string): Promise<Envelope<Row>> {
  const [status, body] = await json('GET', path);
  expect(status).toBe(200);
  return body as Envelope<Row>;
}

const limits = (answer: Response): unknown[] => [
  answer.headers.get('X-RateLimit-Remaining'),
  answer.headers.get('X-RateLimit-Reset'),
];

describe('The paging of an open-source server', () => {
  it('returns up to a thousand records, and a prev_cursor before the first page', async () => {
    const first = await page(NOTES);
    expect(first).toMatchObject({ count: 130, prev_cursor: '1000:-1:1', prev_page_results: false });
    expect((await page(`${NOTES}?per_page=1000`)).count).toBe(130);
    expect(await json('GET', `${NOTES}?per_page=1001`)).toEqual([
      400,
      { detail: 'Invalid per_page value. Cannot exceed 1000.' },
    ]);
  });

  it('ignores limit and offset, and the size in a cursor', async () => {
    const all = await page(`${ITEM}comments/`);
    expect(await page(`${ITEM}comments/?limit=1&offset=1`)).toEqual(all);
    expect((await page(`${NOTES}?cursor=40:1:0`)).results).toEqual([]);
    expect((await page(`${NOTES}?cursor=40:1:0&per_page=40`)).count).toBe(40);
  });

  it.each(['0', '-1'])('fails with 500 for a size of %s', async (size) => {
    expect(await json('GET', `${NOTES}?per_page=${size}`)).toEqual([
      500,
      { error: 'Something went wrong please try again later' },
    ]);
  });
});

describe('The stickies of an open-source server', () => {
  it('are listed in pages of 20 with all fields, whatever fields are requested', async () => {
    const stocked = await startTestServer({ dialect: 'community' });
    for (let number = 1; number <= 21; number += 1)
      await stocked.ask('POST', 'stickies/', { body: { name: `Note ${number}` } });
    const first: Envelope<Row> = await (await stocked.ask('GET', 'stickies/?fields=id')).json();
    expect(first).toMatchObject({ count: 20, next_cursor: '20:1:0', next_page_results: true });
    expect(first.results[0]).toMatchObject({ color: null });
    await stocked.stop();
  });

  it('do not count against the rate limit, and have no rate limit headers', async () => {
    const metered = await startTestServer({ dialect: 'community', rate: 1 });
    for (let time = 0; time < 3; time += 1) {
      const answer = await metered.ask('GET', 'stickies/');
      expect([answer.status, ...limits(answer)]).toEqual([200, null, null]);
    }
    expect(limits(await metered.ask('GET', 'projects/'))[0]).toBe('0');
    await metered.stop();
  });

  it('that do not exist are answered with another 404 than other records', async () => {
    expect(await json('GET', `stickies/${sample.workItem('WEB', 1)}/`)).toEqual([404, { detail: 'Not found.' }]);
  });
});

describe('A list of an open-source server', () => {
  it('contains the newest comment first', async () => {
    const times = (await page(`${ITEM}comments/`)).results.map((comment) => String(comment['created_at']));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('contains attachments and the current cycle without an envelope', async () => {
    expect((await json('GET', `${ITEM}attachments/`))[1]).toHaveLength(2);
    expect((await json('GET', `${WEB}cycles/?cycle_view=current`))[1]).toMatchObject([
      { name: 'Board by keyboard', start_date: '2026-11-06T00:00:00Z', total_issues: 3 },
    ]);
  });

  it('contains the id of a type, whatever is expanded', async () => {
    const [status, item] = await json('GET', `${ITEM}?expand=state,type`);
    expect([status, (item as Row)['type']]).toEqual([200, expect.any(String)]);
    expect((item as Row)['state']).toMatchObject({ name: expect.any(String) });
  });

  it('ignores unknown names in fields and expand', async () => {
    const { results } = await page(`${WEB}work-items/?fields=id,bogus&expand=state,flavour&per_page=1`);
    expect(Object.keys(results[0] ?? {})).toEqual(['id']);
  });
});

describe('The credentials of an open-source server', () => {
  it('are API keys only: a token counts as none', async () => {
    const scoped = await startTestServer({ dialect: 'community', tokenScopes: ['projects:read'] });
    for (const proof of [scoped.accessToken, scoped.apiKey]) {
      const answer = await scoped.ask('GET', 'projects/', { headers: { Authorization: `Bearer ${proof}` } });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { detail: 'Authentication credentials were not provided.' },
      ]);
    }
    await scoped.stop();
  });
});

it('An open-source server reports the end of a whole window in every response', async () => {
  const [, first] = limits(await server.ask('GET', 'projects/'));
  expect(first).toBe(String(Math.floor(server.clock.now() / 1000) + 60));
  await server.clock.advance(30_000);
  expect(limits(await server.ask('GET', 'projects/'))[1]).toBe(String(Number(first) + 30));
});

describe('An open-source server', () => {
  it('answers a wrong key with 403 and without rate limit headers', async () => {
    const answer = await server.ask('GET', 'projects/', { headers: { 'X-API-Key': 'plane_api_wrong' } });
    expect([answer.status, await answer.json()]).toEqual([403, { detail: 'Given API token is not valid' }]);
    expect(limits(answer)).toEqual([null, null]);
  });

  it('sends no rate limit headers if a request was not admitted', async () => {
    const answers = [
      await server.ask('GET', 'projects/', { headers: {} }),
      await server.ask('GET', 'projects'),
      await server.ask('GET', 'nowhere/'),
    ];
    expect(answers.map((answer) => [answer.status, ...limits(answer)])).toEqual(
      [401, 301, 404].map((status) => [status, null, null]),
    );
    expect(limits(await server.ask('GET', `${WEB}work-items/nothing/`))).not.toContain(null);
  });

  it('answers 429 with Retry-After as the only rate limit header', async () => {
    const metered = await startTestServer({ dialect: 'community', rate: 1 });
    expect(limits(await metered.ask('GET', 'projects/'))[0]).toBe('0');
    const answer = await metered.ask('GET', 'projects/');
    expect([answer.status, answer.headers.get('Retry-After'), ...limits(answer)]).toEqual([429, '60', null, null]);
    await metered.stop();
  });

  it.each(operationEntries.filter(([, row]) => row.edition === 'commercial'))('does not support %s', async (_, row) => {
    const path = row.path.replaceAll(/\{(\w+)\}/g, (__, name: string) =>
      name === 'workspace_slug' ? 'contrail' : 'x',
    );
    expect(await json(row.method, path, row.method === 'GET' ? undefined : {})).toEqual([
      404,
      { error: 'Page not found.' },
    ]);
  });
});

describe('A work item of an open-source server', () => {
  it('has no module field, in requests and in responses', async () => {
    expect((await json('PATCH', ITEM, { module: 'nothing of the kind', name: 'Renamed' }))[1]).not.toHaveProperty(
      'module',
    );
    expect((await json('GET', ITEM))[1]).toMatchObject({ name: 'Renamed' });
    expect((await json('GET', ITEM))[1]).not.toHaveProperty('module');
    expect(
      (await page(`${WEB}modules/${sample.module('WEB', 'Board')}/module-issues/`)).results.map((one) => one.id),
    ).toContain(sample.workItem('WEB', 1));
  });

  it('accepts only the id of a point as its estimate', async () => {
    expect((await json('PATCH', ITEM, { estimate_point: '3' }))[0]).toBe(400);
    const estimate_point = '11111111-2222-4333-8444-555555555555';
    expect((await json('PATCH', ITEM, { estimate_point }))[1]).toMatchObject({ estimate_point });
    expect((await json('PATCH', ITEM, { estimate_point: null }))[1]).toMatchObject({ estimate_point: null });
  });

  it('has relations that contain the project of each item', async () => {
    const [, relations] = await json('GET', `${WEB}work-items/${sample.workItem('WEB', 3)}/relations/`);
    expect(relations).toMatchObject({
      blocked_by: [{ project_id: sample.project('WEB'), issue_id: sample.workItem('WEB', 2) }],
    });
  });
});

it('An open-source server completes an upload without a body, and creates a state with 200', async () => {
  const answer = await server.ask('PATCH', `${ITEM}attachments/${sample.attachment('never-arrived.txt')}/`, {
    body: {},
  });
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect((await json('POST', `${WEB}states/`, { name: 'Waiting', color: '#123456', group: 'started' }))[0]).toBe(200);
});
