// Tests the activities, links, relations and comments of work items, and the deletion of items.
import { describe, expect, it } from 'vitest';
import { forEachTest } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

type Body = Record<string, unknown> & { readonly id: string };
const WORK_ITEMS_PATH = `projects/${sample.project('WEB')}/work-items/`;
const itemPath = (number: number): string => `${WORK_ITEMS_PATH}${sample.workItem('WEB', number)}/`;

const server = forEachTest(startTestServer);

async function request(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const response = await server.ask(method, path, { body });
  return [response.status, (response.status === 204 ? {} : await response.json()) as Body];
}
const getResults = async (path: string): Promise<Body[]> => (await request('GET', path))[1]['results'] as Body[];
const updatedAt = async (number: number): Promise<unknown> => (await request('GET', itemPath(number)))[1]['updated_at'];

describe('The activities of a work item', () => {
  it('contain its creation and each changed field, oldest first', async () => {
    const [, item] = await request('POST', WORK_ITEMS_PATH, { name: 'Fresh' });
    await server.clock.advance(1000);
    await request('PATCH', `${WORK_ITEMS_PATH}${item.id}/`, {
      name: 'Fresh',
      state: sample.state('WEB', 'Done'),
      assignees: [sample.user('ada'), sample.user('bruno')],
      target_date: '2026-12-01',
    });
    const activities = await getResults(`${WORK_ITEMS_PATH}${item.id}/activities/`);
    expect(activities.map(({ verb, field, old_value, new_value }) => [verb, field, old_value, new_value])).toEqual([
      ['created', null, null, null],
      ['updated', 'state', 'Backlog', 'Done'],
      ['updated', 'assignees', null, 'Ada Park, Bruno Keller'],
      ['updated', 'target_date', null, '2026-12-01'],
    ]);
    expect(activities[1]).toMatchObject({
      actor: sample.user('ada'),
      epoch: 1795176001,
      new_identifier: sample.state('WEB', 'Done'),
    });
    expect((await getResults(`${WORK_ITEMS_PATH}${item.id}/activities/?order_by=-created_at`))[0]).toMatchObject({
      field: 'target_date',
    });
    expect((await request('GET', `${WORK_ITEMS_PATH}${item.id}/activities/${activities[1]?.id}/`))[1]).toEqual(
      activities[1],
    );
  });

  it('do not contain an update without changed fields', async () => {
    await request('PATCH', itemPath(1), {});
    expect(await getResults(`${itemPath(1)}activities/`)).toHaveLength(1);
  });
});

describe('The links of a work item', () => {
  it('have unique URLs, and a new link changes the updated_at of the work item', async () => {
    await server.clock.advance(1000);
    expect((await request('POST', `${itemPath(2)}links/`, { url: 'https://contrail.example/' }))[0]).toBe(201);
    expect(await updatedAt(2)).toBe('2026-11-20T12:00:01.000Z');
    expect(await request('POST', `${itemPath(2)}links/`, { url: 'https://contrail.example/' })).toEqual([
      400,
      { error: 'URL already exists for this Issue' },
    ]);
    expect((await request('GET', `${itemPath(2)}links/${sample.link('Notes of the talk in May')}/`))[0]).toBe(404);
  });
});

describe('The relations of a work item', () => {
  it('are listed for both work items, and a second relation of the same work items replaces the first', async () => {
    const [status, createdRecord] = await request('POST', `${itemPath(10)}relations/`, {
      relation_type: 'blocking',
      issues: [sample.workItem('WEB', 11)],
    });
    expect([status, createdRecord]).toMatchObject([
      201,
      [{ id: sample.workItem('WEB', 11), relation_type: 'blocked_by', sequence_id: 11 }],
    ]);
    expect((await request('GET', `${itemPath(10)}relations/`))[1]).toMatchObject({
      blocking: [sample.workItem('WEB', 11)],
      blocked_by: [],
    });
    expect((await request('GET', `${itemPath(11)}relations/`))[1]).toMatchObject({
      blocked_by: [sample.workItem('WEB', 10)],
      blocking: [],
    });
    await request('POST', `${itemPath(11)}relations/`, {
      relation_type: 'finish_after',
      issues: [sample.workItem('WEB', 10)],
    });
    expect((await request('GET', `${itemPath(10)}relations/`))[1]).toMatchObject({
      blocking: [],
      finish_before: [sample.workItem('WEB', 11)],
    });
    expect(
      (await request('POST', `${itemPath(10)}relations/remove/`, { related_issue: sample.workItem('WEB', 11) }))[0],
    ).toBe(204);
    expect(
      (await request('POST', `${itemPath(10)}relations/remove/`, { related_issue: sample.workItem('WEB', 11) }))[0],
    ).toBe(404);
  });

  it('are rejected if the related work item is unknown or is the same work item', async () => {
    for (const id of [sample.workItem('WEB', 10), 'nothing']) {
      const [status, body] = await request('POST', `${itemPath(10)}relations/`, {
        relation_type: 'relates_to',
        issues: [id],
      });
      expect([status, Object.keys(body)]).toEqual([400, ['issues']]);
    }
    expect(
      (
        await request('POST', `${itemPath(10)}relations/`, {
          relation_type: 'duplicate',
          issues: [sample.workItem('API', 1)],
        })
      )[0],
    ).toBe(201);
  });
});

describe('The comments on a work item', () => {
  it('can be changed and deleted, which updates the updated_at of the work item', async () => {
    const comment = `${itemPath(1)}comments/${sample.comment('WEB', 1, 1)}/`;
    await server.clock.advance(1000);
    expect((await request('PATCH', comment, { comment_html: '<p>Other</p>' }))[1]).toMatchObject({
      comment_html: '<p>Other</p>',
      actor: sample.user('elif'),
      updated_at: '2026-11-20T12:00:01.000Z',
    });
    await server.clock.advance(1000);
    expect((await request('DELETE', comment))[0]).toBe(204);
    expect(await updatedAt(1)).toBe('2026-11-20T12:00:02.000Z');
    expect((await request('GET', comment))[0]).toBe(404);
    expect((await request('DELETE', comment))[0]).toBe(404);
  });

  it('have unique external ids', async () => {
    const externalFields = { external_source: 'x', external_id: '1' };
    const [, first] = await request('POST', `${itemPath(1)}comments/`, { comment_html: 'a', ...externalFields });
    expect((await request('PATCH', `${itemPath(1)}comments/${first.id}/`, externalFields))[0]).toBe(200);
    expect(
      await request('PATCH', `${itemPath(1)}comments/${sample.comment('WEB', 1, 1)}/`, externalFields),
    ).toMatchObject([409, { id: first['id'] }]);
  });
});

describe('Deleting a work item', () => {
  it('also deletes its comments and relations', async () => {
    expect((await request('DELETE', itemPath(2)))[0]).toBe(204);
    expect((await request('GET', itemPath(2)))[0]).toBe(404);
    expect((await request('GET', `${itemPath(2)}comments/`))[0]).toBe(404);
    expect((await request('GET', `${itemPath(3)}relations/`))[1]).toMatchObject({ blocked_by: [] });
  });

  it('deletes all its descendants, and no other work items', async () => {
    const [, child] = await request('POST', WORK_ITEMS_PATH, { name: 'Sub-item', parent: sample.workItem('WEB', 10) });
    const [, grandchild] = await request('POST', WORK_ITEMS_PATH, { name: 'Below the sub-item', parent: child.id });
    expect((await request('DELETE', itemPath(10)))[0]).toBe(204);
    expect((await request('GET', `${WORK_ITEMS_PATH}${child.id}/`))[0]).toBe(404);
    expect((await request('GET', `${WORK_ITEMS_PATH}${grandchild.id}/`))[0]).toBe(404);
    expect((await request('GET', itemPath(20)))[0]).toBe(200);
  });
});
