// Tests the MCP server as a process, against the real server in both dialects.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { answerWith, type FaultProxy, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { startTestServer, type TestServer } from '../../../support/testServer.ts';
import { McpProcess } from './mcpProcess.ts';

let server: TestServer;
let proxy: FaultProxy;
let resources: AsyncDisposableStack;
const processes: McpProcess[] = [];
async function openServer(dialect: Dialect): Promise<void> {
  resources = new AsyncDisposableStack();
  server = await startTestServer({ dialect });
  resources.defer(() => server.stop());
  proxy = resources.use(await openFaultProxy(server.baseUrl));
}
// After each test, checks that no process has written the key.
afterEach(async () => {
  const endingProcesses = processes.splice(0);
  proxy.removeFaults();
  expect(await Promise.all(endingProcesses.map((one) => one.end()))).toEqual(endingProcesses.map(() => 0));
  for (const { stdout, stderr } of endingProcesses) expect(stdout + stderr).not.toContain(server.apiKey);
  await resources.disposeAsync();
});

async function start(changes: Readonly<Record<string, string>> = {}): Promise<McpProcess> {
  const mcpProcess = await McpProcess.start({
    PLANE_API_KEY: server.apiKey,
    PLANE_WORKSPACE_SLUG: server.workspace,
    PLANE_BASE_URL: proxy.url,
    ...changes,
  });
  processes.push(mcpProcess);
  return mcpProcess;
}
const startWithWriteAccess = (): Promise<McpProcess> => start({ CONTRAIL_MCP_WRITE: '1' });
const posts = (end: string) => proxy.matchingRequests(matchRequest('POST', end));

describe.each(['spec', 'community'] as const)('The MCP server (dialect %s)', (dialect) => {
  beforeEach(() => openServer(dialect));

  it('returns records with texts of other users as quotes, and creates, changes and comments on a work item', async () => {
    const mcp = await startWithWriteAccess();
    expect((await mcp.call('contrail_listProjects')).text).toMatch(/projects\. Text between “ and ” .*\n- “/);
    expect(await mcp.call('contrail_getWorkItem', { id: 'WEB-28' })).toEqual({
      text: expect.stringMatching(/^WEB-28 “.+”\. Text between “ and ” and text after "\| "/),
      isError: false,
    });
    const searchResult = await mcp.call('contrail_searchWorkItems', { project: 'WEB', priority: 'urgent' });
    expect(searchResult.text).toMatch(/^\d+ work items\. /);
    expect((await mcp.call('contrail_searchWorkItems', { assignee: 'me' })).text).toMatch(
      /^\d+ work items\. (?!.*Current)/,
    );
    const createResult = await mcp.call('contrail_createWorkItem', {
      project: 'WEB',
      name: 'From a client',
      priority: 'low',
    });
    expect(createResult.text).toMatch(/^Created\. Now on the server:\nWEB-\d+ “From a client”/);
    expect(createResult.text).toMatch(/\nState: “(?!unknown)/);
    const [id] = /WEB-\d+/.exec(createResult.text) ?? [];
    const updateResult = await mcp.call('contrail_updateWorkItem', { id, priority: 'high', description: '**New**' });
    expect(updateResult.text).toMatch(/^Done\. description: changed\. priority: changed\. Now on the server:/);
    expect(updateResult.text).toContain('\nPriority: high\n');
    const repeatedUpdate = await mcp.call('contrail_updateWorkItem', { id, priority: 'high' });
    expect(repeatedUpdate).toEqual({ text: expect.stringMatching(/^Nothing to change/), isError: false });
    const comment = await mcp.call('contrail_commentOnWorkItem', { id, text: '*Hello*' });
    expect(comment.text).toMatch(/^The comment was sent\. Now on the server, internal\..*\n\| Hello/);
  });

  it('makes a change only once for the same idempotencyKey, even in another process', async () => {
    const mcp = await startWithWriteAccess();
    const input = { project: 'WEB', name: 'Once', idempotencyKey: 'k1' };
    const [first, second] = await Promise.all([
      mcp.call('contrail_createWorkItem', input),
      mcp.call('contrail_createWorkItem', input),
    ]);
    expect(second.text).toBe(
      `An earlier call with this idempotencyKey had this result; nothing was sent:\n${first.text}`,
    );
    const conflictingResult = await mcp.call('contrail_createWorkItem', { ...input, name: 'Twice' });
    expect(conflictingResult).toEqual({ text: expect.stringContaining('used for another input'), isError: true });
    expect(posts('/work-items/')).toHaveLength(1);

    const comment = { id: 'WEB-28', text: 'Said once', idempotencyKey: 'k1' };
    expect((await mcp.call('contrail_commentOnWorkItem', comment)).text).toMatch(/^The comment was sent\./);
    const secondProcess = await startWithWriteAccess();
    const repeatedResult = await secondProcess.call('contrail_createWorkItem', input);
    expect(repeatedResult.text).toMatch(/^An earlier call had created it already\. Now on the server:\nWEB-\d+ “Once”/);
    expect(/WEB-\d+/.exec(repeatedResult.text)).toEqual(expect.arrayContaining([/WEB-\d+/.exec(first.text)?.[0]]));
    expect((await secondProcess.call('contrail_commentOnWorkItem', comment)).text).toMatch(/^An earlier call had sent/);
  });
});

describe('The MCP server', () => {
  beforeEach(() => openServer('spec'));

  it('rejects changes unless CONTRAIL_MCP_WRITE is 1', async () => {
    const mcp = await start({ CONTRAIL_MCP_WRITE: 'true' });
    for (const name of ['contrail_createWorkItem', 'contrail_updateWorkItem', 'contrail_commentOnWorkItem']) {
      const { text, isError } = await mcp.call(name, { id: 'WEB-28', text: 'x', state: 'Done', project: 'WEB' });
      expect(text).toMatch(/^Nothing was changed\. .*CONTRAIL_MCP_WRITE=1/);
      expect(isError).toBe(true);
    }
    expect(proxy.requests).toEqual([]);
  });

  it.each([
    ['0', 0],
    ['many', 5],
  ])('with CONTRAIL_MCP_WRITES_PER_MINUTE=%s makes %i changes and rejects the next change', async (limit, count) => {
    const mcp = await start({ CONTRAIL_MCP_WRITE: '1', CONTRAIL_MCP_WRITES_PER_MINUTE: limit });
    const comment = (number: number) => mcp.call('contrail_commentOnWorkItem', { id: 'WEB-28', text: `No. ${number}` });
    for (let number = 1; number <= count; number += 1) expect((await comment(number)).isError).toBe(false);
    expect((await comment(count + 1)).text).toContain(
      `the limit is ${count} ${count === 1 ? 'change' : 'changes'} a minute.`,
    );
    expect(posts('/comments/')).toHaveLength(count);
  });

  it('creates one work item if the response is lost and the call is repeated', async () => {
    const mcp = await startWithWriteAccess();
    proxy.inject(matchRequest('POST', '/work-items/'), { kind: 'lost' }, 1);
    const input = { project: 'WEB', name: 'Lost', idempotencyKey: 'k2' };
    const lostCallResult = await mcp.call('contrail_createWorkItem', input);
    expect(lostCallResult).toEqual({ text: expect.stringContaining('The change may have happened'), isError: true });
    expect((await mcp.call('contrail_createWorkItem', input)).text).toMatch(/^An earlier call had created it already/);
  });

  it('sends no response to a canceled change, and a later result says that the change may have happened', async () => {
    const mcp = await startWithWriteAccess();
    await mcp.call('contrail_getWorkItem', { id: 'WEB-28' });
    const isPatch = (method: string): boolean => method === 'PATCH';
    proxy.inject(isPatch, { kind: 'hanging' });
    void mcp.request('tools/call', { name: 'contrail_updateWorkItem', arguments: { id: 'WEB-28', name: 'Late' } });
    const requestId = mcp.latestId;
    await proxy.waitForRequests(isPatch);
    mcp.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    let nextResult = await mcp.call('contrail_getWorkItem', { id: 'WEB-28' });
    // The next result may not contain the note yet, because the canceled change reads the values on the server before
    // it ends.
    while (!nextResult.text.startsWith('Note:')) nextResult = await mcp.call('contrail_listProjects');
    expect(nextResult.text).toMatch(
      /^Note: an earlier call of contrail_updateWorkItem was canceled\. The change may have/,
    );
    expect(mcp.stdout).not.toContain(`"id":${requestId},`);
  });

  it('rejects a line of 64 MB, and handles the request after the line', async () => {
    const mcp = await start();
    mcp.sendBytes(new Uint8Array(64 * 1024 * 1024).fill(0x61));
    mcp.sendBytes(Buffer.from('\n'));
    expect((await mcp.request('ping')).result).toEqual({});
    expect(mcp.stdout.match(/"id":null,"error":\{"code":-32600,/g)).toHaveLength(1);
  });

  it('removes the key from results and from the log if a response of the server contains the key', async () => {
    const mcp = await startWithWriteAccess();
    const error = answerWith(400, { error: `The key ${server.apiKey} is odd` });
    proxy.inject((method) => method === 'POST', error);
    const { text } = await mcp.call('contrail_createWorkItem', { project: 'WEB', name: 'x' });
    expect(text).toContain('The key [secret] is odd');
  });

  it('logs text of the server on one line and without hidden characters', async () => {
    const mcp = await start();
    const page = answerWith(
      200,
      '<html><title>Sign in\u{E0049}\u{E0047}\u202E\u200B\u001B[2J</title></html>',
      'text/html',
    );
    proxy.inject((method) => method === 'GET', page);
    expect((await mcp.call('contrail_listProjects')).isError).toBe(true);
    const line = mcp.stderr.split('\n').find((text) => text.includes('not answered by Plane'));
    expect(line).toContain('Sign in');
    for (const hidden of ['\u{E0049}', '\u202E', '\u200B', '\u001B']) expect(mcp.stderr).not.toContain(hidden);
  });
});
