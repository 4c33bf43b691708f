// Tests what applies to every request: paths, methods, bodies, credentials and the rate limit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

const ITEMS = `projects/${sample.project('WEB')}/work-items/`;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('The server', () => {
  it.each(['GET', 'POST', 'PATCH'])(
    'redirects a %s without the last slash to the path with it, and keeps the query',
    async (method) => {
      const answer = await server.ask(
        method,
        '/api/v1/workspaces/contrail/projects?per_page=1',
        method === 'GET' ? {} : { body: {} },
      );
      expect(answer.status).toBe(301);
      expect(answer.headers.get('Location')).toBe('/api/v1/workspaces/contrail/projects/?per_page=1');
    },
  );

  it('distinguishes an unknown route from an unknown record', async () => {
    const route = await server.ask('GET', 'nothing-of-the-kind/');
    const record = await server.ask('GET', `${ITEMS}nothing-of-the-kind/`);
    expect([route.status, await route.json()]).toEqual([404, { error: 'Page not found.' }]);
    expect([record.status, await record.json()]).toEqual([404, { error: 'The requested resource does not exist.' }]);
  });

  it('rejects a method that the route does not have', async () => {
    const answer = await server.ask('DELETE', 'projects/');
    expect([answer.status, await answer.json()]).toEqual([405, { detail: 'Method "DELETE" not allowed.' }]);
  });

  it('can be recognized without a credential', async () => {
    const answer = await server.ask('GET', '/api/instances/', { headers: {} });
    expect([answer.status, await answer.json()]).toMatchObject([200, { instance: { edition: 'CONTRAIL_LOCAL' } }]);
  });
});

describe('A request body', () => {
  const post = (text: string): Promise<Response> => server.ask('POST', ITEMS, { text });

  it('is rejected if it is not JSON', async () => {
    const answer = await post('{"name": ');
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/^JSON parse error - /);
  });

  it.each([
    ['[]', 'list'],
    ['"x"', 'string'],
    ['null', 'null'],
  ])('is rejected if it is %s, which is not an object', async (text, kind) => {
    const answer = await post(text);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      non_field_errors: [`Invalid data. Expected a dictionary, but got ${kind}.`],
    });
  });

  it('may contain unknown keys, which are ignored', async () => {
    const answer = await post('{"name": "Extra", "flavour": "lemon", "__proto__": {"name": "Other"}, "id": "mine"}');
    expect(answer.status).toBe(201);
    const made = (await answer.json()) as Record<string, unknown>;
    expect(made).toMatchObject({ name: 'Extra' });
    expect(made).not.toHaveProperty('flavour');
    expect(made['id']).not.toBe('mine');
  });

  it('may have up to 5 MiB, and is rejected if it is larger', async () => {
    const padded = (size: number): string => JSON.stringify({ name: 'Long' }).padEnd(size, ' ');
    const largest = await post(padded(5 * 1024 * 1024));
    expect(largest.status).toBe(201);
    const tooLarge = await post(padded(5 * 1024 * 1024 + 1));
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { error: 'REQUEST_BODY_TOO_LARGE' }]);
  });

  it('is decoded correctly if it is split in the middle of a character', async () => {
    const name = '€'.repeat(200);
    const html = `<p>${'€'.repeat(100_000)}</p>`;
    const made = (await (await post(JSON.stringify({ name, description_html: html }))).json()) as Record<
      string,
      unknown
    >;
    expect(made).toMatchObject({ name, description_html: html });
  });
});

describe('Authentication', () => {
  it('accepts the key under its header in any case', async () => {
    const answer = await server.ask('GET', 'projects/', { headers: { 'x-Api-KEY': server.apiKey } });
    expect(answer.status).toBe(200);
  });

  it('accepts a token for its scopes, and for operations without a scope', async () => {
    const scoped = await startTestServer({ tokenScopes: ['projects:read'] });
    const headers = { Authorization: `Bearer ${scoped.accessToken}` };
    expect((await scoped.ask('GET', 'projects/', { headers })).status).toBe(200);
    expect((await scoped.ask('GET', '/api/v1/users/me/', { headers })).status).toBe(200);
    expect((await scoped.ask('POST', 'projects/', { headers, body: { name: 'A', identifier: 'A' } })).status).toBe(403);
    await scoped.stop();
  });

  it('rejects a key from its expiry on', async () => {
    const brief = await startTestServer({ apiKeyExpiresAt: Date.parse('2026-11-20T12:01:00Z') });
    expect((await brief.ask('GET', 'projects/')).status).toBe(200);
    await brief.clock.advance(60_000);
    const answer = await brief.ask('GET', 'projects/');
    expect([answer.status, await answer.json()]).toEqual([401, { detail: 'Given API token is not valid' }]);
    await brief.stop();
  });
});

describe('The rate limit', () => {
  it('leads to 429 with Retry-After and headers when spent, and admits requests as the window moves', async () => {
    const metered = await startTestServer({ rate: 2 });
    const remaining: (string | null)[] = [];
    for (let request = 0; request < 2; request += 1) {
      remaining.push((await metered.ask('GET', 'projects/')).headers.get('X-RateLimit-Remaining'));
      await metered.clock.advance(10_500);
    }
    expect(remaining).toEqual(['1', '0']);
    const refused = await metered.ask('GET', 'projects/');
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
    ]);
    expect(refused.headers.get('Retry-After')).toBe('39');
    expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
    await metered.clock.advance(39_000);
    expect((await metered.ask('GET', 'projects/')).status).toBe(200);
    await metered.stop();
  });

  it('does not count requests that were not admitted, and still reports what remains', async () => {
    const metered = await startTestServer({ rate: 5 });
    const [nobody, nowhere, moved] = await Promise.all([
      metered.ask('GET', 'projects/', { headers: {} }),
      metered.ask('GET', 'nowhere/'),
      metered.ask('GET', 'projects'),
    ]);
    const seen = [nobody, nowhere, moved].map((answer) => answer?.headers.get('X-RateLimit-Remaining'));
    expect(seen).toEqual(['5', '5', '5']);
    await metered.stop();
  });
});
