// Tests customers, initiatives, epics, teamspaces and stickies beyond the table of operations.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nameId } from '../../src/server/nameId.ts';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Body = Record<string, unknown>;
const ABSENT = { error: 'The requested resource does not exist.' };
const LATER = '2026-11-20T12:00:09.000Z';
const API = `projects/${sample.project('API')}`;
const PARCELS = `initiatives/${nameId('initiative', 'Know where every parcel is')}/`;
const DEPOT = `teamspaces/${nameId('teamspace', 'Depot')}/`;
const SPRING = nameId('epic', 'The spring issue');
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function json(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const answer = await server.ask(method, path, { body });
  const text = await answer.text();
  return [answer.status, text === '' ? {} : (JSON.parse(text) as Body)];
}

/** Resolves with one field of every record in a list. */
async function listed(path: string, field = 'name'): Promise<unknown[]> {
  const [, page] = await json('GET', path);
  return (page['results'] as Body[]).map((record) => record[field]);
}

describe('A customer', () => {
  it('is created once: by name, or by its external id if one is sent', async () => {
    const [, first] = await json('POST', 'customers/', {
      name: 'Tidewater',
      description_html: '<p>Ships &amp; <b>shells</b></p>',
    });
    expect(first).toMatchObject({
      customer_request_count: 0,
      description_stripped: 'Ships & shells',
      workspace: expect.any(String),
    });
    await server.clock.advance(9000);
    const [status, again] = await json('POST', 'customers/', { name: 'Tidewater', email: 'hello@example.com' });
    expect(status).toBe(201);
    expect(again).toEqual({ ...first, email: 'hello@example.com', updated_at: LATER, updated_by: sample.user('ada') });
    const external = { external_source: 'crm', external_id: '7' };
    const [, other] = await json('POST', 'customers/', { name: 'Tidewater', ...external });
    expect(other['id']).not.toBe(first['id']);
    expect((await json('POST', 'customers/', { name: 'Tidewater Museum', ...external }))[1]).toMatchObject({
      id: other['id'],
      name: 'Tidewater Museum',
    });
    expect((await listed('customers/')).length).toBe(7);
  });

  it('is found by words of its name and description, but not by its markup, newest first', async () => {
    const all = ['Pelican Ferries', 'Oat & Anchor', 'Lantern Books', 'Quarry Street Clinic', 'Fernhill Schools'];
    expect(await listed('customers/')).toEqual(all);
    expect(await listed('customers/?query=ANCHOR')).toEqual(['Oat & Anchor']);
    expect(await listed('customers/?query=books')).toEqual(['Lantern Books', 'Fernhill Schools']);
    expect(await listed('customers/?query=%3Cp%3E')).toEqual([]);
    expect(await listed('customers/?limit=2&offset=1')).toEqual(['Oat & Anchor', 'Lantern Books']);
    expect(await listed('customers/?workspace=contrail')).toHaveLength(5);
    expect(await listed('customers/?workspace=elsewhere')).toEqual([]);
    expect(await listed('customer-properties/?workspace=elsewhere')).toEqual([]);
  });

  it('counts its requests, and is deleted with them', async () => {
    const place = `customers/${nameId('customer', 'Fernhill Schools')}/`;
    expect((await json('GET', place))[1]['customer_request_count']).toBe(2);
    const [, made] = await json('POST', `${place}requests/`, {
      title: 'Snow days',
      work_item_ids: [sample.workItem('WEB', 1)],
    });
    expect((await json('PATCH', place, { stage: 'closed_won' }))[1]).toMatchObject({
      customer_request_count: 3,
      stage: 'closed_won',
    });
    expect((await json('DELETE', place))[0]).toBe(204);
    expect(await json('GET', place)).toEqual([404, ABSENT]);
    expect(await json('GET', `${place}requests/${String(made['id'])}/`)).toEqual([404, ABSENT]);
  });

  it('has requests whose title is accepted under either name, and answered under both', async () => {
    const requests = `customers/${nameId('customer', 'Oat & Anchor')}/requests/`;
    const [, byName] = await json('POST', requests, { name: 'Porridge' });
    expect(byName).toMatchObject({ name: 'Porridge', title: 'Porridge' });
    const [, byTitle] = await json('PATCH', `${requests}${String(byName['id'])}/`, { title: 'Muesli' });
    expect(byTitle).toMatchObject({ name: 'Muesli', title: 'Muesli' });
    expect(await json('POST', requests, { title: 'x', work_item_ids: ['none'] })).toMatchObject([
      400,
      { work_item_ids: { '0': [/none/] } },
    ]);
    expect(await listed(`${requests}?query=sundays`)).toEqual(['Webhooks we can ask for again']);
  });

  it('has properties that need only one of their two names', async () => {
    expect((await json('POST', 'customer-properties/', { display_name: 'Depot' }))[1]).toMatchObject({ name: 'Depot' });
    expect((await json('POST', 'customer-properties/', { name: 'van' }))[1]).toMatchObject({
      display_name: 'van',
      is_active: true,
    });
    expect(await listed('customer-properties/', 'display_name')).toEqual([
      'Region',
      'Renewal',
      'Parcels a month',
      'Tries things early',
      'Depot',
      'van',
    ]);
  });
});

describe('An initiative', () => {
  it('is created as a draft, and requires ordered dates and a lead who is a user', async () => {
    const [, made] = await json('POST', 'initiatives/', { name: 'Quieter vans', start_date: '2026-12-01' });
    expect(made).toMatchObject({ state: 'DRAFT', lead: null, end_date: null });
    const place = `initiatives/${String(made['id'])}/`;
    const change = (body: Body) => json('PATCH', place, { name: 'Quieter vans', ...body });
    expect(await change({ end_date: '2026-11-30' })).toMatchObject([400, { end_date: [expect.any(String)] }]);
    expect(await change({ lead: 'nobody' })).toMatchObject([400, { lead: [expect.any(String)] }]);
    expect(await change({ lead: sample.user('elif'), state: 'CLOSED' })).toMatchObject([
      200,
      { lead: sample.user('elif'), state: 'CLOSED' },
    ]);
    expect((await listed('initiatives/'))[0]).toBe('Quieter vans');
  });

  it.each([
    ['labels', 'label_ids', nameId('initiative-label', 'Upkeep'), 'Upkeep', 200],
    ['projects', 'project_ids', sample.project('NOTES'), 'Field Notes', 200],
    ['epics', 'epic_ids', SPRING, 'The spring issue', 201],
  ] as const)('adds %s once each, and removes them', async (what, field, id, name, created) => {
    const place = `${PARCELS}${what}/`;
    const before = await listed(place);
    const [status, added] = await json('POST', place, { [field]: [id, id] });
    expect([status, (added as unknown as Body[]).map((record) => record['name'])]).toEqual([created, [name]]);
    await json('POST', place, { [field]: [id] });
    expect(await listed(place)).toEqual([...before, name]);
    expect(await listed(`${place}?per_page=1&cursor=1:2:0`)).toEqual([name]);
    expect(await json('POST', place, { [field]: [id, 'none'] })).toMatchObject([
      400,
      { [field]: { '1': [expect.stringContaining('none')] } },
    ]);
    expect((await json('DELETE', place, { [field]: [id] }))[0]).toBe(204);
    expect((await json('DELETE', place, { [field]: [id] }))[0]).toBe(204);
    expect(await listed(place)).toEqual(before);
  });

  it('adds nothing if one of the records is unknown', async () => {
    const [status] = await json('POST', `${PARCELS}epics/`, { epic_ids: [SPRING, sample.workItem('API', 1)] });
    expect(status).toBe(400);
    expect(await listed(`${PARCELS}epics/`)).not.toContain('The spring issue');
  });

  it('loses a label or epic that is deleted, and does not delete its own epics with it', async () => {
    expect((await json('DELETE', `initiatives/labels/${nameId('initiative-label', 'This year')}/`))[0]).toBe(204);
    expect(await listed(`${PARCELS}labels/`)).toEqual(['Promise to customers']);
    expect((await json('DELETE', `${API}/epics/${nameId('epic', 'Webhooks that lose nothing')}/`))[0]).toBe(204);
    expect((await json('GET', `${PARCELS}epics/`))[1]).toMatchObject({ total_results: 1 });
    expect((await json('DELETE', PARCELS))[0]).toBe(204);
    expect(await json('GET', `${PARCELS}labels/`)).toEqual([404, ABSENT]);
    expect(await listed(`${API}/epics/`)).toEqual(['Every scan on the map within a minute']);
  });

  it('is distinguished from its labels by the word in their path', async () => {
    expect(await listed('initiatives/labels/')).toEqual(['Promise to customers', 'This year', 'Upkeep']);
    expect(await json('PATCH', 'initiatives/labels/none/', { color: '#fff' })).toEqual([404, ABSENT]);
  });
});

describe('An epic', () => {
  it('gets the next number of its project, and is answered under other keys than it is sent', async () => {
    const body = {
      state_id: sample.state('API', 'Done'),
      assignee_ids: [sample.user('bruno')],
      label_ids: [sample.label('API', 'Docs')],
    };
    const [status, epic] = await json('POST', `${API}/epics/`, {
      name: 'A calmer pager',
      parent_id: sample.workItem('API', 1),
      ...body,
    });
    expect(status).toBe(201);
    expect(epic).toMatchObject({
      sequence_id: 15,
      state: sample.state('API', 'Done'),
      assignees: [sample.user('bruno')],
      labels: [sample.label('API', 'Docs')],
      parent: sample.workItem('API', 1),
      completed_at: '2026-11-20T12:00:00.000Z',
    });
    expect(epic).not.toHaveProperty('state_id');
    expect((await json('POST', `${API}/work-items/`, { name: 'Next' }))[1]['sequence_id']).toBe(16);
    const place = `${API}/epics/${String(epic['id'])}/`;
    expect((await json('PATCH', place, { parent_id: null, priority: 'low' }))[1]).toMatchObject({
      ...epic,
      parent: null,
      priority: 'low',
      updated_by: expect.any(String),
    });
    expect(await json('GET', `${API}/work-items/${String(epic['id'])}/`)).toEqual([404, ABSENT]);
  });

  it.each<[Body, Body]>([
    [{ state_id: sample.state('WEB', 'Todo') }, { state_id: [expect.any(String)] }],
    [{ parent_id: sample.workItem('WEB', 1) }, { parent_id: [expect.any(String)] }],
    [{ assignee_ids: [sample.user('ada'), 'nobody'] }, { assignee_ids: { '1': [expect.any(String)] } }],
    [{ label_ids: [sample.label('WEB', 'Design')] }, { label_ids: { '0': [expect.any(String)] } }],
  ])('is rejected if it refers to what its project does not have: %j', async (body, refusal) => {
    expect(await json('POST', `${API}/epics/`, { name: 'x', ...body })).toEqual([400, refusal]);
  });
});

describe('A teamspace', () => {
  it('has members and projects, each once, and rejects unknown users', async () => {
    const place = `${DEPOT}members/`;
    expect(await listed(place, 'first_name')).toEqual(['Bruno', 'Ada', 'Dmitri', 'Farid']);
    const [status] = await json('POST', place, { member_ids: [sample.user('elif'), sample.user('ada')] });
    expect(status).toBe(201);
    expect(await listed(place, 'first_name')).toEqual(['Bruno', 'Ada', 'Dmitri', 'Farid', 'Elif']);
    expect(await json('POST', place, { member_ids: ['nobody'] })).toMatchObject([
      400,
      { member_ids: { '0': [expect.any(String)] } },
    ]);
    await json('DELETE', place, { member_ids: [sample.user('bruno')] });
    expect(await listed(`${place}?limit=2`, 'first_name')).toEqual(['Ada', 'Dmitri']);
    expect((await json('GET', `${DEPOT}projects/`))[1]['results']).toMatchObject([
      { identifier: 'API', total_members: 4, is_member: true },
    ]);
    expect(await json('PATCH', DEPOT, { lead: 'nobody' })).toMatchObject([400, { lead: [expect.any(String)] }]);
  });
});

describe('A sticky', () => {
  it('exists only for the user who wrote it', async () => {
    expect(await listed('stickies/')).toHaveLength(5);
    const place = `stickies/${nameId('sticky', 'Bicycle')}/`;
    for (const method of ['GET', 'DELETE']) expect(await json(method, place)).toEqual([404, ABSENT]);
    expect(await json('PATCH', place, { name: 'Mine' })).toEqual([404, ABSENT]);
  });

  it('is found by its words, and the newest is first', async () => {
    await server.clock.advance(9000);
    const [status, made] = await json('POST', 'stickies/', {
      description_html: '<p>Oil for the <i>release</i> lever</p>',
    });
    expect([status, made]).toMatchObject([201, { name: null, owner: sample.user('ada'), color: null }]);
    expect(await listed('stickies/?query=release')).toEqual([null, 'Before the release']);
    expect((await json('PATCH', `stickies/${String(made['id'])}/`, { description_html: '' }))[1]).toMatchObject({
      description_stripped: '',
    });
    expect(await listed('stickies/?query=release')).toEqual(['Before the release']);
  });
});

it('The commercial records are part of the sample only', async () => {
  await server.stop();
  server = await startTestServer({ seed: { kind: 'empty' } });
  for (const path of [
    'customers/',
    'customer-properties/',
    'initiatives/',
    'initiatives/labels/',
    'teamspaces/',
    'stickies/',
  ]) {
    expect(await listed(path)).toEqual([]);
  }
});

it('A list of commercial records contains only the requested fields, and rejects unknown ones', async () => {
  expect((await json('GET', 'customers/?fields=name,domain&per_page=1'))[1]['results']).toEqual([
    { name: 'Pelican Ferries', domain: 'pelicanferries.example' },
  ]);
  expect((await json('GET', 'initiatives/?fields=nonsense'))[0]).toBe(400);
});
