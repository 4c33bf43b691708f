// Tests the confirmation of changes over the client, with the official client and the real program.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';
import { MAIN_PATH } from './mcpProcess.ts';

const ITEM_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 28)}/`;
const DONE = { id: 'WEB-28', state: 'Done' };

let server: TestServer;
let proxy: FaultProxy;
const resources = forEachTest(() => new AsyncDisposableStack());
beforeEach(async () => {
  server = await startTestServer();
  resources.defer(() => server.stop());
  proxy = resources.use(await openFaultProxy(server.baseUrl));
});

type Answer = (question: string) => ElicitResult['action'] | Promise<ElicitResult['action']>;

/** Starts the program, and connects a client that answers each question of the program with `answer`. */
async function connect(answer: Answer, changes: Readonly<Record<string, string>> = {}) {
  const account = { PLANE_API_KEY: server.apiKey, PLANE_WORKSPACE_SLUG: server.workspace, PLANE_BASE_URL: proxy.url };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN_PATH],
    env: { ...account, ...changes },
  });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  const questions: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params: { message } }) => {
    questions.push(message);
    const action = await answer(message);
    return action === 'accept' ? { action, content: {} } : { action };
  });
  await client.connect(transport);
  resources.defer(() => client.close());
  const call = async (name: string, input: Record<string, unknown>, signal = new AbortController().signal) => {
    const { content, isError } = await client.callTool({ name, arguments: input }, undefined, { signal });
    const [{ text }] = content as [{ text: string }];
    return { text, isError };
  };
  return { client, call, questions };
}

function sentChanges(): readonly string[] {
  return proxy.matchingRequests((method) => method !== 'GET').map(({ method }) => method);
}

describe('A change by a client that can ask the user', () => {
  it('is made after the user has accepted it, without CONTRAIL_MCP_WRITE and however many there are', async () => {
    const { client, call, questions } = await connect(() => 'accept');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('contrail_updateWorkItem');
    expect(client.getInstructions()).not.toContain('Changes are turned off');
    const result = await call('contrail_updateWorkItem', DONE);
    expect(result).toEqual({ text: expect.stringMatching(/^Done\. state: changed\./), isError: false });
    expect(questions).toEqual([expect.stringMatching(/^Change WEB-28\?\n.+\nState of WEB-28: .+ → Done$/)]);
    for (let number = 1; number <= 5; number += 1)
      expect(await call('contrail_commentOnWorkItem', { id: 'WEB-28', text: `No. ${number}` })).toMatchObject({
        isError: false,
      });
    expect(questions.at(-1)).toMatch(/^Send an internal comment on WEB-28\?\n.+\nInternal: .+\nNo\. 5$/);
    expect(questions).toHaveLength(6);
    expect(sentChanges()).toEqual(['PATCH', 'POST', 'POST', 'POST', 'POST', 'POST']);
  });

  it.each(['decline', 'cancel'] as const)('is not made if the user answers with %s', async (action) => {
    const { call } = await connect(() => action, { CONTRAIL_MCP_WRITE: '1' });
    const text = 'The user declined. Nothing was changed. Do not try again unless the user asks for it.';
    expect(await call('contrail_updateWorkItem', DONE)).toEqual({ text, isError: true });
    expect(sentChanges()).toEqual([]);
  });

  it('is asked about again if the value on the server changes while the question is shown', async () => {
    const { call, questions } = await connect(async (): Promise<'accept'> => {
      if (questions.length === 1)
        await server.ask('PATCH', ITEM_PATH, { body: { state: sample.state('WEB', 'In Review') } });
      return 'accept';
    });
    expect(await call('contrail_updateWorkItem', DONE)).toMatchObject({ isError: false });
    expect(questions).toHaveLength(2);
    expect(questions[1]).toContain('State of WEB-28: In Review → Done');
  });

  it('is neither offered nor asked about with CONTRAIL_MCP_WRITE=0', async () => {
    const { client, call, questions } = await connect(() => 'accept', { CONTRAIL_MCP_WRITE: '0' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('contrail_updateWorkItem');
    expect((await call('contrail_updateWorkItem', DONE)).text).toMatch(/^Nothing was changed\. Changes are turned off/);
    expect(questions).toEqual([]);
  });

  it('is not made if the client fails to ask', async () => {
    const { call } = await connect(() => Promise.reject(new Error('no window')));
    expect(await call('contrail_updateWorkItem', DONE)).toEqual({
      text: 'The user has not confirmed the change, so nothing was changed. Ask the user.',
      isError: true,
    });
    expect(sentChanges()).toEqual([]);
  });

  it('is not made if the call is canceled while the question is shown', async () => {
    const cancellation = new AbortController();
    const { call } = await connect(() => {
      cancellation.abort('Stop');
      return 'accept';
    });
    await expect(call('contrail_updateWorkItem', DONE, cancellation.signal)).rejects.toThrow('Stop');
    expect((await call('contrail_listProjects', {})).text).not.toContain('may have happened');
    expect(sentChanges()).toEqual([]);
  });
});

it('A client that can only open web pages cannot ask the user', async () => {
  const account = { PLANE_API_KEY: server.apiKey, PLANE_WORKSPACE_SLUG: server.workspace, PLANE_BASE_URL: proxy.url };
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN_PATH], env: account });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { url: {} } } });
  await client.connect(transport);
  resources.defer(() => client.close());
  expect(client.getInstructions()).toContain('Changes are turned off');
  expect(proxy.matchingRequests(matchRequest('GET', '/'))).toEqual([]);
});
