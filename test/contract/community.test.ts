// Tests the open-source dialect of the server: its differences from the specification.
import { describe, expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import type { Envelope } from '../../src/contract/page.ts';
import { forAllTests } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

type WireRecord = Record<string, unknown> & { id: string };
const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}/`;
const NOTES_ITEMS_PATH = `projects/${sample.project('NOTES')}/work-items/`;
const ITEM_PATH = `${WEB_PROJECT_PATH}work-items/${sample.workItem('WEB', 1)}/`;

const server = forAllTests(() => startTestServer({ dialect: 'community' }));

async function request(method: string, path: string, body?: unknown): Promise<[status: number, body: unknown]> {
  const response = await server.ask(method, path, { body });
  return [response.status, await response.json()];
}

async function getPage(path: string): Promise<Envelope<WireRecord>> {
  const [status, body] = await request('GET', path);
  expect(status).toBe(200);
  return body as Envelope<WireRecord>;
}

const rateLimitHeaders = (response: Response): unknown[] => [
  response.headers.get('X-RateLimit-Remaining'),
  response.headers.get('X-RateLimit-Reset'),
];

describe('A list request to an open-source server', () => {
  it('returns up to 1000 records per page, and a prev_cursor even on the first page', async () => {
    const first = await getPage(NOTES_ITEMS_PATH);
    expect(first).toMatchObject({ count: 130, prev_cursor: '1000:-1:1', prev_page_results: false });
    expect((await getPage(`${NOTES_ITEMS_PATH}?per_page=1000`)).count).toBe(130);
    expect(await request('GET', `${NOTES_ITEMS_PATH}?per_page=1001`)).toEqual([
      400,
      { detail: 'Invalid per_page value. Cannot exceed 1000.' },
    ]);
  });

  it('ignores limit, offset, and the page size in a cursor', async () => {
    const firstPage = await getPage(`${ITEM_PATH}comments/`);
    expect(await getPage(`${ITEM_PATH}comments/?limit=1&offset=1`)).toEqual(firstPage);
    expect((await getPage(`${NOTES_ITEMS_PATH}?cursor=40:1:0`)).results).toEqual([]);
    expect((await getPage(`${NOTES_ITEMS_PATH}?cursor=40:1:0&per_page=40`)).count).toBe(40);
  });

  it.each(['0', '-1'])('gets a 500 response for a page size of %s', async (size) => {
    expect(await request('GET', `${NOTES_ITEMS_PATH}?per_page=${size}`)).toEqual([
      500,
      { error: 'Something went wrong please try again later' },
    ]);
  });
});

it('An open-source server adds a work item to several modules, and to each of them once', async () => {
  const itemsPath = (name: string): string => `${WEB_PROJECT_PATH}modules/${sample.module('WEB', name)}/module-issues/`;
  const issues = [sample.workItem('WEB', 1)];
  const counts = async (): Promise<readonly number[]> => [
    (await getPage(itemsPath('Board'))).results.filter(({ id }) => issues.includes(id)).length,
    (await getPage(itemsPath('Offline'))).results.filter(({ id }) => issues.includes(id)).length,
  ];
  expect(await counts()).toEqual([1, 0]);
  for (const name of ['Board', 'Offline', 'Offline']) await request('POST', itemsPath(name), { issues });
  expect(await counts()).toEqual([1, 1]);
  await server.ask('DELETE', `${itemsPath('Offline')}${issues[0]}/`);
  expect(await counts()).toEqual([1, 0]);
});

describe('The stickies of an open-source server', () => {
  it('are listed in pages of 20, with all fields even if the parameter `fields` is set', async () => {
    const serverWithStickies = await startTestServer({ dialect: 'community' });
    for (let number = 1; number <= 21; number += 1)
      await serverWithStickies.ask('POST', 'stickies/', { body: { name: `Note ${number}` } });
    const first: Envelope<WireRecord> = await (await serverWithStickies.ask('GET', 'stickies/?fields=id')).json();
    expect(first).toMatchObject({ count: 20, next_cursor: '20:1:0', next_page_results: true });
    expect(first.results[0]).toMatchObject({ color: null });
    await serverWithStickies.stop();
  });

  it('can be listed without counting against the rate limit, and without rate limit headers', async () => {
    const limitedServer = await startTestServer({ dialect: 'community', rate: 1 });
    for (let count = 0; count < 3; count += 1) {
      const response = await limitedServer.ask('GET', 'stickies/');
      expect([response.status, ...rateLimitHeaders(response)]).toEqual([200, null, null]);
    }
    expect(rateLimitHeaders(await limitedServer.ask('GET', 'projects/'))[0]).toBe('0');
    await limitedServer.stop();
  });

  it('have another body in the 404 response to an unknown id than other records', async () => {
    expect(await request('GET', `stickies/${sample.workItem('WEB', 1)}/`)).toEqual([404, { detail: 'Not found.' }]);
  });
});

describe('On an open-source server,', () => {
  it('a list of comments is newest first', async () => {
    const times = (await getPage(`${ITEM_PATH}comments/`)).results.map((comment) => String(comment['created_at']));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('a list of attachments or current cycles has no pagination envelope', async () => {
    expect((await request('GET', `${ITEM_PATH}attachments/`))[1]).toHaveLength(2);
    expect((await request('GET', `${WEB_PROJECT_PATH}cycles/?cycle_view=current`))[1]).toMatchObject([
      { name: 'Board by keyboard', start_date: '2026-11-06T00:00:01Z', total_issues: 3 },
    ]);
  });

  it('a work item contains only the id of its type even if expand names the type', async () => {
    const [status, item] = await request('GET', `${ITEM_PATH}?expand=state,type`);
    expect([status, (item as WireRecord)['type']]).toEqual([200, expect.any(String)]);
    expect((item as WireRecord)['state']).toMatchObject({ name: expect.any(String) });
  });

  it('a list ignores unknown names in fields and expand', async () => {
    const { results } = await getPage(`${WEB_PROJECT_PATH}work-items/?fields=id,bogus&expand=state,flavour&per_page=1`);
    expect(Object.keys(results[0] ?? {})).toEqual(['id']);
  });
});

describe('The authentication of an open-source server', () => {
  it('accepts only API keys, and treats an access token as a missing credential', async () => {
    const tokenServer = await startTestServer({ dialect: 'community', tokenScopes: ['projects:read'] });
    for (const bearerToken of [tokenServer.accessToken, tokenServer.apiKey]) {
      const response = await tokenServer.ask('GET', 'projects/', {
        headers: { Authorization: `Bearer ${bearerToken}` },
      });
      expect([response.status, await response.json()]).toEqual([
        401,
        { detail: 'Authentication credentials were not provided.' },
      ]);
    }
    await tokenServer.stop();
  });
});

it('An open-source server always reports one minute from now as the reset time', async () => {
  const [, first] = rateLimitHeaders(await server.ask('GET', 'projects/'));
  expect(first).toBe(String(Math.floor(server.clock.now() / 1000) + 60));
  await server.clock.advance(30_000);
  expect(rateLimitHeaders(await server.ask('GET', 'projects/'))[1]).toBe(String(Number(first) + 30));
});

describe('An open-source server', () => {
  it('responds to an unknown API key with 403 and without rate limit headers', async () => {
    const response = await server.ask('GET', 'projects/', { headers: { 'X-API-Key': 'plane_api_wrong' } });
    expect([response.status, await response.json()]).toEqual([403, { detail: 'Given API token is not valid' }]);
    expect(rateLimitHeaders(response)).toEqual([null, null]);
  });

  it('sends no rate limit headers if the credential is missing, for a redirect, or for an unknown path', async () => {
    const responses = [
      await server.ask('GET', 'projects/', { headers: {} }),
      await server.ask('GET', 'projects'),
      await server.ask('GET', 'nowhere/'),
    ];
    expect(responses.map((response) => [response.status, ...rateLimitHeaders(response)])).toEqual(
      [401, 301, 404].map((status) => [status, null, null]),
    );
    expect(rateLimitHeaders(await server.ask('GET', `${WEB_PROJECT_PATH}work-items/nothing/`))).not.toContain(null);
  });

  it('sends Retry-After as the only rate limit header with a 429 response', async () => {
    const limitedServer = await startTestServer({ dialect: 'community', rate: 1 });
    expect(rateLimitHeaders(await limitedServer.ask('GET', 'projects/'))[0]).toBe('0');
    const response = await limitedServer.ask('GET', 'projects/');
    expect([response.status, response.headers.get('Retry-After'), ...rateLimitHeaders(response)]).toEqual([
      429,
      '60',
      null,
      null,
    ]);
    await limitedServer.stop();
  });

  it.each(operationEntries.filter(([, operation]) => operation.edition === 'commercial'))(
    'does not support the commercial operation %s',
    async (_, operation) => {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (__, name: string) =>
        name === 'workspace_slug' ? 'contrail' : 'x',
      );
      expect(await request(operation.method, path, operation.method === 'GET' ? undefined : {})).toEqual([
        404,
        { error: 'Page not found.' },
      ]);
    },
  );
});

describe('A work item on an open-source server', () => {
  it('ignores the field module in requests, and omits it in responses', async () => {
    expect(
      (await request('PATCH', ITEM_PATH, { module: 'nothing of the kind', name: 'Renamed' }))[1],
    ).not.toHaveProperty('module');
    expect((await request('GET', ITEM_PATH))[1]).toMatchObject({ name: 'Renamed' });
    expect((await request('GET', ITEM_PATH))[1]).not.toHaveProperty('module');
    expect(
      (await getPage(`${WEB_PROJECT_PATH}modules/${sample.module('WEB', 'Board')}/module-issues/`)).results.map(
        ({ id }) => id,
      ),
    ).toContain(sample.workItem('WEB', 1));
  });

  it('accepts only an id or null as its estimate', async () => {
    expect((await request('PATCH', ITEM_PATH, { estimate_point: '3' }))[0]).toBe(400);
    const estimate_point = '11111111-2222-4333-8444-555555555555';
    expect((await request('PATCH', ITEM_PATH, { estimate_point }))[1]).toMatchObject({ estimate_point });
    expect((await request('PATCH', ITEM_PATH, { estimate_point: null }))[1]).toMatchObject({ estimate_point: null });
  });

  it('has relations that contain the project of each related work item', async () => {
    const [, relations] = await request('GET', `${WEB_PROJECT_PATH}work-items/${sample.workItem('WEB', 3)}/relations/`);
    expect(relations).toMatchObject({
      blocked_by: [{ project_id: sample.project('WEB'), issue_id: sample.workItem('WEB', 2) }],
    });
  });
});

it('An open-source server responds with 204 when an upload is completed, and with 200 when a state is created', async () => {
  const response = await server.ask('PATCH', `${ITEM_PATH}attachments/${sample.attachment('never-arrived.txt')}/`, {
    body: {},
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(
    (await request('POST', `${WEB_PROJECT_PATH}states/`, { name: 'Waiting', color: '#123456', group: 'started' }))[0],
  ).toBe(200);
});
