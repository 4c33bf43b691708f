// Tests changes, creation, lookup by identifier, and search of work items.
import { describe, expect, it } from 'vitest';
import { forEachTest } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

type Body = Record<string, unknown>;
const WEB_ITEMS_PATH = `projects/${sample.project('WEB')}/work-items/`;
const ITEM_PATH = `${WEB_ITEMS_PATH}${sample.workItem('WEB', 3)}/`;

const server = forEachTest(startTestServer);

async function request(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const response = await server.ask(method, path, { body });
  return [response.status, (await response.json()) as Body];
}

describe('A change of a work item', () => {
  it('leaves the fields that are not in the request unchanged', async () => {
    const [, itemBefore] = await request('GET', ITEM_PATH);
    await server.clock.advance(1000);
    const [status, itemAfter] = await request('PATCH', ITEM_PATH, { priority: 'low', labels: [], target_date: null });
    expect(status).toBe(200);
    expect(itemAfter).toEqual({
      ...itemBefore,
      priority: 'low',
      labels: [],
      target_date: null,
      updated_at: '2026-11-20T12:00:01.000Z',
      updated_by: sample.user('ada'),
    });
    expect((await request('GET', ITEM_PATH))[1]).toEqual(itemAfter);
  });

  it('stores a description unchanged, even with scripts and unknown elements', async () => {
    const description_html = '<script>alert(1)</script> <P CLASS=x>a&nbsp;b</P>\n<odd-thing data-z="1"/>';
    expect((await request('PATCH', ITEM_PATH, { description_html }))[1]).toMatchObject({ description_html });
    expect((await request('PATCH', ITEM_PATH, { description_html: '' }))[1]).toMatchObject({ description_html: '' });
  });

  it('moves the work item to the default state of its project if the state in the request is null', async () => {
    expect((await request('PATCH', ITEM_PATH, { state: null }))[1]).toMatchObject({
      state: sample.state('WEB', 'Backlog'),
    });
    expect((await request('POST', WEB_ITEMS_PATH, { name: 'Stateless', state: null }))[1]).toMatchObject({
      state: sample.state('WEB', 'Backlog'),
    });
  });

  it('sets completed_at for a completed state, and clears completed_at for another state', async () => {
    expect((await request('PATCH', ITEM_PATH, { state: sample.state('WEB', 'Done') }))[1]['completed_at']).toBe(
      '2026-11-20T12:00:00.000Z',
    );
    await server.clock.advance(5000);
    expect((await request('PATCH', ITEM_PATH, { name: 'Same' }))[1]['completed_at']).toBe('2026-11-20T12:00:00.000Z');
    expect((await request('PATCH', ITEM_PATH, { state: sample.state('WEB', 'Todo') }))[1]['completed_at']).toBeNull();
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
      { parent: ["A work item can't be its own ancestor."] },
    ],
    [
      'a child as its parent',
      { parent: sample.workItem('WEB', 5) },
      { parent: ["A work item can't be its own ancestor."] },
    ],
    ['a target date before the start date', { target_date: '2026-01-01' }, { target_date: expect.any(Array) }],
    ['an invalid date', { target_date: '2026-02-30' }, { target_date: expect.any(Array) }],
    ['a blank name', { name: '  ' }, { name: ['Enter a name.'] }],
    ['an estimate out of range', { estimate_point: '8' }, { estimate_point: ['Use a whole number from 0 to 7.'] }],
    ['an id that is not text', { labels: ['x', 5] }, { labels: { '1': expect.any(Array) } }],
  ])('with %s is rejected, and changes no field', async (_, body, expectedError) => {
    const [, itemBefore] = await request('GET', ITEM_PATH);
    expect(await request('PATCH', ITEM_PATH, { name: 'Half done', ...body })).toEqual([400, expectedError]);
    expect((await request('GET', ITEM_PATH))[1]).toEqual(itemBefore);
  });
});

describe('A new work item', () => {
  it('gets the next number and the default state', async () => {
    const [status, createdItem] = await request('POST', WEB_ITEMS_PATH, { name: 'Next' });
    expect(status).toBe(201);
    expect(createdItem).toMatchObject({
      sequence_id: 29,
      state: sample.state('WEB', 'Backlog'),
      priority: 'none',
      module: null,
    });
    expect((await request('POST', WEB_ITEMS_PATH, { name: 'After' }))[1]['sequence_id']).toBe(30);
    expect((await request('GET', 'work-items/WEB-29/'))[1]['id']).toBe(createdItem['id']);
  });

  it('does not use up a number if it is rejected', async () => {
    expect((await request('POST', WEB_ITEMS_PATH, { name: 'Bad', labels: ['nope'] }))[0]).toBe(400);
    expect((await request('POST', WEB_ITEMS_PATH, { name: 'Good' }))[1]['sequence_id']).toBe(29);
  });

  it('is rejected if its external id exists, and the response contains the id of the existing work item', async () => {
    const body = { name: 'Once', external_source: 'contrail', external_id: '1' };
    const [, first] = await request('POST', WEB_ITEMS_PATH, body);
    expect(await request('POST', WEB_ITEMS_PATH, body)).toEqual([409, { error: expect.any(String), id: first['id'] }]);
    expect((await request('POST', WEB_ITEMS_PATH, { ...body, external_id: '2' }))[0]).toBe(201);
  });
});

it('A work item is not found by an unknown identifier or by its identifier in another letter case', async () => {
  expect((await server.ask('GET', 'work-items/web-1/')).status).toBe(403);
  expect((await server.ask('GET', 'work-items/NONE-1/')).status).toBe(403);
  expect((await server.ask('GET', 'work-items/WEB-999/')).status).toBe(404);
  expect((await server.ask('GET', 'work-items/WEB-x/')).status).toBe(404);
});

describe('The search for work items', () => {
  const search = async (query: string): Promise<string[]> => {
    const [, body] = await request('GET', `work-items/search/?${query}`);
    return (body['issues'] as Body[]).map(
      (item) => `${String(item['project__identifier'])}-${String(item['sequence_id'])}`,
    );
  };

  it('finds work items by name in any letter case, by project identifier and by number', async () => {
    expect(await search('search=PASSKEY')).toEqual(['WEB-11', 'WEB-10']);
    expect(await search(`search=7&project_id=${sample.project('WEB')}`)).toEqual(['WEB-7']);
    expect(await search('search=api&limit=3')).toEqual(['API-12', 'API-11', 'API-10']);
  });

  it('finds no work items for an empty text, and treats wildcards literally', async () => {
    expect(await search('search=')).toEqual([]);
    expect(await search('search=%25')).toEqual([]);
  });

  it('is limited to the project unless the whole workspace is requested', async () => {
    const project = `project_id=${sample.project('API')}`;
    expect(await search(`search=board&${project}`)).toEqual([]);
    expect(await search(`search=board&limit=2&${project}&workspace_search=true`)).toHaveLength(2);
  });
});
