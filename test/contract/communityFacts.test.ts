// Tests what was observed on a real open-source server and is not specified (API-FACTS J34–J42).

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blanks } from '../../src/server/database/blanks.ts';
import { Database } from '../../src/server/database/store.ts';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';
import { UNKNOWN_ID } from './address.ts';

type Body = Record<string, unknown> & { readonly id: string };
const WEB = `projects/${sample.project('WEB')}/`;
const ITEM = `${WEB}work-items/${sample.workItem('WEB', 1)}/`;
const MODULE = `${WEB}modules/${sample.module('WEB', 'Board')}/`;
const UNKNOWN_ITEM = `${WEB}work-items/${UNKNOWN_ID}/`;
const FORBIDDEN = [403, { detail: 'You do not have permission to perform this action.' }];
let server: TestServer;
let folder: string | undefined;

beforeEach(async () => {
  server = await startTestServer({ dialect: 'community' });
});
afterEach(async () => {
  await server.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
});

/** Restarts the server on a database with a change that no request can make. */
async function inDatabase(change: (store: Database) => void): Promise<void> {
  await server.stop();
  folder = await mkdtemp(join(tmpdir(), 'contrail-community-'));
  const data = join(folder, 'data.sqlite');
  const planted = await startTestServer({ data });
  await planted.stop();
  const store = new Database(data);
  change(store);
  store.close();
  server = await startTestServer({ dialect: 'community', data });
}

async function json(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const answer = await server.ask(method, path, { body });
  const text = await answer.text();
  return [answer.status, (text === '' ? {} : JSON.parse(text)) as Body];
}

describe('A module of an open-source server', () => {
  it('is answered without its id after a change', async () => {
    const [status, answer] = await json('PATCH', MODULE, { status: 'paused', members: [sample.user('ada')] });
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
    expect([status, Object.keys(answer)]).toEqual([200, fields]);
    expect((await json('GET', MODULE))[1]).toMatchObject({ status: 'paused', members: [sample.user('ada')] });
  });

  it('skips unknown ids among the work items that are added', async () => {
    const issues = [UNKNOWN_ID, sample.workItem('WEB', 20)];
    expect(await json('POST', `${MODULE}module-issues/`, { issues })).toMatchObject([
      200,
      [{ issue: sample.workItem('WEB', 20) }],
    ]);
  });
});

describe('A project of an open-source server', () => {
  it('that was deleted is answered with 403', async () => {
    const [, made] = await json('POST', 'projects/', { name: 'Short lived', identifier: 'SHORT' });
    expect((await json('DELETE', `projects/${made.id}/`))[0]).toBe(204);
    expect(await json('GET', `projects/${made.id}/`)).toEqual(FORBIDDEN);
    expect(await json('DELETE', `projects/${made.id}/`)).toEqual(FORBIDDEN);
    expect(await json('GET', `projects/${made.id}/work-items/`)).toEqual(FORBIDDEN);
    expect(await json('GET', `projects/${made.id}/labels/`)).toMatchObject([200, { results: [] }]);
    expect(await json('GET', `projects/${made.id}/members/`)).toEqual([200, []]);
  });

  it('that the caller is not a member of can be read, but nothing in it', async () => {
    await inDatabase((store) => store.remove('membership', sample.membership('WEB', 'ada')));
    expect(await json('GET', WEB)).toMatchObject([200, { is_member: false }]);
    expect(await json('GET', `${WEB}work-items/`)).toEqual(FORBIDDEN);
    expect(await json('PATCH', ITEM, { name: 'Changed' })).toEqual(FORBIDDEN);
  });

  it('that is archived accepts work items and never returns them', async () => {
    expect((await json('POST', `${WEB}archive/`))[0]).toBe(204);
    const [status, made] = await json('POST', `${WEB}work-items/`, { name: 'Lost' });
    expect(status).toBe(201);
    expect((await json('GET', `${WEB}work-items/${made.id}/`))[0]).toBe(404);
    expect((await json('GET', `work-items/WEB-${String(made['sequence_id'])}/`))[0]).toBe(404);
    expect((await json('GET', `${WEB}work-items/`))[1]).toMatchObject({ results: [], total_results: 0 });
    expect((await json('GET', `${MODULE}module-issues/`))[1]).toMatchObject({ results: [] });
    expect(await json('GET', 'work-items/search/?search=Lost&workspace_search=true')).toEqual([200, { issues: [] }]);
  });
});

describe('An open-source server without the record in the path', () => {
  it.each([
    ['the items of a module', `${WEB}modules/${UNKNOWN_ID}/module-issues/`],
    ['the items of a cycle', `${WEB}cycles/${UNKNOWN_ID}/cycle-issues/`],
    ['the comments of a work item', `${UNKNOWN_ITEM}comments/`],
    ['the activities of a work item', `${UNKNOWN_ITEM}activities/`],
    ['the links of a work item', `${UNKNOWN_ITEM}links/`],
  ])('answers with an empty list for %s', async (_, path) => {
    expect(await json('GET', path)).toMatchObject([200, { results: [], total_results: 0 }]);
  });

  it('answers with empty lists for the relations of a work item', async () => {
    expect(await json('GET', `${UNKNOWN_ITEM}relations/`)).toMatchObject([
      200,
      { blocking: [], blocked_by: [], relates_to: [] },
    ]);
  });

  it('answers with empty lists for the attachments and the search of a workspace', async () => {
    const nowhere = `/api/v1/workspaces/nowhere/`;
    expect(await json('GET', `${nowhere}${ITEM}attachments/`)).toEqual([200, []]);
    expect(await json('GET', `${nowhere}work-items/search/?search=a`)).toEqual([200, { issues: [] }]);
    expect(await json('GET', 'work-items/search/')).toEqual([200, { issues: [] }]);
    expect(await json('GET', `${nowhere}projects/`)).toEqual(FORBIDDEN);
  });
});

describe('A cycle of an open-source server', () => {
  it('that has ended rejects work items, with a code', async () => {
    const ended = `${WEB}cycles/${sample.cycle('WEB', 'Keys and focus')}/cycle-issues/`;
    const [status, body] = await json('POST', ended, { issues: [sample.workItem('WEB', 1)] });
    expect([status, body]).toEqual([400, { code: 'CYCLE_COMPLETED', message: expect.any(String) }]);
  });

  it('can be changed with instants as well as dates, and with one of them only', async () => {
    const [, made] = await json('POST', `${WEB}cycles/`, { name: 'A', project_id: sample.project('WEB') });
    const cycle = `${WEB}cycles/${made.id}/`;
    expect((await json('POST', `${WEB}cycles/`, { name: 'B', start_date: '2026-12-01' }))[0]).toBe(400);
    expect(await json('PATCH', cycle, { start_date: '2026-12-01' })).toMatchObject([
      200,
      { start_date: '2026-12-01T00:00:00Z' },
    ]);
    expect(await json('PATCH', cycle, { end_date: '2026-12-09T10:00:00Z' })).toMatchObject([
      200,
      { end_date: '2026-12-09T10:00:00Z' },
    ]);
    expect((await json('PATCH', cycle, { end_date: 'soon' }))[0]).toBe(400);
  });
});

it('An open-source server returns a file, whatever work item its path names', async () => {
  const [, [file]] = (await json('GET', `${ITEM}attachments/`)) as unknown as [number, [Body]];
  for (const item of [sample.workItem('WEB', 2), UNKNOWN_ID]) {
    expect((await json('GET', `${WEB}work-items/${item}/attachments/${file.id}/`))[0]).toBe(302);
  }
  expect(
    (await json('GET', `projects/${sample.project('API')}/work-items/${UNKNOWN_ID}/attachments/${file.id}/`))[0],
  ).toBe(404);
});

it('An open-source server returns a picture of a description, and does not list it as an attachment', async () => {
  const id = 'b3a1f7f4-9f1c-4d7e-8a55-0f7f0c1f2a3b';
  const item = sample.workItem('WEB', 2);
  const picture = {
    id,
    asset: 'workspace/picture.png',
    project: sample.project('WEB'),
    issue: item,
    is_uploaded: true,
  };
  await inDatabase((store) =>
    store.insert('attachment', item, { ...blanks.attachment, ...picture, entity_type: 'ISSUE_DESCRIPTION' }),
  );
  const files = `${WEB}work-items/${item}/attachments/`;
  expect(await json('GET', files)).toEqual([200, []]);
  expect((await json('GET', `${files}${id}/`))[0]).toBe(302);
});

it('An open-source server changes a link to any text, but requires a web address for a new one', async () => {
  const [, made] = await json('POST', `${ITEM}links/`, { url: 'https://contrail.example/' });
  for (const url of ['ftp://contrail.example', 'no address']) {
    expect(await json('PATCH', `${ITEM}links/${made.id}/`, { url })).toMatchObject([200, { url }]);
    expect((await json('POST', `${ITEM}links/`, { url }))[0]).toBe(400);
  }
});

it('An open-source server names the field for an unknown state, but not for one of another project', async () => {
  expect(await json('PATCH', ITEM, { state: UNKNOWN_ID })).toEqual([
    400,
    { state: [`Invalid pk "${UNKNOWN_ID}" - object does not exist.`] },
  ]);
  expect(await json('PATCH', ITEM, { state: sample.state('API', 'Todo') })).toEqual([
    400,
    { non_field_errors: ['State is not valid please pass a valid state_id'] },
  ]);
});

it('An open-source server removes hidecontent of table cells and nofollow of links when it stores a text', async () => {
  const cell = (attributes: string): string =>
    `<table><tbody><tr><td${attributes} background="peach"><p>a</p></td></tr></tbody></table>`;
  const link = (rel: string): string => `<p><a target="_blank" rel="${rel}" href="https://plane.so">nofollow</a></p>`;
  const description_html = cell(' hidecontent="false"') + link('noopener noreferrer nofollow');
  expect((await json('PATCH', ITEM, { description_html }))[1]).toMatchObject({
    description_html: cell('') + link('noopener noreferrer'),
  });
});
