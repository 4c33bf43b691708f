// Tests the activities, links, relations and comments of work items, and the deletion of items.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Body = Record<string, unknown> & { readonly id: string };
const ITEMS = `projects/${sample.project('WEB')}/work-items/`;
const at = (number: number): string => `${ITEMS}${sample.workItem('WEB', number)}/`;
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function ask(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const answer = await server.ask(method, path, { body });
  return [answer.status, (answer.status === 204 ? {} : await answer.json()) as Body];
}
const results = async (path: string): Promise<Body[]> => (await ask('GET', path))[1]['results'] as Body[];
const updatedAt = async (number: number): Promise<unknown> => (await ask('GET', at(number)))[1]['updated_at'];

describe('The activities of a work item', () => {
  it('contain its creation and each changed field, oldest first', async () => {
    const [, item] = await ask('POST', ITEMS, { name: 'Fresh' });
    await server.clock.advance(1000);
    await ask('PATCH', `${ITEMS}${item.id}/`, {
      name: 'Fresh',
      state: sample.state('WEB', 'Done'),
      assignees: [sample.user('ada'), sample.user('bruno')],
      target_date: '2026-12-01',
    });
    const told = await results(`${ITEMS}${item.id}/activities/`);
    expect(told.map(({ verb, field, old_value, new_value }) => [verb, field, old_value, new_value])).toEqual([
      ['created', null, null, null],
      ['updated', 'state', 'Backlog', 'Done'],
      ['updated', 'assignees', null, 'Ada Park, Bruno Keller'],
      ['updated', 'target_date', null, '2026-12-01'],
    ]);
    expect(told[1]).toMatchObject({
      actor: sample.user('ada'),
      epoch: 1795176001,
      new_identifier: sample.state('WEB', 'Done'),
    });
    expect((await results(`${ITEMS}${item.id}/activities/?order_by=-created_at`))[0]).toMatchObject({
      field: 'target_date',
    });
    expect((await ask('GET', `${ITEMS}${item.id}/activities/${told[1]?.id}/`))[1]).toEqual(told[1]);
  });

  it('do not contain a change that changes nothing', async () => {
    await ask('PATCH', at(1), {});
    expect(await results(`${at(1)}activities/`)).toHaveLength(1);
  });
});

describe('The links of a work item', () => {
  it('have unique URLs, and count as changes of the work item', async () => {
    await server.clock.advance(1000);
    expect((await ask('POST', `${at(2)}links/`, { url: 'https://contrail.example/' }))[0]).toBe(201);
    expect(await updatedAt(2)).toBe('2026-11-20T12:00:01.000Z');
    expect(await ask('POST', `${at(2)}links/`, { url: 'https://contrail.example/' })).toEqual([
      400,
      { error: 'URL already exists for this Issue' },
    ]);
    expect((await ask('GET', `${at(2)}links/${sample.link('Notes of the talk in May')}/`))[0]).toBe(404);
  });
});

describe('The relations of a work item', () => {
  it('are read from both ends, and replaced by later ones', async () => {
    const [status, made] = await ask('POST', `${at(10)}relations/`, {
      relation_type: 'blocking',
      issues: [sample.workItem('WEB', 11)],
    });
    expect([status, made]).toMatchObject([
      201,
      [{ id: sample.workItem('WEB', 11), relation_type: 'blocked_by', sequence_id: 11 }],
    ]);
    expect((await ask('GET', `${at(10)}relations/`))[1]).toMatchObject({
      blocking: [sample.workItem('WEB', 11)],
      blocked_by: [],
    });
    expect((await ask('GET', `${at(11)}relations/`))[1]).toMatchObject({
      blocked_by: [sample.workItem('WEB', 10)],
      blocking: [],
    });
    await ask('POST', `${at(11)}relations/`, { relation_type: 'finish_after', issues: [sample.workItem('WEB', 10)] });
    expect((await ask('GET', `${at(10)}relations/`))[1]).toMatchObject({
      blocking: [],
      finish_before: [sample.workItem('WEB', 11)],
    });
    expect((await ask('POST', `${at(10)}relations/remove/`, { related_issue: sample.workItem('WEB', 11) }))[0]).toBe(
      204,
    );
    expect((await ask('POST', `${at(10)}relations/remove/`, { related_issue: sample.workItem('WEB', 11) }))[0]).toBe(
      404,
    );
  });

  it('must refer to other work items that exist', async () => {
    for (const id of [sample.workItem('WEB', 10), 'nothing']) {
      const [status, body] = await ask('POST', `${at(10)}relations/`, { relation_type: 'relates_to', issues: [id] });
      expect([status, Object.keys(body)]).toEqual([400, ['issues']]);
    }
    expect(
      (
        await ask('POST', `${at(10)}relations/`, { relation_type: 'duplicate', issues: [sample.workItem('API', 1)] })
      )[0],
    ).toBe(201);
  });
});

describe('The comments on a work item', () => {
  it('are changed and deleted, which counts as a change of the work item', async () => {
    const comment = `${at(1)}comments/${sample.comment('WEB', 1, 1)}/`;
    await server.clock.advance(1000);
    expect((await ask('PATCH', comment, { comment_html: '<p>Other</p>' }))[1]).toMatchObject({
      comment_html: '<p>Other</p>',
      actor: sample.user('elif'),
      updated_at: '2026-11-20T12:00:01.000Z',
    });
    await server.clock.advance(1000);
    expect((await ask('DELETE', comment))[0]).toBe(204);
    expect(await updatedAt(1)).toBe('2026-11-20T12:00:02.000Z');
    expect((await ask('GET', comment))[0]).toBe(404);
    expect((await ask('DELETE', comment))[0]).toBe(404);
  });

  it('have unique external ids', async () => {
    const external = { external_source: 'x', external_id: '1' };
    const [, first] = await ask('POST', `${at(1)}comments/`, { comment_html: 'a', ...external });
    expect((await ask('PATCH', `${at(1)}comments/${first.id}/`, external))[0]).toBe(200);
    expect(await ask('PATCH', `${at(1)}comments/${sample.comment('WEB', 1, 1)}/`, external)).toMatchObject([
      409,
      { id: first['id'] },
    ]);
  });
});

describe('The deletion of a work item', () => {
  it('deletes everything that belongs to it, and its relations', async () => {
    expect((await ask('DELETE', at(2)))[0]).toBe(204);
    expect((await ask('GET', at(2)))[0]).toBe(404);
    expect((await ask('GET', `${at(2)}comments/`))[0]).toBe(404);
    expect((await ask('GET', `${at(3)}relations/`))[1]).toMatchObject({ blocked_by: [] });
  });

  it('deletes the sub-items of all levels, and no other work items', async () => {
    const [, sub] = await ask('POST', ITEMS, { name: 'Sub-item', parent: sample.workItem('WEB', 10) });
    const [, below] = await ask('POST', ITEMS, { name: 'Below the sub-item', parent: sub.id });
    expect((await ask('DELETE', at(10)))[0]).toBe(204);
    expect((await ask('GET', `${ITEMS}${sub.id}/`))[0]).toBe(404);
    expect((await ask('GET', `${ITEMS}${below.id}/`))[0]).toBe(404);
    expect((await ask('GET', at(20)))[0]).toBe(200);
  });
});
