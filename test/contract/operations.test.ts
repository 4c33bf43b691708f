// Owns the proof that every row of the table is answered as the row says, over a real socket.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import { envelope } from '../../src/contract/page.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { examples, pathOf } from './examples.ts';

let service: TestService;
/** Holds a token whose only scope opens nothing. */
let scoped: TestService;

beforeAll(async () => {
  service = await startTestService();
  scoped = await startTestService({ tokenScopes: ['nothing:read'] });
});
afterAll(async () => {
  await service.stop();
  await scoped.stop();
});

/** The end of a project is the end of all that other rows ask for in it: that row comes last. */
const inOrder = operationEntries.toSorted(([one], [other]) => Number(one === 'deleteProject') - Number(other === 'deleteProject'));

describe.each(inOrder)('%s', (name, row) => {
  const example = examples[name];
  const body = example.body;
  const right = (path = pathOf(row, example)): Promise<Response> => service.ask(row.method, path, { body });

  it('answers a right request with its status and a body of its schema', async () => {
    if (example.before !== undefined) await service.ask('PATCH', example.before[0], { body: example.before[1] });
    const answer = await right();
    expect(answer.status).toBe(row.success);
    if (row.returns.shape === 'nothing') return;
    if (row.returns.shape === 'redirect') {
      expect(answer.headers.get('Location')).toMatch(/^http:\/\/127\.0\.0\.1:/);
      return;
    }
    const given: unknown = await answer.json();
    const records = row.returns.shape === 'page' ? envelope.parse(given).results : given;
    if (row.returns.shape === 'one' || row.returns.shape === 'maybe') row.returns.schema.parse(records);
    else {
      expect(records).not.toHaveLength(0);
      for (const record of records as unknown[]) row.returns.schema.parse(record);
    }
  });

  it('asks for credentials when there are none', async () => {
    const answer = await service.ask(row.method, pathOf(row, example), { body, headers: {} });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ detail: 'Authentication credentials were not provided.' });
  });

  it('refuses a wrong key', async () => {
    const answer = await service.ask(row.method, pathOf(row, example), { body, headers: { 'X-API-Key': 'plane_api_wrong' } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ detail: 'Given API token is not valid' });
  });

  const { scope } = row;
  if (scope !== null) {
    it('refuses a token without its scope, and names the scope', async () => {
      const headers = { Authorization: `Bearer ${scoped.accessToken}` };
      const answer = await scoped.ask(row.method, pathOf(row, example), { body, headers });
      expect(answer.status).toBe(403);
      expect(((await answer.json()) as { detail: string }).detail).toContain(scope);
    });
  }

  if (row.path.includes('{workspace_slug}')) {
    it('refuses an unknown workspace', async () => {
      const answer = await right(pathOf(row, example, { workspace_slug: 'elsewhere' }));
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual({ detail: 'You do not have permission to perform this action.' });
    });
  }

  if (example.unknown !== undefined) {
    const [parameter, status] = example.unknown;
    it('refuses an unknown id', async () => {
      const answer = await right(pathOf(row, example, { [parameter]: 'NOSUCH-1' }));
      expect(answer.status).toBe(status);
      if (status === 404) expect(await answer.json()).toEqual({ error: 'The requested resource does not exist.' });
    });
  }

  const { required } = example;
  if (required !== undefined) {
    it('names a required field that is missing', async () => {
      const { [required]: _, ...rest } = body ?? {};
      const path = pathOf(row, example.query === undefined ? example : { ...example, query: 'limit=5' });
      const answer = await service.ask(row.method, path, body === undefined ? {} : { body: rest });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ [required]: ['This field is required.'] });
    });
  }

  if (example.wrong !== undefined) {
    const [wrong, field] = example.wrong;
    it('names a field of the wrong type', async () => {
      const answer = await service.ask(row.method, pathOf(row, example), { body: wrong });
      expect(answer.status).toBe(400);
      expect(Object.keys((await answer.json()) as object)).toEqual([field]);
    });
  }

  it('says what remains of the allowance', async () => {
    const answer = await right();
    expect(Number(answer.headers.get('X-RateLimit-Remaining'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('X-RateLimit-Reset'))).toBeGreaterThan(service.clock.now() / 1000);
  });
});

it('has a right request for every row of the table and for no other', () => {
  expect(Object.keys(examples).toSorted()).toEqual(operationEntries.map(([name]) => name).toSorted());
});
