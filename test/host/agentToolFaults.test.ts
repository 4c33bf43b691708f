// Tests what a language model reads when the server cannot be used: the tools are called in the extension host, with
// an account whose server is behind a proxy that injects faults.
import { match, ok, rejects, strictEqual } from 'node:assert/strict';
import { type CancellationToken, CancellationTokenSource, commands, lm } from 'vscode';
import { answerWith, type FaultProxy, matchRequest, openFaultProxy } from '../support/faultProxy.ts';
import { acceptFirstRowDuring } from './eventually.ts';
import { serverVariable } from './report.ts';

const WEB_9 = { id: 'WEB-9' };
const isPatch = (method: string): boolean => method === 'PATCH';

async function callTool(name: string, input: object, token?: CancellationToken): Promise<string> {
  const { content } = await lm.invokeTool(`contrail_${name}`, { toolInvocationToken: undefined, input }, token);
  return content.map((part) => String((part as { readonly value?: unknown }).value)).join('\n');
}

function rename(name: string, token?: CancellationToken): Promise<string> {
  return callTool('updateWorkItem', { ...WEB_9, name }, token);
}

describe('A tool for language models', () => {
  let proxy: FaultProxy;

  before(async () => {
    const { baseUrl, proxyPort } = JSON.parse(process.env[serverVariable] ?? '{}');
    proxy = await openFaultProxy(baseUrl, proxyPort);
    // Selects the first row, which is the account that the environment variables define.
    await acceptFirstRowDuring(commands.executeCommand('contrail.switchAccount'));
    match(await callTool('getWorkItem', WEB_9), /^WEB-9 “/);
  });
  afterEach(() => proxy.removeFaults());
  after(async () => {
    await commands.executeCommand('contrail.signOut');
    await proxy[Symbol.asyncDispose]();
  });

  it('reports that the server cannot be reached, and returns data as soon as the server responds', async () => {
    await proxy.refuse();
    try {
      const offlineMessage = /^The server cannot be reached\. The user may be offline\. Only the user can fix this\.$/;
      match(await callTool('getWorkItem', WEB_9), offlineMessage);
      match(await callTool('createWorkItem', { project: 'WEB', name: 'Offline' }), /^The server cannot be reached\./);
    } finally {
      await proxy.listenAgain();
    }
    match(await callTool('getWorkItem', WEB_9), /^WEB-9 “/);
  });

  it('reports that a change may have happened after a lost response, but not after a rejection', async () => {
    proxy.inject(isPatch, { kind: 'lost' });
    match(await rename('Lost'), /^(?=.*name: not changed)(?=.*The change may have happened)/);
    proxy.removeFaults();
    proxy.inject(isPatch, answerWith(400, { name: ['Not today.'] }));
    const rejectedMessage = await rename('Rejected');
    match(rejectedMessage, /Not today\./);
    ok(!rejectedMessage.includes('may have happened'));
  });

  it('rejects with Canceled if a read is canceled while the server does not respond', async () => {
    const isCommentRead = matchRequest('GET', '/comments/');
    proxy.inject(isCommentRead, { kind: 'hanging' });
    const countBefore = proxy.matchingRequests(isCommentRead).length;
    const cancellation = new CancellationTokenSource();
    const rejectedRead = rejects(callTool('getWorkItem', WEB_9, cancellation.token), { name: 'Canceled' });
    await proxy.waitForRequests(isCommentRead, countBefore + 1);
    cancellation.cancel();
    await rejectedRead;
    proxy.removeFaults();
    match(await callTool('getWorkItem', WEB_9), /^WEB-9 “/);
  });

  it('reports in a later result that a change may have happened if it is canceled after its request', async () => {
    proxy.inject(isPatch, { kind: 'hanging' });
    const countBefore = proxy.matchingRequests(isPatch).length;
    const cancellation = new CancellationTokenSource();
    const rejectedChange = rejects(rename('Canceled', cancellation.token), { name: 'Canceled' });
    await proxy.waitForRequests(isPatch, countBefore + 1);
    cancellation.cancel();
    await rejectedChange;
    let nextResult = '';
    // The next result may not contain the note yet, because the canceled change reads the values on the server before
    // it ends.
    while (!nextResult.startsWith('Note:')) nextResult = await callTool('listProjects', {});
    match(nextResult, /^Note: an earlier call of contrail_updateWorkItem was canceled\. The change may have happened/);
    ok(!(await callTool('listProjects', {})).startsWith('Note:'));
  });

  it('sends no change if the call is canceled while the tool reads the work item', async () => {
    const isItemRead = matchRequest('GET', '/work-items/API-12/');
    proxy.inject(isItemRead, { kind: 'hanging' });
    const countBefore = proxy.matchingRequests(isPatch).length;
    const cancellation = new CancellationTokenSource();
    const rejectedChange = rejects(callTool('updateWorkItem', { id: 'API-12', name: 'Early' }, cancellation.token), {
      name: 'Canceled',
    });
    await proxy.waitForRequests(isItemRead);
    cancellation.cancel();
    await rejectedChange;
    proxy.removeFaults();
    await callTool('listProjects', {});
    strictEqual(proxy.matchingRequests(isPatch).length, countBefore);
  });

  it('reports that the server rejects the key, and tells the model not to ask for the key', async () => {
    proxy.inject(() => true, { kind: 'invalidKey' });
    const rejectedMessage = /^The server rejected the key\. .*"Sign In Again".* Do not ask for the key\.$/;
    match(await callTool('getWorkItem', WEB_9), rejectedMessage);
    match(await callTool('createWorkItem', { project: 'WEB', name: 'x', state: 'Done' }), rejectedMessage);
  });
});
