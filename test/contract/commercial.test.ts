// Tests customers, initiatives, epics, teamspaces and stickies beyond the table of operations.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuidFromName } from '../../src/server/database/uuidFromName.ts';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Body = Record<string, unknown>;
const NOT_FOUND = { error: 'The requested resource does not exist.' };
const NINE_SECONDS_LATER = '2026-11-20T12:00:09.000Z';
const API_PROJECT_PATH = `projects/${sample.project('API')}`;
const INITIATIVE_PATH = `initiatives/${uuidFromName('initiative', 'Know where every parcel is')}/`;
const TEAMSPACE_PATH = `teamspaces/${uuidFromName('teamspace', 'Depot')}/`;
const EPIC_ID = uuidFromName('epic', 'The spring issue');
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function request(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const response = await server.ask(method, path, { body });
  const text = await response.text();
  return [response.status, text === '' ? {} : (JSON.parse(text) as Body)];
}

/** Resolves with the value of the field in each record of a list. */
async function fieldValues(path: string, field = 'name'): Promise<unknown[]> {
  const [, page] = await request('GET', path);
  return (page['results'] as Body[]).map((record) => record[field]);
}

describe('A customer', () => {
  it('is updated by a create request with its external id, or with its name and no external id', async () => {
    const [, first] = await request('POST', 'customers/', {
      name: 'Tidewater',
      description_html: '<p>Ships &amp; <b>shells</b></p>',
    });
    expect(first).toMatchObject({
      customer_request_count: 0,
      description_stripped: 'Ships & shells',
      workspace: expect.any(String),
    });
    await server.clock.advance(9000);
    const [status, updatedCustomer] = await request('POST', 'customers/', {
      name: 'Tidewater',
      email: 'hello@example.com',
    });
    expect(status).toBe(201);
    expect(updatedCustomer).toEqual({
      ...first,
      email: 'hello@example.com',
      updated_at: NINE_SECONDS_LATER,
      updated_by: sample.user('ada'),
    });
    const externalFields = { external_source: 'crm', external_id: '7' };
    const [, other] = await request('POST', 'customers/', { name: 'Tidewater', ...externalFields });
    expect(other['id']).not.toBe(first['id']);
    expect((await request('POST', 'customers/', { name: 'Tidewater Museum', ...externalFields }))[1]).toMatchObject({
      id: other['id'],
      name: 'Tidewater Museum',
    });
    expect((await fieldValues('customers/')).length).toBe(7);
  });

  it('is found by text in its name or description, but not by HTML markup', async () => {
    const allNames = ['Pelican Ferries', 'Oat & Anchor', 'Lantern Books', 'Quarry Street Clinic', 'Fernhill Schools'];
    expect(await fieldValues('customers/')).toEqual(allNames);
    expect(await fieldValues('customers/?query=ANCHOR')).toEqual(['Oat & Anchor']);
    expect(await fieldValues('customers/?query=books')).toEqual(['Lantern Books', 'Fernhill Schools']);
    expect(await fieldValues('customers/?query=%3Cp%3E')).toEqual([]);
    expect(await fieldValues('customers/?limit=2&offset=1')).toEqual(['Oat & Anchor', 'Lantern Books']);
    expect(await fieldValues('customers/?workspace=contrail')).toHaveLength(5);
    expect(await fieldValues('customers/?workspace=elsewhere')).toEqual([]);
    expect(await fieldValues('customer-properties/?workspace=elsewhere')).toEqual([]);
  });

  it('contains the number of its customer requests, which are deleted together with the customer', async () => {
    const path = `customers/${uuidFromName('customer', 'Fernhill Schools')}/`;
    expect((await request('GET', path))[1]['customer_request_count']).toBe(2);
    const [, createdRecord] = await request('POST', `${path}requests/`, {
      title: 'Snow days',
      work_item_ids: [sample.workItem('WEB', 1)],
    });
    expect((await request('PATCH', path, { stage: 'closed_won' }))[1]).toMatchObject({
      customer_request_count: 3,
      stage: 'closed_won',
    });
    expect((await request('DELETE', path))[0]).toBe(204);
    expect(await request('GET', path)).toEqual([404, NOT_FOUND]);
    expect(await request('GET', `${path}requests/${String(createdRecord['id'])}/`)).toEqual([404, NOT_FOUND]);
  });

  it('has customer requests whose title can be sent as `name` or `title`, and whose responses contain both', async () => {
    const requests = `customers/${uuidFromName('customer', 'Oat & Anchor')}/requests/`;
    const [, byName] = await request('POST', requests, { name: 'Porridge' });
    expect(byName).toMatchObject({ name: 'Porridge', title: 'Porridge' });
    const [, byTitle] = await request('PATCH', `${requests}${String(byName['id'])}/`, { title: 'Muesli' });
    expect(byTitle).toMatchObject({ name: 'Muesli', title: 'Muesli' });
    expect(await request('POST', requests, { title: 'x', work_item_ids: ['none'] })).toMatchObject([
      400,
      { work_item_ids: { '0': [/none/] } },
    ]);
    expect(await fieldValues(`${requests}?query=sundays`)).toEqual(['Webhooks we can ask for again']);
  });

  it('has properties that can be created with only a name or only a display name', async () => {
    expect((await request('POST', 'customer-properties/', { display_name: 'Depot' }))[1]).toMatchObject({
      name: 'Depot',
    });
    expect((await request('POST', 'customer-properties/', { name: 'van' }))[1]).toMatchObject({
      display_name: 'van',
      is_active: true,
    });
    expect(await fieldValues('customer-properties/', 'display_name')).toEqual([
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
  it('is created as a draft, and rejects an end date before the start date and an unknown lead', async () => {
    const [, createdRecord] = await request('POST', 'initiatives/', { name: 'Quieter vans', start_date: '2026-12-01' });
    expect(createdRecord).toMatchObject({ state: 'DRAFT', lead: null, end_date: null });
    const path = `initiatives/${String(createdRecord['id'])}/`;
    const patchRecord = (body: Body) => request('PATCH', path, { name: 'Quieter vans', ...body });
    expect(await patchRecord({ end_date: '2026-11-30' })).toMatchObject([400, { end_date: [expect.any(String)] }]);
    expect(await patchRecord({ lead: 'nobody' })).toMatchObject([400, { lead: [expect.any(String)] }]);
    expect(await patchRecord({ lead: sample.user('elif'), state: 'CLOSED' })).toMatchObject([
      200,
      { lead: sample.user('elif'), state: 'CLOSED' },
    ]);
    expect((await fieldValues('initiatives/'))[0]).toBe('Quieter vans');
  });

  it.each([
    ['labels', 'label_ids', uuidFromName('initiative-label', 'Upkeep'), 'Upkeep', 200],
    ['projects', 'project_ids', sample.project('NOTES'), 'Field Notes', 200],
    ['epics', 'epic_ids', EPIC_ID, 'The spring issue', 201],
  ] as const)(
    'lists each of the added %s once, until they are removed',
    async (collection, field, id, name, addedStatus) => {
      const path = `${INITIATIVE_PATH}${collection}/`;
      const namesBefore = await fieldValues(path);
      const [status, addedRecords] = await request('POST', path, { [field]: [id, id] });
      expect([status, (addedRecords as unknown as Body[]).map((record) => record['name'])]).toEqual([
        addedStatus,
        [name],
      ]);
      await request('POST', path, { [field]: [id] });
      expect(await fieldValues(path)).toEqual([...namesBefore, name]);
      expect(await fieldValues(`${path}?per_page=1&cursor=1:2:0`)).toEqual([name]);
      expect(await request('POST', path, { [field]: [id, 'none'] })).toMatchObject([
        400,
        { [field]: { '1': [expect.stringContaining('none')] } },
      ]);
      expect((await request('DELETE', path, { [field]: [id] }))[0]).toBe(204);
      expect((await request('DELETE', path, { [field]: [id] }))[0]).toBe(204);
      expect(await fieldValues(path)).toEqual(namesBefore);
    },
  );

  it('adds none of the requested epics if one epic is unknown', async () => {
    const [status] = await request('POST', `${INITIATIVE_PATH}epics/`, {
      epic_ids: [EPIC_ID, sample.workItem('API', 1)],
    });
    expect(status).toBe(400);
    expect(await fieldValues(`${INITIATIVE_PATH}epics/`)).not.toContain('The spring issue');
  });

  it('no longer lists a deleted label or epic, and is deleted without its epics', async () => {
    expect((await request('DELETE', `initiatives/labels/${uuidFromName('initiative-label', 'This year')}/`))[0]).toBe(
      204,
    );
    expect(await fieldValues(`${INITIATIVE_PATH}labels/`)).toEqual(['Promise to customers']);
    expect(
      (await request('DELETE', `${API_PROJECT_PATH}/epics/${uuidFromName('epic', 'Webhooks that lose nothing')}/`))[0],
    ).toBe(204);
    expect((await request('GET', `${INITIATIVE_PATH}epics/`))[1]).toMatchObject({ total_results: 1 });
    expect((await request('DELETE', INITIATIVE_PATH))[0]).toBe(204);
    expect(await request('GET', `${INITIATIVE_PATH}labels/`)).toEqual([404, NOT_FOUND]);
    expect(await fieldValues(`${API_PROJECT_PATH}/epics/`)).toEqual(['Every scan on the map within a minute']);
  });

  it('is not the target of the path initiatives/labels/, which returns the labels of all initiatives', async () => {
    expect(await fieldValues('initiatives/labels/')).toEqual(['Promise to customers', 'This year', 'Upkeep']);
    expect(await request('PATCH', 'initiatives/labels/none/', { color: '#fff' })).toEqual([404, NOT_FOUND]);
  });
});

describe('An epic', () => {
  it('gets the next number of its project, and has a `state` in responses but a `state_id` in requests', async () => {
    const body = {
      state_id: sample.state('API', 'Done'),
      assignee_ids: [sample.user('bruno')],
      label_ids: [sample.label('API', 'Docs')],
    };
    const [status, epic] = await request('POST', `${API_PROJECT_PATH}/epics/`, {
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
    expect((await request('POST', `${API_PROJECT_PATH}/work-items/`, { name: 'Next' }))[1]['sequence_id']).toBe(16);
    const path = `${API_PROJECT_PATH}/epics/${String(epic['id'])}/`;
    expect((await request('PATCH', path, { parent_id: null, priority: 'low' }))[1]).toMatchObject({
      ...epic,
      parent: null,
      priority: 'low',
      updated_by: expect.any(String),
    });
    expect(await request('GET', `${API_PROJECT_PATH}/work-items/${String(epic['id'])}/`)).toEqual([404, NOT_FOUND]);
  });

  it.each<[Body, Body]>([
    [{ state_id: sample.state('WEB', 'Todo') }, { state_id: [expect.any(String)] }],
    [{ parent_id: sample.workItem('WEB', 1) }, { parent_id: [expect.any(String)] }],
    [{ assignee_ids: [sample.user('ada'), 'nobody'] }, { assignee_ids: { '1': [expect.any(String)] } }],
    [{ label_ids: [sample.label('WEB', 'Design')] }, { label_ids: { '0': [expect.any(String)] } }],
  ])('is rejected if it refers to a record that its project does not have: %j', async (body, expectedError) => {
    expect(await request('POST', `${API_PROJECT_PATH}/epics/`, { name: 'x', ...body })).toEqual([400, expectedError]);
  });
});

describe('A teamspace', () => {
  it('has members and projects without duplicates, and rejects unknown users', async () => {
    const path = `${TEAMSPACE_PATH}members/`;
    expect(await fieldValues(path, 'first_name')).toEqual(['Bruno', 'Ada', 'Dmitri', 'Farid']);
    const [status] = await request('POST', path, { member_ids: [sample.user('elif'), sample.user('ada')] });
    expect(status).toBe(201);
    expect(await fieldValues(path, 'first_name')).toEqual(['Bruno', 'Ada', 'Dmitri', 'Farid', 'Elif']);
    expect(await request('POST', path, { member_ids: ['nobody'] })).toMatchObject([
      400,
      { member_ids: { '0': [expect.any(String)] } },
    ]);
    await request('DELETE', path, { member_ids: [sample.user('bruno')] });
    expect(await fieldValues(`${path}?limit=2`, 'first_name')).toEqual(['Ada', 'Dmitri']);
    expect((await request('GET', `${TEAMSPACE_PATH}projects/`))[1]['results']).toMatchObject([
      { identifier: 'API', total_members: 4, is_member: true },
    ]);
    expect(await request('PATCH', TEAMSPACE_PATH, { lead: 'nobody' })).toMatchObject([
      400,
      { lead: [expect.any(String)] },
    ]);
  });
});

describe('A sticky', () => {
  it('can be read, changed and deleted only by the user who created it', async () => {
    expect(await fieldValues('stickies/')).toHaveLength(5);
    const path = `stickies/${uuidFromName('sticky', 'Bicycle')}/`;
    for (const method of ['GET', 'DELETE']) expect(await request(method, path)).toEqual([404, NOT_FOUND]);
    expect(await request('PATCH', path, { name: 'Mine' })).toEqual([404, NOT_FOUND]);
  });

  it('is found by its text, and stickies are listed newest first', async () => {
    await server.clock.advance(9000);
    const [status, createdRecord] = await request('POST', 'stickies/', {
      description_html: '<p>Oil for the <i>release</i> lever</p>',
    });
    expect([status, createdRecord]).toMatchObject([201, { name: null, owner: sample.user('ada'), color: null }]);
    expect(await fieldValues('stickies/?query=release')).toEqual([null, 'Before the release']);
    expect(
      (await request('PATCH', `stickies/${String(createdRecord['id'])}/`, { description_html: '' }))[1],
    ).toMatchObject({
      description_stripped: '',
    });
    expect(await fieldValues('stickies/?query=release')).toEqual(['Before the release']);
  });
});

it('An empty workspace contains no records of the commercial edition', async () => {
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
    expect(await fieldValues(path)).toEqual([]);
  }
});

it('A list of commercial records contains only the requested fields, and rejects unknown fields', async () => {
  expect((await request('GET', 'customers/?fields=name,domain&per_page=1'))[1]['results']).toEqual([
    { name: 'Pelican Ferries', domain: 'pelicanferries.example' },
  ]);
  expect((await request('GET', 'initiatives/?fields=nonsense'))[0]).toBe(400);
});
