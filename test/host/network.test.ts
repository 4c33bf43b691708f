// Tests the network settings in the extension host: only user settings have an effect.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { ConfigurationTarget, commands, env, window, workspace } from 'vscode';
import { NetworkSettings } from '../../src/workbench/network/settings.ts';
import { files } from '../support/certificates.ts';
import { openProxy } from '../support/proxyServer.ts';
import { openFront } from '../support/tlsFront.ts';
import { eventually } from './eventually.ts';
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

describe('Network settings', () => {
  const changedIds = ['http.proxy', 'http.noProxy', 'contrail.tls.certificateAuthorities'];
  afterEach(() => updateSettings(Object.fromEntries(changedIds.map((id) => [id, undefined]))));

  it('are in the report that Copy Connection Report creates without opening an editor', async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await env.clipboard.writeText('');
    await commands.executeCommand('contrail.copyConnectionReport');
    match(await env.clipboard.readText(), /^# Contrail: Connection Report/);
    ok(window.activeTextEditor?.document.uri.scheme !== 'contrail-report');
  });

  it('in the folder’s settings file are ignored', () => {
    const settings = new NetworkSettings(NO_ENVIRONMENT);
    const { proxy, trust, clientCertificates } = settings.current;
    settings.dispose();
    // The folder's settings set a proxy, turn certificate verification off and add a certificate authority.
    deepStrictEqual(
      [proxy.address, proxy.authorization, proxy.exceptions, proxy.verifiesCertificate, proxy.isUsed],
      ['', undefined, [], true, true],
    );
    deepStrictEqual([trust.files, trust.system, clientCertificates], [[], true, {}]);
  });

  it('of the user set the proxy and the trusted authority, which the report names', async () => {
    const { baseUrl } = JSON.parse(process.env[serverVariable] ?? '{}') as { readonly baseUrl: string };
    await using reverseProxy = await openFront({ target: baseUrl, basePath: '/plane' });
    await using proxy = await openProxy({ hosts: { 'plane.test:443': reverseProxy.port }, password: 'mika:geheim' });
    const address = `http://mika:geheim@127.0.0.1:${proxy.port}`;
    await updateSettings({ 'http.proxy': address, 'contrail.tls.certificateAuthorities': [files.authority] });
    const settings = new NetworkSettings(NO_ENVIRONMENT);
    await eventually(() => settings.current.proxy.address === address && settings.current.trust.files.length === 1);
    settings.dispose();
    await commands.executeCommand('contrail.connectionReport', 'https://plane.test/plane/api/v1');
    const tunnels = proxy.passed.filter(({ target }) => target === 'plane.test:443');
    ok(tunnels.length > 0);
    deepStrictEqual([...new Set(tunnels.map(({ status }) => status))], [200]);
    deepStrictEqual(
      reverseProxy.requests.map(({ path }) => path),
      ['/plane/api/instances/'],
    );
    const reportDocument = window.activeTextEditor?.document;
    strictEqual(reportDocument?.uri.scheme, 'contrail-report');
    strictEqual(reportDocument.languageId, 'markdown');
    match(
      reportDocument.getText(),
      new RegExp(`The connection uses the proxy http://127\\.0\\.0\\.1:${proxy.port}, set by \`http\\.proxy\``),
    );
    match(reportDocument.getText(), /Source of the authority: authority\.cert\.pem/);
    ok(!reportDocument.getText().includes('geheim'));
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('of the user exclude the hosts in http.noProxy from the proxy', async () => {
    await using proxy = await openProxy({ hosts: {} });
    await updateSettings({ 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.noProxy': ['.invalid'] });
    await commands.executeCommand('contrail.connectionReport', 'https://plane.invalid');
    const text = window.activeTextEditor?.document.getText() ?? '';
    match(text, /None: `http\.noProxy` excludes this server \(\.invalid\)\./);
    match(text, /The server plane\.invalid was not found/);
    deepStrictEqual(
      proxy.passed.filter(({ target }) => target.includes('invalid')),
      [],
    );
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
