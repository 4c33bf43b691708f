// Tests the network settings in a real extension host: user settings apply from the next request
// on, folder settings never.
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

async function set(settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [id, value] of Object.entries(settings))
    await workspace.getConfiguration().update(id, value, ConfigurationTarget.Global);
}

describe('Network settings', () => {
  const made = ['http.proxy', 'http.noProxy', 'contrail.tls.certificateAuthorities'];
  afterEach(() => set(Object.fromEntries(made.map((id) => [id, undefined]))));

  it('Copy Connection Report creates a report if there is none, and opens no editor', async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await env.clipboard.writeText('');
    await commands.executeCommand('contrail.copyConnectionReport');
    match(await env.clipboard.readText(), /^# Contrail: Connection Report/);
    ok(window.activeTextEditor?.document.uri.scheme !== 'contrail-report');
  });

  it('of the folder are ignored', () => {
    const settings = new NetworkSettings(NO_ENVIRONMENT);
    const { proxy, trust, clientCertificates } = settings.current;
    settings.dispose();
    // The folder sets a proxy, turns certificate verification off and adds a certificate authority.
    deepStrictEqual(
      [proxy.address, proxy.authorization, proxy.exceptions, proxy.isVerified, proxy.isUsed],
      ['', undefined, [], true, true],
    );
    deepStrictEqual([trust.files, trust.system, clientCertificates], [[], true, {}]);
  });

  it('of the user set the proxy and the trusted authority, and are in the report', async () => {
    const { baseUrl } = JSON.parse(process.env[serverVariable] ?? '{}') as { readonly baseUrl: string };
    await using front = await openFront({ target: baseUrl, basePath: '/plane' });
    await using proxy = await openProxy({ hosts: { 'plane.test:443': front.port }, password: 'mika:geheim' });
    const address = `http://mika:geheim@127.0.0.1:${proxy.port}`;
    await set({ 'http.proxy': address, 'contrail.tls.certificateAuthorities': [files.authority] });
    const settings = new NetworkSettings(NO_ENVIRONMENT);
    await eventually(() => settings.current.proxy.address === address && settings.current.trust.files.length === 1);
    settings.dispose();
    await commands.executeCommand('contrail.connectionReport', 'https://plane.test/plane/api/v1');
    const ours = proxy.passed.filter(({ target }) => target === 'plane.test:443');
    ok(ours.length > 0);
    deepStrictEqual([...new Set(ours.map(({ status }) => status))], [200]);
    deepStrictEqual(
      front.requests.map(({ path }) => path),
      ['/plane/api/instances/'],
    );
    const shown = window.activeTextEditor?.document;
    strictEqual(shown?.uri.scheme, 'contrail-report');
    strictEqual(shown.languageId, 'markdown');
    match(
      shown.getText(),
      new RegExp(`The connection uses the proxy http://127\\.0\\.0\\.1:${proxy.port}, set by \`http\\.proxy\``),
    );
    match(shown.getText(), /Source of the authority: authority\.cert\.pem/);
    ok(!shown.getText().includes('geheim'));
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('of the user bypass the proxy for the hosts in http.noProxy', async () => {
    await using proxy = await openProxy({ hosts: {} });
    await set({ 'http.proxy': `http://127.0.0.1:${proxy.port}`, 'http.noProxy': ['.invalid'] });
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
