// Tests rules for every request: paths, methods, bodies, credentials and the rate limit.
import { describe, expect, it } from 'vitest';
import { forAllTests } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

const WORK_ITEMS_PATH = `projects/${sample.project('WEB')}/work-items/`;

const server = forAllTests(startTestServer);

describe('The server', () => {
  it.each(['GET', 'POST', 'PATCH'])(
    'redirects a %s request without a trailing slash to the path with a trailing slash, and keeps the query',
    async (method) => {
      const response = await server.ask(
        method,
        '/api/v1/workspaces/contrail/projects?per_page=1',
        method === 'GET' ? {} : { body: {} },
      );
      expect(response.status).toBe(301);
      expect(response.headers.get('Location')).toBe('/api/v1/workspaces/contrail/projects/?per_page=1');
    },
  );

  it('responds to an unknown route and to an unknown record with different 404 bodies', async () => {
    const unknownRouteResponse = await server.ask('GET', 'nothing-of-the-kind/');
    const unknownRecordResponse = await server.ask('GET', `${WORK_ITEMS_PATH}nothing-of-the-kind/`);
    expect([unknownRouteResponse.status, await unknownRouteResponse.json()]).toEqual([
      404,
      { error: 'Page not found.' },
    ]);
    expect([unknownRecordResponse.status, await unknownRecordResponse.json()]).toEqual([
      404,
      { error: 'The requested resource does not exist.' },
    ]);
  });

  it('rejects a method that the path does not support', async () => {
    const response = await server.ask('DELETE', 'projects/');
    expect([response.status, await response.json()]).toEqual([405, { detail: 'Method "DELETE" not allowed.' }]);
  });

  it('identifies itself as the local workspace even if the request has no credential', async () => {
    const response = await server.ask('GET', '/api/instances/', { headers: {} });
    expect([response.status, await response.json()]).toMatchObject([200, { instance: { edition: 'CONTRAIL_LOCAL' } }]);
  });
});

describe('A request body', () => {
  const postBody = (text: string): Promise<Response> => server.ask('POST', WORK_ITEMS_PATH, { text });

  it('is rejected if it is not JSON', async () => {
    const response = await postBody('{"name": ');
    expect(response.status).toBe(400);
    expect(((await response.json()) as { detail: string }).detail).toMatch(/^JSON parse error - /);
  });

  it.each([
    ['[]', 'list'],
    ['"x"', 'string'],
    ['null', 'null'],
  ])('is rejected if it is %s instead of an object', async (text, kind) => {
    const response = await postBody(text);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      non_field_errors: [`Invalid data. Expected a dictionary, but got ${kind}.`],
    });
  });

  it('may contain unknown keys, which the server ignores', async () => {
    const response = await postBody(
      '{"name": "Extra", "flavour": "lemon", "__proto__": {"name": "Other"}, "id": "mine"}',
    );
    expect(response.status).toBe(201);
    const createdItem = (await response.json()) as Record<string, unknown>;
    expect(createdItem).toMatchObject({ name: 'Extra' });
    expect(createdItem).not.toHaveProperty('flavour');
    expect(createdItem['id']).not.toBe('mine');
  });

  it('is accepted up to a size of 5 MiB, and rejected if it is larger', async () => {
    const paddedJson = (size: number): string => JSON.stringify({ name: 'Long' }).padEnd(size, ' ');
    const largestResponse = await postBody(paddedJson(5 * 1024 * 1024));
    expect(largestResponse.status).toBe(201);
    const tooLargeResponse = await postBody(paddedJson(5 * 1024 * 1024 + 1));
    expect([tooLargeResponse.status, await tooLargeResponse.json()]).toMatchObject([
      413,
      { error: 'REQUEST_BODY_TOO_LARGE' },
    ]);
  });

  it('is decoded correctly even if it arrives in chunks that split a character', async () => {
    const name = '€'.repeat(200);
    const html = `<p>${'€'.repeat(100_000)}</p>`;
    const createdItem = (await (await postBody(JSON.stringify({ name, description_html: html }))).json()) as Record<
      string,
      unknown
    >;
    expect(createdItem).toMatchObject({ name, description_html: html });
  });
});

describe('Authentication', () => {
  it('accepts the name of the API key header in any letter case', async () => {
    const response = await server.ask('GET', 'projects/', { headers: { 'x-Api-KEY': server.apiKey } });
    expect(response.status).toBe(200);
  });

  it('accepts an access token for its scopes, and for operations that need no scope', async () => {
    const tokenServer = await startTestServer({ tokenScopes: ['projects:read'] });
    const headers = { Authorization: `Bearer ${tokenServer.accessToken}` };
    expect((await tokenServer.ask('GET', 'projects/', { headers })).status).toBe(200);
    expect((await tokenServer.ask('GET', '/api/v1/users/me/', { headers })).status).toBe(200);
    expect((await tokenServer.ask('POST', 'projects/', { headers, body: { name: 'A', identifier: 'A' } })).status).toBe(
      403,
    );
    await tokenServer.stop();
  });

  it('rejects an API key after its expiry', async () => {
    const serverWithExpiringKey = await startTestServer({ apiKeyExpiresAt: Date.parse('2026-11-20T12:01:00Z') });
    expect((await serverWithExpiringKey.ask('GET', 'projects/')).status).toBe(200);
    await serverWithExpiringKey.clock.advance(60_000);
    const response = await serverWithExpiringKey.ask('GET', 'projects/');
    expect([response.status, await response.json()]).toEqual([401, { detail: 'Given API token is not valid' }]);
    await serverWithExpiringKey.stop();
  });
});

describe('The rate limit', () => {
  it('causes 429 responses with Retry-After until the oldest request is one minute old', async () => {
    const limitedServer = await startTestServer({ rate: 2 });
    const remaining: (string | null)[] = [];
    for (let request = 0; request < 2; request += 1) {
      remaining.push((await limitedServer.ask('GET', 'projects/')).headers.get('X-RateLimit-Remaining'));
      await limitedServer.clock.advance(10_500);
    }
    expect(remaining).toEqual(['1', '0']);
    const rejectedResponse = await limitedServer.ask('GET', 'projects/');
    expect([rejectedResponse.status, await rejectedResponse.json()]).toEqual([
      429,
      { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
    ]);
    expect(rejectedResponse.headers.get('Retry-After')).toBe('39');
    expect(rejectedResponse.headers.get('X-RateLimit-Remaining')).toBe('0');
    await limitedServer.clock.advance(39_000);
    expect((await limitedServer.ask('GET', 'projects/')).status).toBe(200);
    await limitedServer.stop();
  });

  it('is not used up by redirects, unknown paths, and requests without a credential', async () => {
    const limitedServer = await startTestServer({ rate: 5 });
    const [unauthenticatedResponse, unknownPathResponse, redirectResponse] = await Promise.all([
      limitedServer.ask('GET', 'projects/', { headers: {} }),
      limitedServer.ask('GET', 'nowhere/'),
      limitedServer.ask('GET', 'projects'),
    ]);
    const remaining = [unauthenticatedResponse, unknownPathResponse, redirectResponse].map((response) =>
      response?.headers.get('X-RateLimit-Remaining'),
    );
    expect(remaining).toEqual(['5', '5', '5']);
    await limitedServer.stop();
  });
});
