// Tests the client with all its layers against HTTP servers on this machine.
import { describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../../src/client/client.ts';
import { createWire } from '../../../src/client/wire.ts';
import { operationEntries } from '../../../src/contract/operations.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { Secret } from '../../../src/std/secret.ts';
import { FakeClock, whileTimePasses } from '../../support/clock.ts';
import { type Entry, faultFrom, keptJournal } from './calls.ts';
import { gate, json, serve, serveSockets } from './loopback.ts';

const KEY = 'plane_api_0123456789abcdef';

function client(
  url: string,
  more: Partial<ClientOptions> = {},
): Client & AsyncDisposable & { readonly entries: Entry[] } {
  const { logger, entries } = keptJournal();
  const opened = createClient({
    baseUrl: url,
    workspace: 'our-team',
    credential: { kind: 'key', secret: new Secret(KEY), origin: new URL(url).origin },
    clock: systemClock,
    logger,
    wire: async () => createWire(),
    random: () => 0,
    ...more,
  });
  return { ...opened, entries, [Symbol.asyncDispose]: () => opened.close() };
}

const item = {
  id: 'w1',
  name: 'Fix login',
  sequence_id: 12,
  project: 'p1',
  state: null,
  parent: {},
  assignees: null,
  labels: [],
};
const place = { project_id: 'p1', work_item_id: 'w1' };

describe('A client', () => {
  it('has a method for every operation', async () => {
    await using one = client('https://plane.test');
    expect(Object.keys(one.call)).toEqual(operationEntries.map(([name]) => name));
  });

  it('sends the request that the table of operations describes, and returns the record in the response', async () => {
    await using server = await serve((_, response) => json(response, 200, item));
    await using one = client(`${server.url}/api/v1/`);
    const read = await one.call.updateWorkItem({
      ...place,
      body: { name: '  Fix login  ', assignees: ['u1'] },
      query: { expand: 'state,labels' },
    });
    expect(read).toMatchObject({ id: 'w1', sequence_id: 12, parent: null, assignees: [] });
    expect(server.requests).toEqual([
      {
        method: 'PATCH',
        url: '/api/v1/workspaces/our-team/projects/p1/work-items/w1/?expand=state%2Clabels',
        headers: expect.objectContaining({
          'x-api-key': KEY,
          accept: 'application/json',
          'content-type': 'application/json',
        }),
        body: '{"name":"Fix login","assignees":["u1"]}',
      },
    ]);
  });

  it('requests all pages with the same size, and returns the cursor of the next page', async () => {
    await using server = await serve((count, response) =>
      json(response, 200, {
        next_cursor: `100:${count}:0`,
        next_page_results: count === 1,
        total_results: 2,
        results: [{ ...item, id: `w${count}` }],
      }),
    );
    await using one = client(server.url);
    const first = await one.call.listWorkItems({ project_id: 'p1', query: { order_by: '-updated_at', per_page: 7 } });
    expect(first).toMatchObject({ next: '100:1:0', total: 2, skipped: 0 });
    const second = await one.call.listWorkItems({
      project_id: 'p1',
      query: { order_by: '-updated_at', cursor: first.next ?? '' },
    });
    expect(second.next).toBeUndefined();
    const queries = server.requests.map(({ url }) => Object.fromEntries(new URL(url, server.url).searchParams));
    expect(queries).toEqual([
      { order_by: '-updated_at', per_page: '100' },
      { order_by: '-updated_at', per_page: '100', cursor: '100:1:0' },
    ]);
  });

  it('sends nothing when the body, path or query is invalid, and reports the invalid fields', async () => {
    await using server = await serve((_, response) => json(response, 200, item));
    await using one = client(server.url);
    const body: object = { name: '', priority: 'extreme', colour: 'red' };
    expect(await faultFrom(one.call.updateWorkItem({ ...place, body }))).toEqual({
      kind: 'invalidRequest',
      fields: { name: 'Enter a name.', priority: expect.any(String), colour: expect.any(String) },
    });
    expect(await faultFrom(one.call.getWorkItem({ project_id: '..', work_item_id: 'w1' }))).toMatchObject({
      fields: { project_id: expect.any(String) },
    });
    expect(await faultFrom(one.call.searchWorkItems({}))).toMatchObject({
      kind: 'invalidRequest',
      fields: { search: expect.any(String) },
    });
    expect(server.requests).toHaveLength(0);
  });

  it('leaves out invalid records, and logs how many', async () => {
    await using server = await serve((_, response) => json(response, 200, { results: [item, { id: 'w2' }] }));
    await using one = client(server.url);
    expect(await one.call.listWorkItems({ project_id: 'p1' })).toMatchObject({ results: [{ id: 'w1' }], skipped: 1 });
    expect(one.entries).toContainEqual({
      level: 'warn',
      what: 'records left out',
      facts: { operation: 'listWorkItems', skipped: 1, first: expect.stringMatching(/^results\.1\.name: /) },
    });
  });

  it('loads the wire once for the first call, and again if loading failed', async () => {
    await using server = await serve((_, response) => json(response, 200, { id: 'u' }));
    let loads = 0;
    const wire = async () => {
      loads += 1;
      if (loads === 1) throw new Error('cannot load');
      return createWire();
    };
    await using one = client(server.url, { wire });
    expect(loads).toBe(0);
    await expect(one.call.getCurrentUser({})).rejects.toThrow('cannot load');
    await one.call.getCurrentUser({});
    await one.call.getCurrentUser({});
    expect(loads).toBe(2);
  });
});

describe('A failed request', () => {
  it('is reported as invalidResponse when the response is HTML, with the title of the HTML as the detail', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Welcome</title></html>'),
    );
    await using one = client(server.url);
    expect(await faultFrom(one.call.getCurrentUser({}))).toEqual({
      kind: 'invalidResponse',
      status: 200,
      detail: 'Welcome',
    });
    expect(one.entries).toContainEqual({
      level: 'warn',
      what: 'unreadable',
      facts: { operation: 'getCurrentUser', status: 200, detail: 'Welcome' },
    });
  });

  it('is reported as a timeout when the server sends no response, after one retry of a repeatable operation', async () => {
    await using server = await serve(() => undefined);
    const clock = new FakeClock();
    await using one = client(server.url, { clock, deadlineMs: 50 });
    expect(await whileTimePasses(clock, faultFrom(one.call.getCurrentUser({})))).toEqual({
      kind: 'timeout',
      afterMs: 50,
    });
    expect(one.entries.filter(({ what }) => what === 'asking again')).toHaveLength(1);
  });

  it('is reported as lost, without a retry of a comment, when the connection is closed midway', async () => {
    let connections = 0;
    await using server = await serveSockets((socket) => {
      connections += 1;
      socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"id":'));
    });
    await using one = client(server.url);
    expect(await faultFrom(one.call.createComment({ ...place, body: { comment_html: '<p>Hi</p>' } }))).toMatchObject({
      kind: 'network',
      reason: 'lost',
    });
    expect(connections).toBe(1);
  });

  it('is retried when the connection is closed during the response to a GET', async () => {
    let connections = 0;
    await using server = await serveSockets((socket) => {
      connections += 1;
      const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{"id":"u"}';
      const reply = connections === 1 ? whole.slice(0, -5) : whole;
      socket.once('data', () => socket.end(reply));
    });
    const clock = new FakeClock();
    await using one = client(server.url, { clock });
    expect(await whileTimePasses(clock, one.call.getCurrentUser({}))).toMatchObject({ id: 'u' });
    expect(connections).toBe(2);
  });

  it('is reported when the response redirects to another origin, which does not receive the key', async () => {
    await using other = await serve((_, response) => json(response, 200, { id: 'u' }));
    await using server = await serve((_, response) =>
      response.writeHead(302, { location: `${other.url}/x?token=1` }).end(),
    );
    await using one = client(server.url);
    expect(await faultFrom(one.call.getCurrentUser({}))).toEqual({
      kind: 'network',
      reason: 'redirected',
      host: new URL(server.url).host,
      detail: other.url,
    });
    expect(other.requests).toHaveLength(0);
    expect(server.requests).toHaveLength(1);
  });

  it('is retried after a 429 at the end of the wait, which the allowance reports', async () => {
    await using server = await serve((count, response) =>
      count === 1
        ? json(response, 429, { error_code: 5900 }, { 'retry-after': '7' })
        : json(response, 201, { id: 'c1' }),
    );
    const clock = new FakeClock();
    const start = clock.now();
    await using one = client(server.url, { clock });
    const told: (number | undefined)[] = [];
    one.allowance.onDidChange(() => told.push(one.allowance.waitingUntil));
    const comment = await whileTimePasses(
      clock,
      one.call.createComment({ ...place, body: { comment_html: '<p>Hi</p>' } }),
    );
    expect(comment.id).toBe('c1');
    expect(clock.now() - start).toBeGreaterThanOrEqual(7000);
    expect(told).toHaveLength(2);
    expect(told.at(1)).toBeUndefined();
  });

  it('is reported with the kind of fault for its status', async () => {
    await using server = await serve((_, response) => json(response, 403, { detail: 'Given API token is not valid' }));
    await using one = client(server.url);
    expect(await faultFrom(one.call.getCurrentUser({}))).toEqual({
      kind: 'unauthorized',
      status: 403,
      detail: 'Given API token is not valid',
    });
  });
});

describe('Callers of the client', () => {
  it('share one request when they call the same operation at the same time', async () => {
    await using server = await serve((_, response) => json(response, 200, { results: [] }));
    await using one = client(server.url);
    await Promise.all(Array.from({ length: 20 }, () => one.call.listStates({ project_id: 'p1' })));
    expect(server.requests).toHaveLength(1);
  });

  it('receive a rejection as soon as they cancel, and their request is aborted', async () => {
    const reached = gate();
    const closed = gate();
    await using server = await serve((_, response) => {
      response.on('close', closed.open);
      reached.open();
    });
    await using one = client(server.url);
    const leaver = new AbortController();
    const fault = faultFrom(one.call.getCurrentUser({}, { signal: leaver.signal }));
    await reached.opened;
    leaver.abort();
    expect(await fault).toEqual({ kind: 'cancelled' });
    await closed.opened;
  });

  it('receive a rejection when the client is closed, and can send no requests afterwards', async () => {
    const reached = gate();
    await using server = await serve(() => reached.open());
    const one = client(server.url);
    const fault = faultFrom(one.call.getCurrentUser({}));
    await reached.opened;
    await one.close();
    expect(await fault).toEqual({ kind: 'cancelled' });
    expect(await faultFrom(one.call.listStates({ project_id: 'p1' }))).toEqual({ kind: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('The key', () => {
  it('is in no error and in no log entry, whichever error occurs', async () => {
    await using server = await serve((count, response) => {
      if (count % 2 === 0) response.destroy();
      else json(response, 500, { detail: 'Something went wrong' });
    });
    await using one = client(server.url);
    const faults = [
      await faultFrom(one.call.getCurrentUser({})),
      await faultFrom(one.call.createComment({ ...place, body: {} })),
    ];
    expect(faults).toMatchObject([{ kind: 'serverError' }, { kind: 'network' }]);
    expect(JSON.stringify([faults, one.entries])).not.toContain(KEY);
    expect(server.requests.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true);
  });

  it('is not sent to a server with another origin', async () => {
    await using server = await serve((_, response) => json(response, 200, { id: 'u' }));
    await using one = client(server.url, {
      credential: { kind: 'key', secret: new Secret(KEY), origin: 'https://api.plane.so' },
    });
    expect(await faultFrom(one.call.getCurrentUser({}))).toMatchObject({ kind: 'unauthorized', status: 0 });
    expect(server.requests).toHaveLength(0);
  });
});
