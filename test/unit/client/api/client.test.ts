// Tests the client with all its middleware against HTTP servers on this machine.
import { describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../../../src/client/api/client.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { operationEntries } from '../../../../src/contract/operations.ts';
import { systemClock } from '../../../../src/std/clock.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { advanceUntilDone, FakeClock } from '../../../support/clock.ts';
import { faultFrom, type LogEntry, recordingLogger } from '../calls.ts';
import { gate, sendJson, serve, serveSockets } from '../loopback.ts';

const KEY = 'plane_api_0123456789abcdef';

function createTestClient(
  url: string,
  changes: Partial<ClientOptions> = {},
): Client & AsyncDisposable & { readonly entries: LogEntry[] } {
  const { logger, entries } = recordingLogger();
  const createdClient = createClient({
    baseUrl: url,
    workspace: 'our-team',
    credential: { kind: 'key', secret: new Secret(KEY), origin: new URL(url).origin },
    clock: systemClock,
    logger,
    transport: async () => createTransport(),
    random: () => 0,
    ...changes,
  });
  return { ...createdClient, entries, [Symbol.asyncDispose]: () => createdClient.close() };
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
const itemPath = { project_id: 'p1', work_item_id: 'w1' };

describe('A client', () => {
  it('has a method for every operation', async () => {
    await using client = createTestClient('https://plane.test');
    expect(Object.keys(client.call)).toEqual(operationEntries.map(([name]) => name));
  });

  it('sends the request that is declared for the operation, and returns the record in the response', async () => {
    await using server = await serve((_, response) => sendJson(response, 200, item));
    await using client = createTestClient(`${server.url}/api/v1/`);
    const updatedItem = await client.call.updateWorkItem({
      ...itemPath,
      body: { name: '  Fix login  ', assignees: ['u1'] },
      query: { expand: 'state,labels' },
    });
    expect(updatedItem).toMatchObject({ id: 'w1', sequence_id: 12, parent: null, assignees: [] });
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

  it('requests all pages with the size 100 unless the caller sets another one, and returns the cursor of the next page', async () => {
    await using server = await serve((count, response) =>
      sendJson(response, 200, {
        next_cursor: `100:${count}:0`,
        next_page_results: count === 1,
        total_results: 2,
        results: [{ ...item, id: `w${count}` }],
      }),
    );
    await using client = createTestClient(server.url);
    const first = await client.call.listWorkItems({
      project_id: 'p1',
      query: { order_by: '-updated_at' },
    });
    expect(first).toMatchObject({ next: '100:1:0', total: 2, skipped: 0 });
    const second = await client.call.listWorkItems({
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
    await using server = await serve((_, response) => sendJson(response, 200, item));
    await using client = createTestClient(server.url);
    const body: object = { name: '', priority: 'extreme', shade: 'red' };
    expect(await faultFrom(client.call.updateWorkItem({ ...itemPath, body }))).toEqual({
      kind: 'invalidRequest',
      fields: { name: 'Enter a name.', priority: expect.any(String), shade: expect.any(String) },
    });
    expect(await faultFrom(client.call.getWorkItem({ project_id: '..', work_item_id: 'w1' }))).toMatchObject({
      fields: { project_id: expect.any(String) },
    });
    expect(await faultFrom(client.call.searchWorkItems({}))).toMatchObject({
      kind: 'invalidRequest',
      fields: { search: expect.any(String) },
    });
    expect(server.requests).toHaveLength(0);
  });

  it('omits invalid records, and logs how many records were omitted', async () => {
    await using server = await serve((_, response) => sendJson(response, 200, { results: [item, { id: 'w2' }] }));
    await using client = createTestClient(server.url);
    expect(await client.call.listWorkItems({ project_id: 'p1' })).toMatchObject({
      results: [{ id: 'w1' }],
      skipped: 1,
    });
    expect(client.entries).toContainEqual({
      level: 'warn',
      message: 'records left out',
      values: { operation: 'listWorkItems', skipped: 1, first: expect.stringMatching(/^results\.1\.name: /) },
    });
  });

  it('loads the transport module on the first call, and again if the first attempt failed', async () => {
    await using server = await serve((_, response) => sendJson(response, 200, { id: 'u' }));
    let loads = 0;
    const transport = async () => {
      loads += 1;
      if (loads === 1) throw new Error('cannot load');
      return createTransport();
    };
    await using client = createTestClient(server.url, { transport });
    expect(loads).toBe(0);
    await expect(client.call.getCurrentUser({})).rejects.toThrow('cannot load');
    await client.call.getCurrentUser({});
    await client.call.getCurrentUser({});
    expect(loads).toBe(2);
  });
});

describe('A failed request', () => {
  it('is reported as intercepted with the page title if the response is HTML', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Welcome</title></html>'),
    );
    await using client = createTestClient(server.url);
    expect(await faultFrom(client.call.getCurrentUser({}))).toEqual({
      kind: 'intercepted',
      status: 200,
      title: 'Welcome',
    });
    expect(client.entries).toContainEqual({
      level: 'warn',
      message: 'not answered by Plane',
      values: { operation: 'getCurrentUser', status: 200, title: 'Welcome' },
    });
  });

  it('is reported as a timeout if the server sends no response, and is retried once if it is repeatable', async () => {
    await using server = await serve(() => undefined);
    const clock = new FakeClock();
    await using client = createTestClient(server.url, { clock, deadlineMs: 50 });
    expect(await advanceUntilDone(clock, faultFrom(client.call.getCurrentUser({})))).toEqual({
      kind: 'timeout',
      afterMs: 50,
    });
    expect(client.entries.filter(({ message }) => message === 'retry')).toHaveLength(1);
  });

  it('is reported as lost without a retry if it is a POST and the connection closes during the response', async () => {
    let connections = 0;
    await using server = await serveSockets((socket) => {
      connections += 1;
      socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"id":'));
    });
    await using client = createTestClient(server.url);
    expect(
      await faultFrom(client.call.createComment({ ...itemPath, body: { comment_html: '<p>Hi</p>' } })),
    ).toMatchObject({
      kind: 'network',
      reason: 'lost',
    });
    expect(connections).toBe(1);
  });

  it('is retried if it is a GET and the connection closes during the response', async () => {
    let connections = 0;
    await using server = await serveSockets((socket) => {
      connections += 1;
      const completeText = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{"id":"u"}';
      const responseText = connections === 1 ? completeText.slice(0, -5) : completeText;
      socket.once('data', () => socket.end(responseText));
    });
    const clock = new FakeClock();
    await using client = createTestClient(server.url, { clock });
    expect(await advanceUntilDone(clock, client.call.getCurrentUser({}))).toMatchObject({ id: 'u' });
    expect(connections).toBe(2);
  });

  it('is reported as redirected if the response redirects to another origin, which receives no request', async () => {
    await using otherServer = await serve((_, response) => sendJson(response, 200, { id: 'u' }));
    await using server = await serve((_, response) =>
      response.writeHead(302, { location: `${otherServer.url}/x?token=1` }).end(),
    );
    await using client = createTestClient(server.url);
    expect(await faultFrom(client.call.getCurrentUser({}))).toEqual({
      kind: 'network',
      reason: 'redirected',
      host: new URL(server.url).host,
      detail: otherServer.url,
    });
    expect(otherServer.requests).toHaveLength(0);
    expect(server.requests).toHaveLength(1);
  });

  it('with status 429 is retried when Retry-After has elapsed, and waitingUntil is undefined afterwards', async () => {
    await using server = await serve((count, response) =>
      count === 1
        ? sendJson(response, 429, { error_code: 5900 }, { 'retry-after': '7' })
        : sendJson(response, 201, { id: 'c1' }),
    );
    const clock = new FakeClock();
    const start = clock.now();
    await using client = createTestClient(server.url, { clock });
    const waits: (number | undefined)[] = [];
    client.allowance.onDidChange(() => waits.push(client.allowance.waitingUntil));
    const comment = await advanceUntilDone(
      clock,
      client.call.createComment({ ...itemPath, body: { comment_html: '<p>Hi</p>' } }),
    );
    expect(comment.id).toBe('c1');
    expect(clock.now() - start).toBeGreaterThanOrEqual(7000);
    expect(waits).toHaveLength(2);
    expect(waits.at(1)).toBeUndefined();
  });

  it('is reported as unauthorized if a 403 response says that the token is not valid', async () => {
    await using server = await serve((_, response) =>
      sendJson(response, 403, { detail: 'Given API token is not valid' }),
    );
    await using client = createTestClient(server.url);
    expect(await faultFrom(client.call.getCurrentUser({}))).toEqual({
      kind: 'unauthorized',
      status: 403,
      detail: 'Given API token is not valid',
    });
  });
});

describe('Callers of the client', () => {
  it('share one request when they call the same operation at the same time', async () => {
    await using server = await serve((_, response) => sendJson(response, 200, { results: [] }));
    await using client = createTestClient(server.url);
    await Promise.all(Array.from({ length: 20 }, () => client.call.listStates({ project_id: 'p1' })));
    expect(server.requests).toHaveLength(1);
  });

  it('receive a rejection as soon as they cancel, and their request is aborted', async () => {
    const requestArrived = gate();
    const closed = gate();
    await using server = await serve((_, response) => {
      response.on('close', closed.open);
      requestArrived.open();
    });
    await using client = createTestClient(server.url);
    const abortController = new AbortController();
    const fault = faultFrom(client.call.getCurrentUser({}, { signal: abortController.signal }));
    await requestArrived.opened;
    abortController.abort();
    expect(await fault).toEqual({ kind: 'cancelled' });
    await closed.opened;
  });

  it('receive a rejection when the client is closed, and can send no requests afterwards', async () => {
    const requestArrived = gate();
    await using server = await serve(() => requestArrived.open());
    const client = createTestClient(server.url);
    const fault = faultFrom(client.call.getCurrentUser({}));
    await requestArrived.opened;
    await client.close();
    expect(await fault).toEqual({ kind: 'cancelled' });
    expect(await faultFrom(client.call.listStates({ project_id: 'p1' }))).toEqual({ kind: 'cancelled' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('The key', () => {
  it('is in no error and no log entry for any kind of error', async () => {
    await using server = await serve((count, response) => {
      if (count % 2 === 0) response.destroy();
      else sendJson(response, 500, { detail: 'Something went wrong' });
    });
    await using client = createTestClient(server.url);
    const faults = [
      await faultFrom(client.call.getCurrentUser({})),
      await faultFrom(client.call.createComment({ ...itemPath, body: {} })),
    ];
    expect(faults).toMatchObject([{ kind: 'serverError' }, { kind: 'network' }]);
    expect(JSON.stringify([faults, client.entries])).not.toContain(KEY);
    expect(server.requests.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true);
  });

  it('is not sent to a server with another origin', async () => {
    await using server = await serve((_, response) => sendJson(response, 200, { id: 'u' }));
    await using client = createTestClient(server.url, {
      credential: { kind: 'key', secret: new Secret(KEY), origin: 'https://api.plane.so' },
    });
    expect(await faultFrom(client.call.getCurrentUser({}))).toMatchObject({ kind: 'unauthorized', status: 0 });
    expect(server.requests).toHaveLength(0);
  });
});
