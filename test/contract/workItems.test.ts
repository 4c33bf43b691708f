// Tests which changes work items accept, the search, and the lookup by identifier.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Body = Record<string, unknown>;
const WEB = `projects/${sample.project('WEB')}/work-items/`;
const ITEM = `${WEB}${sample.workItem('WEB', 3)}/`;
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function json(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const answer = await server.ask(method, path, { body });
  return [answer.status, (await answer.json()) as Body];
}

describe('A change of a work item', () => {
  it('changes the sent fields and keeps all others', async () => {
    const [, before] = await json('GET', ITEM);
    await server.clock.advance(1000);
    const [status, after] = await json('PATCH', ITEM, { priority: 'low', labels: [], target_date: null });
    expect(status).toBe(200);
    expect(after).toEqual({
      ...before,
      priority: 'low',
      labels: [],
      target_date: null,
      updated_at: '2026-11-20T12:00:01.000Z',
      updated_by: sample.user('ada'),
    });
    expect((await json('GET', ITEM))[1]).toEqual(after);
  });

  it('stores a description unchanged, whatever it contains', async () => {
    const description_html = '<script>alert(1)</script> <P CLASS=x>a&nbsp;b</P>\n<odd-thing data-z="1"/>';
    expect((await json('PATCH', ITEM, { description_html }))[1]).toMatchObject({ description_html });
    expect((await json('PATCH', ITEM, { description_html: '' }))[1]).toMatchObject({ description_html: '' });
  });

  it('sets the default state of the project if the state is null', async () => {
    expect((await json('PATCH', ITEM, { state: null }))[1]).toMatchObject({ state: sample.state('WEB', 'Backlog') });
    expect((await json('POST', WEB, { name: 'Stateless', state: null }))[1]).toMatchObject({
      state: sample.state('WEB', 'Backlog'),
    });
  });

  it('sets the time of completion in a completed state, and clears it in another one', async () => {
    expect((await json('PATCH', ITEM, { state: sample.state('WEB', 'Done') }))[1]['completed_at']).toBe(
      '2026-11-20T12:00:00.000Z',
    );
    await server.clock.advance(5000);
    expect((await json('PATCH', ITEM, { name: 'Same' }))[1]['completed_at']).toBe('2026-11-20T12:00:00.000Z');
    expect((await json('PATCH', ITEM, { state: sample.state('WEB', 'Todo') }))[1]['completed_at']).toBeNull();
  });

  it.each<[string, Body, Body]>([
    [
      'a state of another project',
      { state: sample.state('API', 'Todo') },
      { non_field_errors: ['State is not valid please pass a valid state_id'] },
    ],
    ['an unknown user', { assignees: [sample.user('ada'), 'nobody'] }, { assignees: { '1': expect.any(Array) } }],
    ['a label of another project', { labels: [sample.label('API', 'Docs')] }, { labels: { '0': expect.any(Array) } }],
    ['a module of another project', { module: sample.module('API', 'Tracking') }, { module: expect.any(Array) }],
    ['a type of another project', { type: sample.type('API', 'Bug') }, { type: expect.any(Array) }],
    ['a parent in another project', { parent: sample.workItem('API', 1) }, { parent: expect.any(Array) }],
    [
      'itself as its parent',
      { parent: sample.workItem('WEB', 3) },
      { parent: ['A work item cannot be below itself.'] },
    ],
    [
      'a child as its parent',
      { parent: sample.workItem('WEB', 5) },
      { parent: ['A work item cannot be below itself.'] },
    ],
    ['a target date before the start date', { target_date: '2026-01-01' }, { target_date: expect.any(Array) }],
    ['an invalid date', { target_date: '2026-02-30' }, { target_date: expect.any(Array) }],
    ['a blank name', { name: '  ' }, { name: ['Enter a name.'] }],
    ['an estimate out of range', { estimate_point: '8' }, { estimate_point: ['Use a whole number from 0 to 7.'] }],
    ['an id that is not text', { labels: ['x', 5] }, { labels: { '1': expect.any(Array) } }],
  ])('is rejected with %s, names the field, and changes nothing', async (_, body, error) => {
    const [, before] = await json('GET', ITEM);
    expect(await json('PATCH', ITEM, { name: 'Half done', ...body })).toEqual([400, error]);
    expect((await json('GET', ITEM))[1]).toEqual(before);
  });
});

describe('A new work item', () => {
  it('gets the next number and the default state', async () => {
    const [status, made] = await json('POST', WEB, { name: 'Next' });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      sequence_id: 29,
      state: sample.state('WEB', 'Backlog'),
      priority: 'none',
      module: null,
    });
    expect((await json('POST', WEB, { name: 'After' }))[1]['sequence_id']).toBe(30);
    expect((await json('GET', 'work-items/WEB-29/'))[1]['id']).toBe(made['id']);
  });

  it('uses no number if it is rejected', async () => {
    expect((await json('POST', WEB, { name: 'Bad', labels: ['nope'] }))[0]).toBe(400);
    expect((await json('POST', WEB, { name: 'Good' }))[1]['sequence_id']).toBe(29);
  });

  it('is answered with the id of the first one if its external id is repeated', async () => {
    const body = { name: 'Once', external_source: 'contrail', external_id: '1' };
    const [, first] = await json('POST', WEB, body);
    expect(await json('POST', WEB, body)).toEqual([409, { error: expect.any(String), id: first['id'] }]);
    expect((await json('POST', WEB, { ...body, external_id: '2' }))[0]).toBe(201);
  });
});

describe('The lookup of a work item', () => {
  it('finds identifiers in upper case only', async () => {
    expect((await server.ask('GET', 'work-items/web-1/')).status).toBe(403);
    expect((await server.ask('GET', 'work-items/NONE-1/')).status).toBe(403);
    expect((await server.ask('GET', 'work-items/WEB-999/')).status).toBe(404);
    expect((await server.ask('GET', 'work-items/WEB-x/')).status).toBe(404);
  });

  const found = async (query: string): Promise<string[]> => {
    const [, body] = await json('GET', `work-items/search/?${query}`);
    return (body['issues'] as Body[]).map(
      (one) => `${String(one['project__identifier'])}-${String(one['sequence_id'])}`,
    );
  };

  it('searches names in any case, identifiers and numbers', async () => {
    expect(await found('search=PASSKEY')).toEqual(['WEB-11', 'WEB-10']);
    expect(await found(`search=7&project_id=${sample.project('WEB')}`)).toEqual(['WEB-7']);
    expect(await found('search=api&limit=3')).toEqual(['API-12', 'API-11', 'API-10']);
  });

  it('finds nothing for an empty text, and treats wildcards literally', async () => {
    expect(await found('search=')).toEqual([]);
    expect(await found('search=%25')).toEqual([]);
  });

  it('searches the project only, unless the whole workspace is requested', async () => {
    const project = `project_id=${sample.project('API')}`;
    expect(await found(`search=board&${project}`)).toEqual([]);
    expect(await found(`search=board&limit=2&${project}&workspace_search=true`)).toHaveLength(2);
  });
});
