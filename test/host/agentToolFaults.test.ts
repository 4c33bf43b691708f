// Tests what a language model reads when the server cannot be used: the tools are called in the extension host, with
// an account whose server is behind a proxy that injects faults.
import { match, ok, rejects, strictEqual } from 'node:assert/strict';
import { type CancellationToken, CancellationTokenSource, ConfigurationTarget, commands, lm, workspace } from 'vscode';
import { answered, type FaultProxy, openFaultProxy, requestTo } from '../support/faultProxy.ts';
import { accepting } from './eventually.ts';
import { serverVariable } from './report.ts';

const WEB_9 = { id: 'WEB-9' };
const isPatch = (method: string): boolean => method === 'PATCH';

async function call(name: string, input: object, token?: CancellationToken): Promise<string> {
  const { content } = await lm.invokeTool(`contrail_${name}`, { toolInvocationToken: undefined, input }, token);
  return content.map((part) => String((part as { readonly value?: unknown }).value)).join('\n');
}

function rename(name: string, token?: CancellationToken): Promise<string> {
  return call('updateWorkItem', { ...WEB_9, name }, token);
}

async function setWritesPerMinute(count: number | undefined): Promise<void> {
  await workspace.getConfiguration('contrail').update('agents.writesPerMinute', count, ConfigurationTarget.Global);
}

describe('A tool for language models', () => {
  let proxy: FaultProxy;

  before(async () => {
    const { baseUrl, proxyPort } = JSON.parse(process.env[serverVariable] ?? '{}');
    proxy = await openFaultProxy(baseUrl, proxyPort);
    await setWritesPerMinute(60);
    // Selects the first row, which is the account of the environment variables.
    await accepting(commands.executeCommand('contrail.switchAccount'));
    match(await call('getWorkItem', WEB_9), /^WEB-9 “/);
  });
  afterEach(() => proxy.removeFaults());
  after(async () => {
    await commands.executeCommand('contrail.signOut');
    await setWritesPerMinute(undefined);
    await proxy[Symbol.asyncDispose]();
  });

  it('says that the server cannot be reached, and works as soon as it can', async () => {
    await proxy.refuse();
    try {
      const offline = /^The server cannot be reached\. The user may be offline\. Only the user can fix this\.$/;
      match(await call('getWorkItem', WEB_9), offline);
      match(await call('createWorkItem', { project: 'WEB', name: 'Offline' }), /^The server cannot be reached\./);
    } finally {
      await proxy.listenAgain();
    }
    match(await call('getWorkItem', WEB_9), /^WEB-9 “/);
  });

  it('says that a change without an answer may have happened, and that one that the server rejects did not', async () => {
    proxy.inject(isPatch, { kind: 'lost' });
    match(await rename('Lost'), /^(?=.*name: not changed)(?=.*The change may have happened)/);
    proxy.removeFaults();
    proxy.inject(isPatch, answered(400, { name: ['Not today.'] }));
    const rejected = await rename('Rejected');
    match(rejected, /Not today\./);
    ok(!rejected.includes('may have happened'));
  });

  it('rejects a read that is canceled while the server does not answer', async () => {
    const isRead = requestTo('GET', '/comments/');
    proxy.inject(isRead, { kind: 'hanging' });
    const before = proxy.requestsTo(isRead).length;
    const cancellation = new CancellationTokenSource();
    const reading = rejects(call('getWorkItem', WEB_9, cancellation.token), { name: 'Canceled' });
    await proxy.until(isRead, before + 1);
    cancellation.cancel();
    await reading;
    proxy.removeFaults();
    match(await call('getWorkItem', WEB_9), /^WEB-9 “/);
  });

  it('says in the next result that a change that was canceled after it was sent may have happened', async () => {
    proxy.inject(isPatch, { kind: 'hanging' });
    const before = proxy.requestsTo(isPatch).length;
    const cancellation = new CancellationTokenSource();
    const rejectedChange = rejects(rename('Canceled', cancellation.token), { name: 'Canceled' });
    await proxy.until(isPatch, before + 1);
    cancellation.cancel();
    await rejectedChange;
    let next = '';
    // The canceled call first reads the work item from the server, so a later result may contain its note.
    while (!next.startsWith('Note:')) next = await call('listProjects', {});
    match(next, /^Note: an earlier call of contrail_updateWorkItem was canceled\. The change may have happened/);
    ok(!(await call('listProjects', {})).startsWith('Note:'));
  });

  it('sends nothing for a change that is canceled before it is sent', async () => {
    const isRead = requestTo('GET', '/work-items/API-12/');
    proxy.inject(isRead, { kind: 'hanging' });
    const before = proxy.requestsTo(isPatch).length;
    const cancellation = new CancellationTokenSource();
    const rejectedChange = rejects(call('updateWorkItem', { id: 'API-12', name: 'Early' }, cancellation.token), {
      name: 'Canceled',
    });
    await proxy.until(isRead);
    cancellation.cancel();
    await rejectedChange;
    proxy.removeFaults();
    await call('listProjects', {});
    strictEqual(proxy.requestsTo(isPatch).length, before);
  });

  it('says that the server rejects the key, and asks for no key', async () => {
    proxy.inject(() => true, { kind: 'unkeyed' });
    const rejected = /^The server rejected the key\. .*"Contrail: Sign In Again".* Do not ask for the key\.$/;
    match(await call('getWorkItem', WEB_9), rejected);
    match(await call('createWorkItem', { project: 'WEB', name: 'x', state: 'Done' }), rejected);
  });

  it('says after 20 seconds that it waits for the rate limit', async function () {
    // The call of a tool fails after it has waited for 20 seconds.
    this.timeout(60_000);
    proxy.inject(() => true, { kind: 'answered', status: 429, headers: { 'retry-after': '60' }, body: '{}' }, 1);
    void Promise.allSettled([commands.executeCommand('contrail.refreshProjects')]);
    await proxy.until(() => true, proxy.requests.length + 1);
    match(
      await call('getWorkItem', WEB_9),
      /^Waiting: the server allows \d+ requests a minute.* Nothing was read or changed\. Call the tool again/,
    );
  });
});
