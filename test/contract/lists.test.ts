// Tests lists: paging, order, `fields` and `expand`.
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/contract/page.ts';
import { forAllTests } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

type WireRecord = Record<string, unknown> & { id: string; sequence_id: number; created_at: string };
const NOTES_ITEMS_PATH = `projects/${sample.project('NOTES')}/work-items/`;
const WEB_ITEMS_PATH = `projects/${sample.project('WEB')}/work-items/`;
const COMMENTS_PATH = `${WEB_ITEMS_PATH}${sample.workItem('WEB', 1)}/comments/`;

const server = forAllTests(startTestServer);

async function getPage(path: string): Promise<Envelope<WireRecord>> {
  const response = await server.ask('GET', path);
  expect(response.status).toBe(200);
  return (await response.json()) as Envelope<WireRecord>;
}

describe('A page of a list', () => {
  it('contains 100 records by default, newest first, and the total number of records', async () => {
    const first = await getPage(NOTES_ITEMS_PATH);
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

  it('has a next_cursor that leads to the last page, and a prev_cursor that leads back to the first page', async () => {
    const numbers: number[] = [];
    let currentPage = await getPage(`${NOTES_ITEMS_PATH}?per_page=40`);
    numbers.push(...currentPage.results.map((item) => item.sequence_id));
    while (currentPage.next_page_results) {
      currentPage = await getPage(`${NOTES_ITEMS_PATH}?per_page=40&cursor=${currentPage.next_cursor}`);
      numbers.push(...currentPage.results.map((item) => item.sequence_id));
    }
    expect(numbers).toEqual(Array.from({ length: 130 }, (_, index) => 130 - index));
    expect(currentPage.count).toBe(10);
    const numbersFromLastPage: number[] = currentPage.results.map((item) => item.sequence_id);
    while (currentPage.prev_page_results) {
      currentPage = await getPage(`${NOTES_ITEMS_PATH}?cursor=${currentPage.prev_cursor}`);
      numbersFromLastPage.unshift(...currentPage.results.map((item) => item.sequence_id));
    }
    expect(numbersFromLastPage).toEqual(numbers);
    expect(currentPage.prev_cursor).toBe('');
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
  ])('cannot be requested with the query %s', async (query) => {
    const response = await server.ask('GET', `${NOTES_ITEMS_PATH}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('detail');
  });

  it('is selected by limit and offset if the operation supports these parameters', async () => {
    const wholeList = await getPage(COMMENTS_PATH);
    const secondAndThird = await getPage(`${COMMENTS_PATH}?limit=2&offset=1`);
    expect(secondAndThird.results.map((comment) => comment.id)).toEqual(
      wholeList.results.slice(1, 3).map((comment) => comment.id),
    );
    expect((await server.ask('GET', `${COMMENTS_PATH}?limit=x`)).status).toBe(400);
    expect((await server.ask('GET', `${COMMENTS_PATH}?offset=-1`)).status).toBe(400);
    expect((await getPage(`${NOTES_ITEMS_PATH}?limit=2`)).count).toBe(100);
  });
});

describe('The order of a list', () => {
  const numbersInOrder = async (order: string): Promise<number[]> =>
    (await getPage(`${WEB_ITEMS_PATH}?order_by=${order}`)).results.map((item) => item.sequence_id);

  it('can be ascending or descending', async () => {
    const ascending = await numbersInOrder('sequence_id');
    expect(ascending).toEqual(ascending.toSorted((one, other) => one - other));
    expect(await numbersInOrder('-sequence_id')).toEqual(ascending.toReversed());
  });

  it('starts with urgent items if it is by priority, and ends with items without a date if it is by date', async () => {
    const itemsByPriority = (await getPage(`${WEB_ITEMS_PATH}?order_by=priority`)).results;
    expect([itemsByPriority[0]?.['priority'], itemsByPriority.at(-1)?.['priority']]).toEqual(['urgent', 'none']);
    const itemsByDate = (await getPage(`${WEB_ITEMS_PATH}?order_by=target_date`)).results;
    expect(itemsByDate[0]?.sequence_id).toBe(7);
    expect(itemsByDate.at(-1)?.['target_date']).toBeNull();
  });

  it.each(['name', 'body', 'created_at;DROP TABLE record', '-'])(
    'is the default order for the unsupported value %s',
    async (order) => {
      expect(await numbersInOrder(encodeURIComponent(order))).toEqual(await numbersInOrder('-created_at'));
    },
  );

  it('is oldest first by default if the list contains comments', async () => {
    const times = (await getPage(COMMENTS_PATH)).results.map((comment) => comment.created_at);
    expect(times).toEqual(times.toSorted());
    expect(times).toHaveLength(4);
  });
});

describe('A request with the parameter `fields` or `expand`', () => {
  it('gets a response with only the fields that `fields` names', async () => {
    const { results } = await getPage(`${WEB_ITEMS_PATH}?fields=id,name,description_binary`);
    expect(Object.keys(results[0] ?? {})).toEqual(['id', 'name', 'description_binary']);
  });

  it('gets a response with related records instead of ids in the fields that `expand` names', async () => {
    const query = 'expand=state,assignees,labels,parent,project,type,module,created_by';
    const item = (await (
      await server.ask('GET', `${WEB_ITEMS_PATH}${sample.workItem('WEB', 3)}/?${query}`)
    ).json()) as WireRecord;
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

  it('is rejected with one error that lists all unknown names', async () => {
    const response = await server.ask('GET', `${WEB_ITEMS_PATH}?fields=id,bogus,flavour&expand=state,name`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ detail: 'Invalid fields: bogus, flavour. Invalid expand: name.' });
  });

  it('is rejected if `expand` names a field that the operation cannot expand', async () => {
    expect((await server.ask('GET', `${COMMENTS_PATH}?expand=state`)).status).toBe(400);
    const { results } = await getPage(`${COMMENTS_PATH}?expand=actor`);
    expect(results[0]?.['actor']).toMatchObject({ id: sample.user('elif'), first_name: 'Elif' });
  });
});

describe('The query parameter pql', () => {
  const numbersOf = async (pql: string): Promise<number[]> =>
    (await getPage(`${WEB_ITEMS_PATH}?pql=${encodeURIComponent(pql)}&order_by=sequence_id`)).results.map(
      (item) => item.sequence_id,
    );
  const numbersWhere = async (test: (item: WireRecord) => boolean): Promise<number[]> =>
    (await getPage(`${WEB_ITEMS_PATH}?order_by=sequence_id`)).results.filter(test).map((item) => item.sequence_id);
  const ada = sample.user('ada');
  const assignees = (item: WireRecord): readonly unknown[] => item['assignees'] as readonly unknown[];

  it.each<[string, (item: WireRecord) => boolean]>([
    ['priority = "high"', (item) => item['priority'] === 'high'],
    ["priority != 'high' and not priority in ('none')", ({ priority }) => priority !== 'high' && priority !== 'none'],
    ['assignee = currentUser()', (item) => assignees(item).includes(ada)],
    ['assignee IS EMPTY', (item) => assignees(item).length === 0],
    ['dueDate IS NOT NULL', (item) => item['target_date'] !== null],
    [
      'title ~ "THE" OR priority = "urgent"',
      (item) => /the/i.test(String(item['name'])) || item['priority'] === 'urgent',
    ],
    [
      '(priority = "low" OR priority = "none") AND title ~ "e"',
      (item) => ['low', 'none'].includes(String(item['priority'])) && /e/i.test(String(item['name'])),
    ],
  ])('selects the work items that match %s', async (pql, test) => {
    const expected = await numbersWhere(test);
    expect(expected.length).toBeGreaterThan(0);
    expect(await numbersOf(pql)).toEqual(expected);
  });

  it('supports the functions openStates() and closedStates()', async () => {
    const [open, closed] = [
      await numbersOf('stateGroup IN openStates()'),
      await numbersOf('stateGroup IN closedStates()'),
    ];
    expect([open.length > 0, closed.length > 0]).toEqual([true, true]);
    expect([...open, ...closed].toSorted((one, other) => one - other)).toEqual(await numbersWhere(() => true));
  });

  it.each([
    'priority',
    'priority = high',
    'stat = "done"',
    'priority = "high" AND',
    '(priority = "high"',
    'assignee ~ "a"',
    Array.from({ length: 6 }, () => 'priority = "low"').join(' AND '),
  ])('is rejected with 400 for %s', async (pql) => {
    const response = await server.ask('GET', `${WEB_ITEMS_PATH}?pql=${encodeURIComponent(pql)}`);
    expect([response.status, await response.json()]).toEqual([400, { pql: 'Invalid PQL query.' }]);
  });
});
