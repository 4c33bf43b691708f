// Tests lists: paging, order, `fields` and `expand`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/contract/page.ts';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Row = Record<string, unknown> & { id: string; sequence_id: number; created_at: string };
const NOTES = `projects/${sample.project('NOTES')}/work-items/`;
const WEB = `projects/${sample.project('WEB')}/work-items/`;
const COMMENTS = `${WEB}${sample.workItem('WEB', 1)}/comments/`;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function page(path: string): Promise<Envelope<Row>> {
  const answer = await server.ask('GET', path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Envelope<Row>;
}

describe('A page', () => {
  it('contains a hundred records by default, newest first, and the total', async () => {
    const first = await page(NOTES);
    expect(first).toMatchObject({
      count: 100,
      total_results: 130,
      total_pages: 2,
      prev_cursor: '',
      prev_page_results: false,
    });
    expect(first.next_page_results).toBe(true);
    expect(first.results.slice(0, 2).map((item) => item.sequence_id)).toEqual([130, 129]);
  });

  it('leads to every record once by next_cursor, and back by prev_cursor', async () => {
    const seen: number[] = [];
    let current = await page(`${NOTES}?per_page=40`);
    seen.push(...current.results.map((item) => item.sequence_id));
    while (current.next_page_results) {
      current = await page(`${NOTES}?per_page=40&cursor=${current.next_cursor}`);
      seen.push(...current.results.map((item) => item.sequence_id));
    }
    expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => 130 - index));
    expect(current.count).toBe(10);
    const back: number[] = current.results.map((item) => item.sequence_id);
    while (current.prev_page_results) {
      current = await page(`${NOTES}?cursor=${current.prev_cursor}`);
      back.unshift(...current.results.map((item) => item.sequence_id));
    }
    expect(back).toEqual(seen);
    expect(current.prev_cursor).toBe('');
  });

  it.each([
    'per_page=0',
    'per_page=101',
    'per_page=abc',
    'per_page=',
    'per_page=-1',
    'cursor=abc',
    'cursor=5:-1:1',
    'cursor=0:1:0',
  ])('is rejected for %s', async (query) => {
    const answer = await server.ask('GET', `${NOTES}?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty('detail');
  });

  it('respects limit and offset if the operation supports them', async () => {
    const all = await page(COMMENTS);
    const some = await page(`${COMMENTS}?limit=2&offset=1`);
    expect(some.results.map((comment) => comment.id)).toEqual(all.results.slice(1, 3).map((comment) => comment.id));
    expect((await server.ask('GET', `${COMMENTS}?limit=x`)).status).toBe(400);
    expect((await server.ask('GET', `${COMMENTS}?offset=-1`)).status).toBe(400);
    expect((await page(`${NOTES}?limit=2`)).count).toBe(100);
  });
});

describe('The order of a list', () => {
  const numbers = async (order: string): Promise<number[]> =>
    (await page(`${WEB}?order_by=${order}`)).results.map((item) => item.sequence_id);

  it('follows each supported name, in both directions', async () => {
    const up = await numbers('sequence_id');
    expect(up).toEqual(up.toSorted((one, other) => one - other));
    expect(await numbers('-sequence_id')).toEqual(up.toReversed());
  });

  it('has the most urgent item first, and items without a date last', async () => {
    const ranked = (await page(`${WEB}?order_by=priority`)).results;
    expect([ranked[0]?.['priority'], ranked.at(-1)?.['priority']]).toEqual(['urgent', 'none']);
    const dated = (await page(`${WEB}?order_by=target_date`)).results;
    expect(dated[0]?.sequence_id).toBe(7);
    expect(dated.at(-1)?.['target_date']).toBeNull();
  });

  it.each(['name', 'body', 'created_at;DROP TABLE record', '-'])('is the default one for %s', async (order) => {
    expect(await numbers(encodeURIComponent(order))).toEqual(await numbers('-created_at'));
  });

  it('is oldest first for comments', async () => {
    const times = (await page(COMMENTS)).results.map((comment) => comment.created_at);
    expect(times).toEqual(times.toSorted());
    expect(times).toHaveLength(4);
  });
});

describe('The parameters fields and expand', () => {
  it('return only the requested fields', async () => {
    const { results } = await page(`${WEB}?fields=id,name,description_binary`);
    expect(Object.keys(results[0] ?? {})).toEqual(['id', 'name', 'description_binary']);
  });

  it('replace ids by the related records', async () => {
    const query = 'expand=state,assignees,labels,parent,project,type,module,created_by';
    const item = (await (await server.ask('GET', `${WEB}${sample.workItem('WEB', 3)}/?${query}`)).json()) as Row;
    expect(item).toMatchObject({
      state: { id: sample.state('WEB', 'In Review'), name: 'In Review', group: 'started', color: '#8b5cf6' },
      assignees: [{ id: sample.user('ada'), display_name: 'Ada Park' }],
      labels: [{ id: sample.label('WEB', 'Accessibility'), name: 'Accessibility' }],
      parent: { id: sample.workItem('WEB', 1), sequence_id: 1, project_id: sample.project('WEB') },
      project: { id: sample.project('WEB'), identifier: 'WEB' },
      type: { name: 'Task' },
      module: { name: 'Board' },
      created_by: { id: sample.user('ada') },
    });
    expect(Object.keys(item['state'] as object)).toEqual(['id', 'name', 'color', 'group']);
  });

  it('report all unknown names at once', async () => {
    const answer = await server.ask('GET', `${WEB}?fields=id,bogus,flavour&expand=state,name`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ detail: 'Invalid fields: bogus, flavour. Invalid expand: name.' });
  });

  it('reject what the operation cannot expand', async () => {
    expect((await server.ask('GET', `${COMMENTS}?expand=state`)).status).toBe(400);
    const { results } = await page(`${COMMENTS}?expand=actor`);
    expect(results[0]?.['actor']).toMatchObject({ id: sample.user('elif'), first_name: 'Elif' });
  });
});
