// Tests the creation of projects and comments beyond the table of operations.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Body = Record<string, unknown>;
const ITEM = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 4)}/`;
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function json(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const answer = await server.ask(method, path, { body });
  return [answer.status, (await answer.json()) as Body];
}

describe('A new project', () => {
  it('has five states, its creator as a member, and modules enabled', async () => {
    const [, project] = await json('POST', 'projects/', { name: 'Kites', identifier: 'kite' });
    expect(project).toMatchObject({
      identifier: 'KITE',
      module_view: true,
      total_members: 1,
      member_role: 20,
      description: '',
    });
    const [, states] = await json('GET', `projects/${String(project['id'])}/states/`);
    const results = states['results'] as Body[];
    expect(results.map((state) => [state['name'], state['group']])).toEqual([
      ['Backlog', 'backlog'],
      ['Todo', 'unstarted'],
      ['In Progress', 'started'],
      ['Done', 'completed'],
      ['Cancelled', 'cancelled'],
    ]);
    expect(results.filter((state) => state['default'] === true).map((state) => state['name'])).toEqual(['Backlog']);
    expect(
      (await json('POST', `projects/${String(project['id'])}/work-items/`, { name: 'First' }))[1]['sequence_id'],
    ).toBe(1);
  });

  it('is rejected if its name or identifier is taken', async () => {
    expect(await json('POST', 'projects/', { name: 'Atlas Web', identifier: 'NEW' })).toEqual([
      409,
      { name: 'The project name is already taken' },
    ]);
    expect(await json('POST', 'projects/', { name: 'New', identifier: 'web' })).toEqual([
      409,
      { identifier: 'The project identifier is already taken' },
    ]);
  });
});

it('A project without modules answers 400 for its modules', async () => {
  expect(await json('GET', `projects/${sample.project('NOTES')}/modules/`)).toEqual([
    400,
    { non_field_errors: ['Modules are not enabled for this project'] },
  ]);
});

describe('A comment', () => {
  it('belongs to the caller, is internal by default, and is stored unchanged', async () => {
    const comment_html = '<img src=x onerror=alert(1)>';
    expect(await json('POST', `${ITEM}comments/`, { comment_html })).toMatchObject([
      201,
      { comment_html, access: 'INTERNAL', actor: sample.user('ada'), issue: sample.workItem('WEB', 4) },
    ]);
    expect((await json('POST', `${ITEM}comments/`, { access: 'EXTERNAL' }))[1]).toMatchObject({
      access: 'EXTERNAL',
      comment_html: '',
    });
  });

  it('counts as a change of its work item', async () => {
    await server.clock.advance(9000);
    await json('POST', `${ITEM}comments/`, { comment_html: '<p>Hm</p>' });
    expect((await json('GET', ITEM))[1]['updated_at']).toBe('2026-11-20T12:00:09.000Z');
  });

  it('is answered with the id of the first one if its external id is repeated', async () => {
    const body = { comment_html: '<p>Once</p>', external_source: 'contrail', external_id: 'c1' };
    const [, first] = await json('POST', `${ITEM}comments/`, body);
    expect(await json('POST', `${ITEM}comments/`, body)).toEqual([409, { error: expect.any(String), id: first['id'] }]);
    expect((await json('GET', `${ITEM}comments/`))[1]['total_results']).toBe(1);
  });

  it('is omitted by a filter that names another record', async () => {
    await json('POST', `${ITEM}comments/`, { comment_html: '<p>Here</p>' });
    const total = async (query: string): Promise<unknown> =>
      (await json('GET', `${ITEM}comments/?${query}`))[1]['total_results'];
    expect(await total(`issue=${sample.workItem('WEB', 4)}&project=${sample.project('WEB')}&workspace=contrail`)).toBe(
      1,
    );
    expect(await total('issue=other')).toBe(0);
    expect(await total('workspace=other')).toBe(0);
  });
});
