// Tests the defaults and conflicts of new projects and comments.
import { describe, expect, it } from 'vitest';
import { forEachTest } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

type Body = Record<string, unknown>;
const ITEM_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 4)}/`;

const server = forEachTest(startTestServer);

async function request(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const response = await server.ask(method, path, { body });
  return [response.status, (await response.json()) as Body];
}

describe('A new project', () => {
  it('has five states, its creator as a member, and modules enabled', async () => {
    const [, project] = await request('POST', 'projects/', { name: 'Kites', identifier: 'kite' });
    expect(project).toMatchObject({
      identifier: 'KITE',
      module_view: true,
      total_members: 1,
      member_role: 20,
      description: '',
    });
    const [, states] = await request('GET', `projects/${String(project['id'])}/states/`);
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
      (await request('POST', `projects/${String(project['id'])}/work-items/`, { name: 'First' }))[1]['sequence_id'],
    ).toBe(1);
  });

  it('is rejected if its name or identifier is taken', async () => {
    expect(await request('POST', 'projects/', { name: 'Atlas Web', identifier: 'NEW' })).toEqual([
      409,
      { name: 'The project name is already taken' },
    ]);
    expect(await request('POST', 'projects/', { name: 'New', identifier: 'web' })).toEqual([
      409,
      { identifier: 'The project identifier is already taken' },
    ]);
  });
});

it('A request for the modules of a project with modules disabled gets a 400 response', async () => {
  expect(await request('GET', `projects/${sample.project('NOTES')}/modules/`)).toEqual([
    400,
    { non_field_errors: ['Modules are not enabled for this project'] },
  ]);
});

describe('A comment', () => {
  it('belongs to the caller, is internal by default, and is stored unchanged', async () => {
    const comment_html = '<img src=x onerror=alert(1)>';
    expect(await request('POST', `${ITEM_PATH}comments/`, { comment_html })).toMatchObject([
      201,
      { comment_html, access: 'INTERNAL', actor: sample.user('ada'), issue: sample.workItem('WEB', 4) },
    ]);
    expect((await request('POST', `${ITEM_PATH}comments/`, { access: 'EXTERNAL' }))[1]).toMatchObject({
      access: 'EXTERNAL',
      comment_html: '',
    });
  });

  it('changes the updated_at of its work item when it is created', async () => {
    await server.clock.advance(9000);
    await request('POST', `${ITEM_PATH}comments/`, { comment_html: '<p>Hm</p>' });
    expect((await request('GET', ITEM_PATH))[1]['updated_at']).toBe('2026-11-20T12:00:09.000Z');
  });

  it('is rejected if its external id exists, and the response contains the id of the existing comment', async () => {
    const body = { comment_html: '<p>Once</p>', external_source: 'contrail', external_id: 'c1' };
    const [, first] = await request('POST', `${ITEM_PATH}comments/`, body);
    expect(await request('POST', `${ITEM_PATH}comments/`, body)).toEqual([
      409,
      { error: expect.any(String), id: first['id'] },
    ]);
    expect((await request('GET', `${ITEM_PATH}comments/`))[1]['total_results']).toBe(1);
  });

  it('is not listed if the query names another work item or workspace', async () => {
    await request('POST', `${ITEM_PATH}comments/`, { comment_html: '<p>Here</p>' });
    const countComments = async (query: string): Promise<unknown> =>
      (await request('GET', `${ITEM_PATH}comments/?${query}`))[1]['total_results'];
    expect(
      await countComments(`issue=${sample.workItem('WEB', 4)}&project=${sample.project('WEB')}&workspace=contrail`),
    ).toBe(1);
    expect(await countComments('issue=other')).toBe(0);
    expect(await countComments('workspace=other')).toBe(0);
  });
});
