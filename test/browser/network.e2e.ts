// An end-to-end test behind a company's proxy, with an account that environment variables define, beside other
// extensions: Contrail must not change the proxies that they use.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { tlsFiles } from '../support/certificates.ts';
import { buildOtherExtensions } from '../support/otherExtensions/build.ts';
import { ownProxyVariable, unproxiedHost } from '../support/otherExtensions/names.ts';
import { certificateFile, openTestNetwork, type ReceivedRequest } from '../support/otherExtensions/testNetwork.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { searchFiles } from '../support/secretLeak/leakSearch.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { openTlsReverseProxy } from '../support/tlsReverseProxy.ts';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { listAllItems, openItem, step } from './steps.ts';

const home = join(scratchFolder, 'scenarios', 'network');
/** A timeout in milliseconds that is long enough on a busy machine. */
const TIMEOUT = { timeout: 30_000 };

it('behind a proxy, the user selects the account from environment variables, no file contains its key, and other extensions keep their proxies', async () => {
  rmSync(home, { recursive: true, force: true });
  await using resources = new AsyncDisposableStack();
  const planeServer = resources.adopt(await BuiltInServer.start(), (started) => started.stop());
  const reverseProxy = resources.use(await openTlsReverseProxy({ target: planeServer.baseUrl, basePath: '/plane' }));
  const testNetwork = resources.use(await openTestNetwork({ 'plane.test:443': reverseProxy.port }));
  const serverFolder = join(home, 'server');
  await buildOtherExtensions(join(serverFolder, 'extensions'));
  const server = resources.adopt(
    await VscodeServer.start({
      home: serverFolder,
      workspace: copySampleFolder(join(home, 'workspace')),
      vsix: packageFile,
      writesLogs: true,
      omitsUnusedExtensions: true,
      // With `http.systemCertificates`, the extension host adds certificates to `fetch` requests and ignores the
      // dispatcher of undici.
      settings: {
        'http.proxy': testNetwork.settingsProxy,
        'http.proxySupport': 'override',
        'http.noProxy': [unproxiedHost],
        'http.systemCertificates': false,
      },
      env: {
        NODE_EXTRA_CA_CERTS: certificateFile,
        [ownProxyVariable]: testNetwork.ownProxy,
        PLANE_API_KEY: planeServer.apiKey,
        PLANE_WORKSPACE_SLUG: planeServer.workspace,
        PLANE_BASE_URL: 'https://plane.test/plane',
      },
    }),
    (started) => started.stop(),
  );
  server.writeMachineSettings({ 'contrail.tls.certificateAuthorities': [tlsFiles.authorityPath] });
  const profile = join(home, 'browser');
  const browser = resources.adopt(await openBrowser(profile), (started) => started.close());
  const workbench = await Workbench.open(browser, server);
  const requests = (): readonly ReceivedRequest[] =>
    [...testNetwork.requests].sort((first, second) => first.url.localeCompare(second.url));
  await expect.poll(requests, TIMEOUT).toEqual(requestsThroughProxies('before/asleep'));
  testNetwork.clearRequests();

  await step('the user selects the account, and reads and changes a work item over the proxy', async () => {
    await workbench.openContainer('Contrail');
    await workbench.runCommand('Contrail: Switch Account…');
    await workbench.quickInput.waitUntilShown('Select the account for this window');
    await workbench.quickInput.pick('from the environment');
    const view = workbench.view('Projects');
    await view.row('Courier API').waitUntilShown();
    await listAllItems(workbench);
    await view.row('Courier API').expand();
    await view.row(/^API-12 /).waitUntilShown();
    const page = await openItem({ workbench }, 'API-12');
    await page.choose('priority', 'Urgent');
    await page.save();
    await page.waitUntilSent();
    // The host name plane.test exists only in the proxy, and the certificate is trusted only by the setting.
    expect(reverseProxy.requests.length).toBeGreaterThan(2);
  });

  await step('other extensions use the same proxies as before', async () => {
    await workbench.runCommand('Other Extensions: Fetch Again');
    await workbench.runCommand('Other Extensions: Call Again');
    await expect.poll(requests, TIMEOUT).toEqual(requestsThroughProxies('after/awake'));
  });

  await step('the connection report shows the proxy', async () => {
    await workbench.runCommand('Contrail: Show Connection Report');
    await workbench.webview('h2', 'Proxy: OK');
  });

  // Closes the window, so that it writes all pending data to disk.
  await workbench.page.goto('about:blank');
  expect(searchFiles([serverFolder], profile, planeServer.keys).leaks).toEqual([]);
});

/** Settings with paths have machine scope: they are in the settings of the machine that runs the extension. */
function requestsThroughProxies(path: string): ReceivedRequest[] {
  return [
    { url: `agent.other-extension.test/${path}`, proxyName: 'settings' },
    { url: `called.other-extension.test/${path}`, proxyName: 'settings' },
    { url: `fetched.other-extension.test/${path}`, proxyName: 'settings' },
    { url: `${unproxiedHost}/${path}`, proxyName: 'own' },
  ];
}
