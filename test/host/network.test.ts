// Tests the network settings in the extension host: only user settings have an effect.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ConfigurationTarget, commands, env, TabInputWebview, version, window, workspace } from 'vscode';
import { loadProxyResolver } from '../../src/shell/network/proxyAgent.ts';
import { readProxyAnswer } from '../../src/shell/network/proxyAnswer.ts';
import { NetworkSettings } from '../../src/shell/network/settings.ts';
import { tlsFiles } from '../support/certificates.ts';
import { openProxy } from '../support/proxyServer.ts';
import { openTlsReverseProxy } from '../support/tlsReverseProxy.ts';
import { eventually, eventuallyAsync } from './eventually.ts';
import { serverVariable } from './report.ts';

const NO_ENVIRONMENT = {
  HTTPS_PROXY: undefined,
  HTTP_PROXY: undefined,
  ALL_PROXY: undefined,
  NO_PROXY: undefined,
  NODE_EXTRA_CA_CERTS: undefined,
};

async function updateSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [id, value] of Object.entries(settings))
    await workspace.getConfiguration().update(id, value, ConfigurationTarget.Global);
}

/** Resolves with the latest connection report when its preview is shown. */
async function shownReport(): Promise<string> {
  await eventually(() => {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof TabInputWebview && input.viewType.endsWith('markdown.preview');
  });
  await commands.executeCommand('contrail.copyConnectionReport');
  return env.clipboard.readText();
}

/** Requested without a key, to find out whether the server has the paths of work items. */
const PROBED_PATH = '/api/v1/workspaces/contrail/projects/00000000-0000-4000-8000-000000000000/work-items/';

describe('Copy Connection Report', () => {
  it('writes the report to the clipboard without opening an editor', async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await env.clipboard.writeText('');
    await commands.executeCommand('contrail.copyConnectionReport');
    match(await env.clipboard.readText(), /^# Contrail: Connection Report/);
    ok(window.activeTextEditor?.document.uri.scheme !== 'contrail-report');
  });
});

describe('Network settings', () => {
  const changedIds = ['http.proxy', 'http.noProxy', 'contrail.tls.certificateAuthorities'];
  afterEach(() => updateSettings(Object.fromEntries(changedIds.map((id) => [id, undefined]))));

  it('in the folder’s settings file are ignored', () => {
    const settings = new NetworkSettings(NO_ENVIRONMENT);
    const { proxy, trust, clientCertificates } = settings.current;
    settings.dispose();
    // The folder's settings set a proxy, turn certificate verification off and add a certificate authority.
    deepStrictEqual(
      [proxy.address, proxy.authorization, proxy.exceptions, proxy.verifiesCertificate, proxy.isEnabled],
      ['', undefined, [], true, true],
    );
    deepStrictEqual([trust.files, trust.includesSystem, clientCertificates], [[], true, {}]);
  });

  it('of the user set the proxy and the certificate authority, which the connection report shows', async () => {
    const { baseUrl } = JSON.parse(process.env[serverVariable] ?? '{}') as { readonly baseUrl: string };
    await using reverseProxy = await openTlsReverseProxy({ target: baseUrl, basePath: '/plane' });
    await using proxy = await openProxy({ hosts: { 'plane.test:443': reverseProxy.port }, password: 'mika:geheim' });
    const address = `http://mika:geheim@127.0.0.1:${proxy.port}`;
    await updateSettings({ 'http.proxy': address, 'contrail.tls.certificateAuthorities': [tlsFiles.authorityPath] });
    const settings = new NetworkSettings(NO_ENVIRONMENT);
    await eventually(() => settings.current.proxy.address === address && settings.current.trust.files.length === 1);
    settings.dispose();
    await commands.executeCommand('contrail.connectionReport', 'https://plane.test/plane/api/v1');
    const tunnels = proxy.requests.filter(({ target }) => target === 'plane.test:443');
    ok(tunnels.length > 0);
    deepStrictEqual([...new Set(tunnels.map(({ status }) => status))], [200]);
    deepStrictEqual(
      [...new Set(reverseProxy.requests.map(({ path }) => path))],
      ['/plane/api/instances/', `/plane${PROBED_PATH}`],
    );
    const report = await shownReport();
    match(
      report,
      new RegExp(`The connection uses the proxy http://127\\.0\\.0\\.1:${proxy.port}, set by \`http\\.proxy\``),
    );
    match(report, /Source of the authority: authority\.cert\.pem/);
    ok(!report.includes('geheim'));
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('of the user exclude the hosts in http.noProxy from the proxy', async () => {
    await using proxy = await openProxy({ hosts: {} });
    await updateSettings({ 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.noProxy': ['.invalid'] });
    await commands.executeCommand('contrail.connectionReport', 'https://plane.invalid');
    const text = await shownReport();
    match(text, /No proxy: `http\.noProxy` excludes this server \(\.invalid\)\./);
    match(text, /The server plane\.invalid was not found/);
    deepStrictEqual(
      proxy.requests.filter(({ target }) => target.includes('invalid')),
      [],
    );
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

describe("VS Code's proxy resolver", () => {
  afterEach(() => updateSettings({ 'http.proxy': undefined, 'contrail.tls.certificateAuthorities': undefined }));

  /** Resolves with the answer of VS Code's proxy resolver. Throws if VS Code no longer exports the resolver. */
  async function askVscode(url: string) {
    const agent = loadProxyResolver(env.appRoot);
    if (!('ask' in agent)) throw new Error(`VS Code exports no proxy resolver: ${agent.missing}`);
    return agent.ask(url);
  }

  it('is available to extensions, and ignores http.proxy in the settings of the workspace folder', async () => {
    const answer = await askVscode('https://plane.example.com/');
    if (version.startsWith('1.103.')) strictEqual(answer, undefined);
    else ok(typeof answer === 'object' && answer !== null && 'url' in answer && 'type' in answer && 'source' in answer);
    deepStrictEqual(readProxyAnswer(answer), { kind: 'direct' });
  });

  it('returns the proxy of the user settings', async () => {
    await updateSettings({ 'http.proxy': 'http://proxy.test:3128' });
    await eventuallyAsync(async () => readProxyAnswer(await askVscode('https://plane.example.com/')).kind === 'proxy');
    deepStrictEqual(readProxyAnswer(await askVscode('https://plane.example.com/')), {
      kind: 'proxy',
      url: new URL('http://proxy.test:3128'),
      source: 'resolver',
    });
  });

  it('returns the proxy that Contrail uses if no setting and no environment variable defines a proxy', async () => {
    const { baseUrl } = JSON.parse(process.env[serverVariable] ?? '{}') as { readonly baseUrl: string };
    await using reverseProxy = await openTlsReverseProxy({ target: baseUrl });
    await using proxy = await openProxy({ hosts: { 'files.plane.test:443': reverseProxy.port } });
    // The test machine has no system proxy, so the test replaces the function that resolves proxies.
    const path = join(env.appRoot, 'node_modules', '@vscode', 'proxy-agent');
    const proxyAgent: { resolveProxyByURL: (url: string) => Promise<unknown> } = createRequire(`${path}/`)(path);
    const originalResolve = proxyAgent.resolveProxyByURL;
    const resolvedUrls: string[] = [];
    proxyAgent.resolveProxyByURL = async (url) => {
      resolvedUrls.push(url);
      return { url: `http://127.0.0.1:${proxy.port}`, type: 'PROXY', source: 'system' };
    };
    try {
      await updateSettings({ 'contrail.tls.certificateAuthorities': [tlsFiles.authorityPath] });
      await commands.executeCommand('contrail.connectionReport', 'https://files.plane.test');
    } finally {
      proxyAgent.resolveProxyByURL = originalResolve;
    }
    deepStrictEqual(
      resolvedUrls.filter((url) => url.includes('plane.test')),
      ['https://files.plane.test/'],
    );
    ok(proxy.requests.length > 0);
    deepStrictEqual([...new Set(proxy.requests.map(({ target }) => target))], ['files.plane.test:443']);
    deepStrictEqual(
      [...new Set(reverseProxy.requests.map(({ path: requestPath }) => requestPath))],
      ['/api/instances/', PROBED_PATH],
    );
    match(
      await shownReport(),
      new RegExp(
        `The connection uses the proxy http://127\\.0\\.0\\.1:${proxy.port}\\. VS Code's proxy resolver found it`,
      ),
    );
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
