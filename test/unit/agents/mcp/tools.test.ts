// Tests the tools for MCP clients: messages about the environment variables and the rate limit, use of the cache, and
// which changes are permitted.

import { beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentSession } from '../../../../src/agents/mcp/environmentSession.ts';
import { McpTools } from '../../../../src/agents/mcp/tools.ts';
import { ModelTexts } from '../../../../src/agents/modelTexts.ts';
import { UnansweredWrites } from '../../../../src/agents/unansweredWrites.ts';
import { WriteLimit } from '../../../../src/agents/writes/writeLimit.ts';
import { defaultNetworkConfiguration, type NetworkConfiguration } from '../../../../src/client/network/network.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { environmentKey, parseEnvironmentAccount } from '../../../../src/core/session/accounts/environmentAccount.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { makeGuest, startChangedServer } from '../../../support/changedServer.ts';
import { advanceUntilDone, FakeClock } from '../../../support/clock.ts';
import { answerWith, type FaultProxy, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { openProxy } from '../../../support/proxyServer.ts';
import { startTestServer, type TestServer } from '../../../support/testServer.ts';

const READING_TOOLS = ['contrail_searchWorkItems', 'contrail_getWorkItem', 'contrail_listProjects'] as const;
const WRITING_TOOLS = [
  'contrail_createWorkItem',
  'contrail_updateWorkItem',
  'contrail_commentOnWorkItem',
  'contrail_relateWorkItem',
] as const;

let server: TestServer;
let proxy: FaultProxy;
const resources = forEachTest(() => new AsyncDisposableStack());
const clock = forEachTest(() => new FakeClock());
beforeEach(async () => {
  server = await startTestServer();
  resources.defer(() => server.stop());
  proxy = resources.use(await openFaultProxy(server.baseUrl));
});

interface Variables {
  readonly key?: string;
  readonly workspace?: string;
  readonly baseUrl?: string;
  /** The origin for which the user has chosen http. */
  readonly httpOrigin?: string;
  readonly network?: NetworkConfiguration;
}

/** Returns the tools with the account of these variables, and a function that calls one. */
function openTools(changes: Variables = {}, mayWrite = true, writesPerMinute = 60) {
  const { key, ...variables } = { key: server.apiKey, workspace: server.workspace, baseUrl: proxy.url, ...changes };
  const { httpOrigin, network = defaultNetworkConfiguration } = changes;
  const isHttpAllowed = (origin: string) => origin === httpOrigin;
  const account = {
    key: environmentKey(key),
    workspace: variables.workspace || undefined,
    baseUrl: variables.baseUrl,
  };
  const session = new EnvironmentSession({
    account: parseEnvironmentAccount(account, isHttpAllowed),
    isHttpAllowed,
    clock,
    logger: silentLogger,
    openTransport: async () => createTransport({ network: () => network }),
  });
  resources.defer(() => session.close());
  const tools = new McpTools({
    session,
    mayWrite,
    writeLimit: new WriteLimit(clock, writesPerMinute),
    externalIds: new UnansweredWrites(clock, () => 'unused'),
    texts: new ModelTexts(),
    clock,
    logger: silentLogger,
  });
  const { signal } = new AbortController();
  const call = (name: string, input: object = {}, onProgress: (message: string) => void = () => undefined) =>
    advanceUntilDone(clock, tools.call(name, input, { signal, onProgress }));
  return { call, tools };
}

it('A new work item names the values that the server did not store', async () => {
  const guestServer = await startChangedServer((database) => makeGuest(database, 'bruno'));
  resources.defer(() => guestServer.stop());
  const { call } = openTools({ baseUrl: guestServer.baseUrl, key: guestServer.apiKey });
  const input = {
    project: 'WEB',
    name: 'For a guest',
    assignees: ['Bruno Keller'],
    labels: ['Design'],
    priority: 'high',
  };
  const { text } = await call('contrail_createWorkItem', input);
  expect(text).toMatch(/^Created\. The server did not store: assignees\. Now on the server:\n/);
  expect(text).toMatch(/\nAssignees: none\nPriority: high\nLabels: “Design”\n/);
});

describe('Work items of a project with more pages than one call requests', () => {
  it('are read on by each call, and a count is a minimum until all are read', async () => {
    const scaleServer = await startTestServer({ seed: { kind: 'scale', items: 1_230 } });
    resources.defer(() => scaleServer.stop());
    const scaleProxy = resources.use(await openFaultProxy(scaleServer.baseUrl));
    const { call } = openTools({ baseUrl: scaleProxy.url, key: scaleServer.apiKey, workspace: scaleServer.workspace });
    const search = async () => (await call('contrail_searchWorkItems', { priority: 'urgent' })).text;
    const countIn = (text: string) => Number(/\d+/.exec(text)?.[0]);
    const first = await search();
    expect(first).toMatch(/^At least \d+ work items\. /);
    expect(first).toMatch(/only 1000 of 1230 work items are known so far\. Repeat the call to read more\./);
    expect((await call('contrail_searchWorkItems', { assignee: 'me' })).text).not.toMatch(/^At least/);
    const complete = await search();
    expect(complete).toMatch(/^\d+ work items\. /);
    expect(countIn(complete)).toBeGreaterThan(countIn(first));
    const pages = scaleProxy.matchingRequests((_method, path) => path.includes('/work-items/?'));
    expect(pages).toHaveLength(13);
  });
});

describe('A work item whose cycle and module the process has not read', () => {
  const removal = { id: 'WEB-28', cycle: 'none', module: 'none', parent: 'none' };
  const removals = () => proxy.matchingRequests((method) => method === 'DELETE');

  it('is removed from both', async () => {
    await openTools().call('contrail_updateWorkItem', { id: 'WEB-28', cycle: 'Board by keyboard', module: 'Offline' });
    const { text } = await openTools().call('contrail_updateWorkItem', removal);
    expect(text).toMatch(/^Done\. module: changed\. cycle: changed\./);
    expect(removals()).toHaveLength(2);
  });

  it('is not changed if it is in none', async () => {
    await openTools().call('contrail_updateWorkItem', removal);
    const sent = removals().length;
    expect((await openTools().call('contrail_updateWorkItem', removal)).text).toMatch(/^Nothing to change/);
    expect(removals()).toHaveLength(sent);
  });
});

describe('A description', () => {
  it('is returned as Markdown, and written back without another change', async () => {
    const { call } = openTools();
    const created = await call('contrail_createWorkItem', {
      project: 'WEB',
      name: 'Written by a model',
      description: '# Plan\n\n```py\ndef f():\n    pass\n```\n\n- [ ] one\n- [x] two',
    });
    const id = /WEB-\d+/.exec(created.text)?.[0] ?? '';
    const { text } = await call('contrail_getWorkItem', { id });
    const description = text.split('\n').filter((line) => line.startsWith('| '));
    expect(description).toEqual([
      '| # Plan',
      '| ',
      '| ```py',
      '| def f():',
      '|     pass',
      '| ```',
      '| ',
      '| - [ ] one',
      '| - [x] two',
    ]);
    const unchanged = { id, description: description.join('\n') };
    expect((await call('contrail_updateWorkItem', unchanged)).text).toMatch(/^Nothing to change/);
    const changed = { id, description: description.join('\n').replace('[ ] one', '[x] one') };
    expect((await call('contrail_updateWorkItem', changed)).text).toMatch(/^Done\. description: changed/);
    const again = await call('contrail_getWorkItem', { id });
    expect(again.text).toContain('| - [x] one\n| - [x] two');
    expect(proxy.matchingRequests((method) => method === 'PATCH')).toHaveLength(1);
  });

  it('that the model has not read is not replaced, and the call is an error', async () => {
    const { call } = openTools();
    const result = await call('contrail_updateWorkItem', { id: 'WEB-1', description: 'New' });
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining('that you have not read') });
    expect(proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
  });
});

describe('A tool for MCP clients', () => {
  it.each([
    [{ key: '' }, 'PLANE_API_KEY is not set.'],
    [{ key: 'two words' }, 'PLANE_API_KEY is not a valid key.'],
    [{ key: `plane_api_${'0'.repeat(32)}` }, 'PLANE_API_KEY: the server rejected the key.'],
    [{ workspace: '' }, 'PLANE_WORKSPACE_SLUG is not set.'],
    [{ workspace: 'no slug' }, 'PLANE_WORKSPACE_SLUG is not the slug of a workspace.'],
    [{ workspace: 'elsewhere' }, 'PLANE_WORKSPACE_SLUG: there is no such workspace'],
    [{ baseUrl: 'ftp://plane.example' }, 'PLANE_BASE_URL is not the address of a server.'],
    [{ baseUrl: 'http://plane.example' }, 'Http is possible only on this machine and in a private network.'],
    [{ baseUrl: 'http://plane.lan' }, 'or set CONTRAIL_MCP_ALLOW_HTTP to the same address'],
    [{ baseUrl: 'http://127.0.0.1:1' }, 'The server cannot be reached.'],
  ])('names the environment variable to correct for %j', async (changes: Variables, problem) => {
    const { text, isError } = await openTools(changes).call('contrail_listProjects');
    expect(text).toContain(problem);
    expect(text).toMatch(
      /PLANE_\w+.* Ask the user to correct the configuration of the MCP server\. Do not ask for the key\.$/,
    );
    expect(isError).toBe(true);
  });

  it.each([
    ['Plane 1.0.0 is too old', { edition: 'PLANE_COMMUNITY', current_version: 'v1.0.0' }],
    ['This version of Plane is too old', {}],
  ])('sends no key if the server is too old: %s', async (problem, instance) => {
    proxy.inject(matchRequest('GET', '/work-items/'), answerWith(404, { error: 'Page not found.' }));
    proxy.inject(matchRequest('GET', '/issues/'), answerWith(401, { detail: 'Authentication is missing.' }));
    proxy.inject(matchRequest('GET', '/api/instances/'), answerWith(200, { instance }));
    const { text, isError } = await openTools().call('contrail_listProjects');
    expect(text).toMatch(
      new RegExp(`^${problem}: Contrail needs 1\\.1 or newer\\. .* See PLANE_BASE_URL\\. Ask the user`),
    );
    expect(isError).toBe(true);
    expect(proxy.requests.filter(({ headers }) => headers['x-api-key'] !== undefined)).toEqual([]);
  });

  it.each([
    ['a page', answerWith(404, '<title>Not here</title>', 'text/html')],
    ['JSON of another program', answerWith(200, { hello: 'world' })],
  ])('says that the server is not a Plane server if it answers with %s', async (_name, answer) => {
    proxy.inject(() => true, answer);
    const { text } = await openTools().call('contrail_listProjects');
    expect(text).toMatch(/^PLANE_BASE_URL: the server is not a Plane server\. Ask the user/);
  });

  it('sends the key over http to a private network only if the user has chosen this for the server', async () => {
    const { port } = new URL(server.baseUrl);
    await using httpProxy = await openProxy({ hosts: { 'plane.lan:80': Number(port) } });
    const network = {
      ...defaultNetworkConfiguration,
      proxy: { ...defaultNetworkConfiguration.proxy, address: `http://127.0.0.1:${httpProxy.port}` },
    };
    const baseUrl = 'http://plane.lan';
    const other = openTools({ baseUrl, network, httpOrigin: 'http://nas.lan' });
    expect((await other.call('contrail_listProjects')).isError).toBe(true);
    expect(httpProxy.requests).toEqual([]);
    const chosen = openTools({ baseUrl, network, httpOrigin: baseUrl });
    expect((await chosen.call('contrail_listProjects')).isError).toBe(false);
  });

  it('returns results as soon as the server can be reached, without a restart', async () => {
    const { call } = openTools();
    await proxy.refuse();
    expect((await call('contrail_listProjects')).isError).toBe(true);
    await proxy.listenAgain();
    expect((await call('contrail_listProjects')).isError).toBe(false);
  });

  it('names the environment variable of the key if the server no longer accepts the key', async () => {
    const { call } = openTools();
    await call('contrail_listProjects');
    proxy.inject(() => true, { kind: 'invalidKey' });
    const { text, isError } = await call('contrail_getWorkItem', { id: 'WEB-9' });
    expect(text).toMatch(/^The server rejected the key\..*PLANE_API_KEY/);
    expect(isError).toBe(true);
  });

  it('reports that it waits for the rate limit, and returns an error after 20 seconds', async () => {
    const { call } = openTools();
    await call('contrail_listProjects');
    proxy.inject(() => true, { kind: 'answered', status: 429, headers: { 'retry-after': '60' }, body: '{}' }, 1);
    const messages: string[] = [];
    const input = { id: 'WEB-9' };
    const results = [await call('contrail_getWorkItem', input, (message) => messages.push(message))];
    expect(messages.length).toBeGreaterThan(0);
    expect(messages[0]).toMatch(/^Waiting for the rate limit: the server allows \d+ requests a minute\.$/);
    while (results.at(-1)?.isError === true) {
      expect(results.at(-1)?.text).toMatch(
        /^(?:Waiting: the server allows \d+ requests|The server did not respond in time)/,
      );
      results.push(await call('contrail_getWorkItem', input));
    }
    expect(results.at(-1)?.text).toMatch(/^WEB-9 “/);
  });

  it('finds work items on the server by words and a filter', async () => {
    const { call } = openTools();
    const { text } = await call('contrail_searchWorkItems', { text: 'notes', project: 'WEB', priority: 'medium' });
    expect(text).toMatch(/^1 work item\. .*\nWEB-28 \[“.+”, medium\] “Write the notes for the next release”/);
    expect((await call('contrail_searchWorkItems', { assignee: 'me' })).text).not.toContain('28 of 28');
  });

  it('finds a work item by its identifier first, with its state, even if it is closed', async () => {
    const { call } = openTools();
    const { text } = await call('contrail_searchWorkItems', { text: 'web-1' });
    expect(text.split('\n').find((line) => !/^(?:At least|Project) /.test(line))).toMatch(/^WEB-1 \[“.+”, \w+/);
    expect(proxy.matchingRequests(matchRequest('GET', '/work-items/WEB-1/'))).toHaveLength(1);
  });

  it('uses cached responses for one minute, and then requests the data again', async () => {
    const { call } = openTools();
    await call('contrail_listProjects');
    const requestCountBefore = proxy.requests.length;
    expect(proxy.requests.map(({ headers }) => headers['x-api-key'] !== undefined)).toEqual([false, false, true, true]);
    await call('contrail_listProjects');
    expect(proxy.requests).toHaveLength(requestCountBefore);
    await clock.advance(61_000);
    await call('contrail_listProjects');
    expect(proxy.matchingRequests(matchRequest('GET', '/projects/'))).toHaveLength(2);
    expect(proxy.requests).toHaveLength(requestCountBefore + 1);
  });

  it('is not listed if it makes changes and changes are turned off', () => {
    const { tools } = openTools({}, false);
    expect(tools.list().map(({ name }) => name)).toEqual(READING_TOOLS);
    expect(tools.instructions).toContain('Changes are turned off.');
    expect(openTools().tools.instructions).not.toContain('Changes are turned off.');
  });

  it('rejects properties that are not in its input schema, for example a URL or a visibility', async () => {
    const { call } = openTools();
    for (const extra of [{ url: 'https://evil.example' }, { baseUrl: 'x' }, { visibility: 'EXTERNAL' }])
      expect(await call('contrail_commentOnWorkItem', { id: 'WEB-28', text: 'x', ...extra })).toEqual({
        text: expect.stringMatching(/^The input is invalid\./),
        isError: true,
      });
    expect(proxy.requests).toEqual([]);
  });

  it('adds a relation or a link only if the work item does not already have the same relation or link', async () => {
    const { call } = openTools();
    const relate = (input: object) => call('contrail_relateWorkItem', { id: 'WEB-28', ...input });
    const relation = { relation: 'blocking', other: 'WEB-27' };
    const link = { link: 'https://example.org/plan', title: 'Plan' };
    expect(await relate(relation)).toEqual({ text: 'The relation was added.', isError: false });
    expect(await relate(link)).toEqual({ text: 'The link was added.', isError: false });
    for (const input of [relation, link])
      expect(await relate(input)).toEqual({ text: expect.stringMatching(/^Nothing to change/), isError: false });
    expect(proxy.matchingRequests((method) => method === 'POST')).toHaveLength(2);
  });

  it('makes at most the permitted number of changes within a minute, without counting reads and unsent changes', async () => {
    const { call } = openTools({}, true, 2);
    const isWrite = (method: string): boolean => method !== 'GET';
    const rename = (name: string) => call('contrail_updateWorkItem', { id: 'WEB-28', name });
    expect(await rename('One')).toMatchObject({ isError: false });
    expect((await rename('One')).text).toMatch(/^Nothing to change/);
    expect(await call('contrail_getWorkItem', { id: 'WEB-28' })).toMatchObject({ isError: false });
    expect(await call('contrail_commentOnWorkItem', { id: 'WEB-28', text: 'Two' })).toMatchObject({ isError: false });
    const sentCount = proxy.matchingRequests(isWrite).length;
    expect(await rename('Three')).toEqual({
      text: expect.stringMatching(
        /^Nothing was changed: the limit is 2 changes a minute\. .* CONTRAIL_MCP_WRITES_PER_MINUTE/,
      ),
      isError: true,
    });
    expect(proxy.matchingRequests(isWrite)).toHaveLength(sentCount);
    await clock.advance(60_001);
    expect(await rename('Three')).toMatchObject({ isError: false });
  });

  it('has hints about its effects, and no input for a server or an account', async () => {
    const tools = openTools().tools.list();
    expect(tools.map(({ name }) => name)).toEqual([...READING_TOOLS, ...WRITING_TOOLS]);
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [String(name), annotations]));
    const readHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
    const changes = { ...readHints, readOnlyHint: false };
    expect(hints).toEqual({
      ...Object.fromEntries(READING_TOOLS.map((name) => [name, readHints])),
      contrail_createWorkItem: { ...changes, idempotentHint: false },
      contrail_updateWorkItem: { ...changes, destructiveHint: true },
      contrail_commentOnWorkItem: { ...changes, idempotentHint: false },
      contrail_relateWorkItem: { ...changes, destructiveHint: true },
    });
    const fields = tools.flatMap(({ inputSchema }) => Object.keys((inputSchema as { properties: object }).properties));
    expect(fields).toContain('idempotencyKey');
    expect(fields.filter((name) => /url|server|host|account|workspace|key$|visibility/i.test(name))).toEqual(
      WRITING_TOOLS.map(() => 'idempotencyKey'),
    );
  });
});
