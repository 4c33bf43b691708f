// Tests behavior observed on a real open-source server but not documented.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/server/database/database.ts';
import { defaultRecords } from '../../src/server/database/defaultRecords.ts';
import { makeGuest, startChangedServer } from '../support/changedServer.ts';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';
import { UNKNOWN_ID } from './pathParameters.ts';

type Body = Record<string, unknown> & { readonly id: string };
const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}/`;
const ITEM_PATH = `${WEB_PROJECT_PATH}work-items/${sample.workItem('WEB', 1)}/`;
const MODULE_PATH = `${WEB_PROJECT_PATH}modules/${sample.module('WEB', 'Board')}/`;
const UNKNOWN_ITEM_PATH = `${WEB_PROJECT_PATH}work-items/${UNKNOWN_ID}/`;
const FORBIDDEN = [403, { detail: 'You do not have permission to perform this action.' }];
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ dialect: 'community' });
});
afterEach(() => server.stop());

/** Restarts the server with a database to which `change` was applied, for changes that no request can make. */
async function restartWithChange(change: (database: Database) => void): Promise<void> {
  await server.stop();
  server = await startChangedServer(change);
}

async function request(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const response = await server.ask(method, path, { body });
  const text = await response.text();
  return [response.status, (text === '' ? {} : JSON.parse(text)) as Body];
}

describe('A module on an open-source server', () => {
  it('has no id in the response to an update', async () => {
    const [status, body] = await request('PATCH', MODULE_PATH, { status: 'paused', members: [sample.user('ada')] });
    const fields = [
      'name',
      'description',
      'start_date',
      'target_date',
      'status',
      'lead',
      'external_source',
      'external_id',
    ];
    expect([status, Object.keys(body)]).toEqual([200, fields]);
    expect((await request('GET', MODULE_PATH))[1]).toMatchObject({ status: 'paused', members: [sample.user('ada')] });
  });

  it('ignores unknown ids when work items are added', async () => {
    const issues = [UNKNOWN_ID, sample.workItem('WEB', 20)];
    expect(await request('POST', `${MODULE_PATH}module-issues/`, { issues })).toMatchObject([
      200,
      [{ issue: sample.workItem('WEB', 20) }],
    ]);
  });
});

describe('A project on an open-source server', () => {
  it('does not exist (404) after its deletion, and what is in it is forbidden (403), but for empty lists', async () => {
    const [, createdRecord] = await request('POST', 'projects/', { name: 'Short lived', identifier: 'SHORT' });
    expect((await request('DELETE', `projects/${createdRecord.id}/`))[0]).toBe(204);
    expect((await request('GET', `projects/${createdRecord.id}/`))[0]).toBe(404);
    expect((await request('GET', `projects/${UNKNOWN_ID}/`))[0]).toBe(404);
    expect(await request('PATCH', `projects/${createdRecord.id}/`, {})).toEqual(FORBIDDEN);
    expect(await request('DELETE', `projects/${createdRecord.id}/`)).toEqual(FORBIDDEN);
    expect(await request('GET', `projects/${createdRecord.id}/work-items/`)).toEqual(FORBIDDEN);
    expect(await request('GET', `projects/${createdRecord.id}/labels/`)).toMatchObject([200, { results: [] }]);
    expect(await request('GET', `projects/${createdRecord.id}/members/`)).toEqual([200, []]);
  });

  it('can be read by a caller who is not a member, but its work items cannot', async () => {
    await restartWithChange((store) => store.remove('membership', sample.membership('WEB', 'ada')));
    expect(await request('GET', WEB_PROJECT_PATH)).toMatchObject([200, { is_member: false }]);
    expect(await request('GET', `${WEB_PROJECT_PATH}work-items/`)).toEqual(FORBIDDEN);
    expect(await request('PATCH', ITEM_PATH, { name: 'Changed' })).toEqual(FORBIDDEN);
  });

  it('accepts new work items while it is archived, but no request returns these work items', async () => {
    expect((await request('POST', `${WEB_PROJECT_PATH}archive/`))[0]).toBe(204);
    const [status, createdRecord] = await request('POST', `${WEB_PROJECT_PATH}work-items/`, { name: 'Lost' });
    expect(status).toBe(201);
    expect((await request('GET', `${WEB_PROJECT_PATH}work-items/${createdRecord.id}/`))[0]).toBe(404);
    expect((await request('GET', `work-items/WEB-${String(createdRecord['sequence_id'])}/`))[0]).toBe(404);
    expect((await request('GET', `${WEB_PROJECT_PATH}work-items/`))[1]).toMatchObject({
      results: [],
      total_results: 0,
    });
    expect((await request('GET', `${MODULE_PATH}module-issues/`))[1]).toMatchObject({ results: [] });
    expect(await request('GET', 'work-items/search/?search=Lost&workspace_search=true')).toEqual([200, { issues: [] }]);
  });
});

describe('An open-source server', () => {
  it.each([
    ['the work items of a module', `${WEB_PROJECT_PATH}modules/${UNKNOWN_ID}/module-issues/`],
    ['the work items of a cycle', `${WEB_PROJECT_PATH}cycles/${UNKNOWN_ID}/cycle-issues/`],
    ['the comments of a work item', `${UNKNOWN_ITEM_PATH}comments/`],
    ['the activities of a work item', `${UNKNOWN_ITEM_PATH}activities/`],
    ['the links of a work item', `${UNKNOWN_ITEM_PATH}links/`],
  ])('returns an empty list of %s if the id in the path is unknown', async (_, path) => {
    expect(await request('GET', path)).toMatchObject([200, { results: [], total_results: 0 }]);
  });

  it('returns no relations of an unknown work item', async () => {
    expect(await request('GET', `${UNKNOWN_ITEM_PATH}relations/`)).toMatchObject([
      200,
      { blocking: [], blocked_by: [], relates_to: [] },
    ]);
  });

  it('returns no attachments and no search results for an unknown workspace, but 403 for a list of projects', async () => {
    const unknownWorkspace = `/api/v1/workspaces/nowhere/`;
    expect(await request('GET', `${unknownWorkspace}${ITEM_PATH}attachments/`)).toEqual([200, []]);
    expect(await request('GET', `${unknownWorkspace}work-items/search/?search=a`)).toEqual([200, { issues: [] }]);
    expect(await request('GET', 'work-items/search/')).toEqual([200, { issues: [] }]);
    expect(await request('GET', `${unknownWorkspace}projects/`)).toEqual(FORBIDDEN);
  });
});

describe('A deleted work item on an open-source server', () => {
  const otherId = sample.workItem('WEB', 2);

  beforeEach(async () => {
    await request('POST', `${ITEM_PATH}relations/`, { relation_type: 'blocking', issues: [otherId] });
    expect((await request('DELETE', ITEM_PATH))[0]).toBe(204);
  });

  it('is not found itself, and takes no attachment and no sub-item', async () => {
    expect((await request('GET', ITEM_PATH))[0]).toBe(404);
    expect((await request('PATCH', ITEM_PATH, { name: 'Changed' }))[0]).toBe(404);
    const attachment = { name: 'a.txt', type: 'text/plain', size: 1 };
    expect((await request('POST', `${ITEM_PATH}attachments/`, attachment))[0]).toBe(404);
    const child = { name: 'Child', parent: sample.workItem('WEB', 1) };
    expect((await request('POST', `${WEB_PROJECT_PATH}work-items/`, child))[0]).toBe(400);
  });

  it('takes comments and links, and lists them', async () => {
    const [status, comment] = await request('POST', `${ITEM_PATH}comments/`, { comment_html: '<p>Too late</p>' });
    expect(status).toBe(201);
    expect((await request('GET', `${ITEM_PATH}comments/`))[1]).toMatchObject({ results: [{ id: comment.id }] });
    expect((await request('POST', `${ITEM_PATH}links/`, { url: 'https://contrail.example/late' }))[0]).toBe(201);
  });

  it('loses its relations, and takes new ones in both directions, which are listed', async () => {
    const otherPath = `${WEB_PROJECT_PATH}work-items/${otherId}/relations/`;
    expect((await request('GET', otherPath))[1]).toMatchObject({ blocked_by: [] });
    const toDeleted = { relation_type: 'relates_to', issues: [sample.workItem('WEB', 1)] };
    expect(await request('POST', otherPath, toDeleted)).toMatchObject([201, [{ id: sample.workItem('WEB', 1) }]]);
    expect((await request('GET', otherPath))[1]).toMatchObject({
      relates_to: [{ issue_id: sample.workItem('WEB', 1) }],
    });
    const fromDeleted = { relation_type: 'duplicate', issues: [otherId] };
    expect((await request('POST', `${ITEM_PATH}relations/`, fromDeleted))[0]).toBe(201);
  });

  it('is accepted by modules, which ignore it', async () => {
    const body = { issues: [sample.workItem('WEB', 1)] };
    expect(await request('POST', `${MODULE_PATH}module-issues/`, body)).toEqual([200, []]);
  });
});

describe('A relation on an open-source server', () => {
  const relationsPath = `${ITEM_PATH}relations/`;
  const second = sample.workItem('WEB', 2);
  const relate = (relation_type: string, ...issues: readonly string[]) =>
    request('POST', relationsPath, { relation_type, issues });

  it('stays as it is if a second type is added for the same pair: the response is 201 without an item', async () => {
    expect(await relate('blocked_by', second)).toMatchObject([201, [{ id: second }]]);
    expect(await relate('duplicate', second)).toEqual([201, []]);
    expect(await relate('blocked_by', second)).toEqual([201, []]);
    expect((await request('GET', relationsPath))[1]).toMatchObject({
      blocked_by: [{ project_id: sample.project('WEB'), issue_id: second }],
      duplicate: [],
    });
  });

  it('is stored a second time in the reverse direction', async () => {
    await relate('start_after', second);
    expect(await relate('finish_before', second)).toMatchObject([201, [{ id: second }]]);
    expect((await request('GET', relationsPath))[1]).toMatchObject({
      start_after: [{ issue_id: second }],
      finish_before: [{ issue_id: second }],
    });
  });

  it('may be one to the work item itself, but not to an unknown one', async () => {
    expect((await relate('relates_to', sample.workItem('WEB', 1)))[0]).toBe(201);
    expect(await relate('relates_to', UNKNOWN_ID)).toEqual([400, { error: 'The payload is not valid' }]);
  });
});

it('An open-source server leaves a guest and a stranger out of the assignees without an error', async () => {
  await restartWithChange((database) => makeGuest(database, 'bruno'));
  const assignees = [sample.user('ada'), sample.user('bruno')];
  const created = await request('POST', `${WEB_PROJECT_PATH}work-items/`, { name: 'For a guest', assignees });
  expect(created).toMatchObject([201, { assignees: [sample.user('ada')] }]);
  expect(await request('PATCH', ITEM_PATH, { assignees: [sample.user('bruno')] })).toMatchObject([
    200,
    { assignees: [] },
  ]);
});

describe('A cycle on an open-source server', () => {
  it('accepts no work items after it has ended, and the response contains an error code', async () => {
    const endedCyclePath = `${WEB_PROJECT_PATH}cycles/${sample.cycle('WEB', 'Keys and focus')}/cycle-issues/`;
    const [status, body] = await request('POST', endedCyclePath, { issues: [sample.workItem('WEB', 1)] });
    expect([status, body]).toEqual([400, { code: 'CYCLE_COMPLETED', message: expect.any(String) }]);
  });

  it('accepts dates and timestamps in an update, and a start date without an end date', async () => {
    const [, createdRecord] = await request('POST', `${WEB_PROJECT_PATH}cycles/`, {
      name: 'A',
      project_id: sample.project('WEB'),
    });
    const cyclePath = `${WEB_PROJECT_PATH}cycles/${createdRecord.id}/`;
    expect((await request('POST', `${WEB_PROJECT_PATH}cycles/`, { name: 'B', start_date: '2026-12-01' }))[0]).toBe(400);
    expect(await request('PATCH', cyclePath, { start_date: '2026-12-01' })).toMatchObject([
      200,
      { start_date: '2026-12-01T00:00:00Z' },
    ]);
    expect(await request('PATCH', cyclePath, { end_date: '2026-12-09T10:00:00Z' })).toMatchObject([
      200,
      { end_date: '2026-12-09T10:00:00Z' },
    ]);
    expect((await request('PATCH', cyclePath, { end_date: 'soon' }))[0]).toBe(400);
  });
});

it('An open-source server returns a file even if the path names another work item of the project', async () => {
  const [, [file]] = (await request('GET', `${ITEM_PATH}attachments/`)) as unknown as [number, [Body]];
  for (const item of [sample.workItem('WEB', 2), UNKNOWN_ID]) {
    expect((await request('GET', `${WEB_PROJECT_PATH}work-items/${item}/attachments/${file.id}/`))[0]).toBe(302);
  }
  expect(
    (await request('GET', `projects/${sample.project('API')}/work-items/${UNKNOWN_ID}/attachments/${file.id}/`))[0],
  ).toBe(404);
});

it('An open-source server returns an image from a description, but does not list the image as an attachment', async () => {
  const id = 'b3a1f7f4-9f1c-4d7e-8a55-0f7f0c1f2a3b';
  const item = sample.workItem('WEB', 2);
  const image = {
    id,
    asset: 'workspace/picture.png',
    project: sample.project('WEB'),
    issue: item,
    is_uploaded: true,
  };
  await restartWithChange((store) =>
    store.insert('attachment', item, { ...defaultRecords.attachment, ...image, entity_type: 'ISSUE_DESCRIPTION' }),
  );
  const attachmentsPath = `${WEB_PROJECT_PATH}work-items/${item}/attachments/`;
  expect(await request('GET', attachmentsPath)).toEqual([200, []]);
  expect((await request('GET', `${attachmentsPath}${id}/`))[0]).toBe(302);
});

it('An open-source server accepts any text as the URL of an existing link, but not of a new link', async () => {
  const [, createdRecord] = await request('POST', `${ITEM_PATH}links/`, { url: 'https://contrail.example/' });
  for (const url of ['ftp://contrail.example', 'no address']) {
    expect(await request('PATCH', `${ITEM_PATH}links/${createdRecord.id}/`, { url })).toMatchObject([200, { url }]);
    expect((await request('POST', `${ITEM_PATH}links/`, { url }))[0]).toBe(400);
  }
});

it('An error of an open-source server names the field for an unknown state, but not for a state of another project', async () => {
  expect(await request('PATCH', ITEM_PATH, { state: UNKNOWN_ID })).toEqual([
    400,
    { state: [`Invalid pk "${UNKNOWN_ID}" - object does not exist.`] },
  ]);
  expect(await request('PATCH', ITEM_PATH, { state: sample.state('API', 'Todo') })).toEqual([
    400,
    { non_field_errors: ['State is not valid please pass a valid state_id'] },
  ]);
});

it('An open-source server removes hidecontent and nofollow from HTML that it stores', async () => {
  const cell = (attributes: string): string =>
    `<table><tbody><tr><td${attributes} background="peach"><p>a</p></td></tr></tbody></table>`;
  const link = (rel: string): string => `<p><a target="_blank" rel="${rel}" href="https://plane.so">nofollow</a></p>`;
  const description_html = cell(' hidecontent="false"') + link('noopener noreferrer nofollow');
  expect((await request('PATCH', ITEM_PATH, { description_html }))[1]).toMatchObject({
    description_html: cell('') + link('noopener noreferrer'),
  });
});
