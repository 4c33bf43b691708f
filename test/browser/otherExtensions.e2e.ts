// An end-to-end test that Contrail does not change the proxies that other extensions use.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { buildOtherExtensions } from '../support/otherExtensions/build.ts';
import { ownProxyVariable, unproxiedHost } from '../support/otherExtensions/names.ts';
import { certificateFile, openTestNetwork, type ReceivedRequest } from '../support/otherExtensions/testNetwork.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { openItem } from './steps.ts';

const home = join(scratchFolder, 'scenarios', 'beside');
/** A timeout in milliseconds that is long enough on a busy machine. */
const TIMEOUT = { timeout: 30_000 };

let resources = new AsyncDisposableStack();

beforeEach(() => {
  resources = new AsyncDisposableStack();
  rmSync(home, { recursive: true, force: true });
});
afterEach(() => resources.disposeAsync());

it('other extensions use the same proxies for fetch and https before Contrail is activated and after it was used', async () => {
  const testNetwork = resources.use(await openTestNetwork());
  await buildOtherExtensions(join(home, 'server', 'extensions'));
  const server = resources.adopt(
    await VscodeServer.start({
      home: join(home, 'server'),
      workspace: copySampleWorkspace(join(home, 'workspace')),
      vsix: packageFile,
      // With `http.systemCertificates`, the extension host adds certificates to `fetch` requests and ignores the
      // dispatcher of undici.
      settings: {
        'http.proxy': testNetwork.settingsProxy,
        'http.proxySupport': 'override',
        'http.noProxy': [unproxiedHost],
        'http.systemCertificates': false,
      },
      env: { NODE_EXTRA_CA_CERTS: certificateFile, [ownProxyVariable]: testNetwork.ownProxy },
    }),
    (started) => started.stop(),
  );
  const browser = resources.adopt(await openBrowser(join(home, 'browser')), (started) => started.close());
  const workbench = await Workbench.open(browser, server);
  const requests = (): readonly ReceivedRequest[] =>
    [...testNetwork.requests].sort((first, second) => first.url.localeCompare(second.url));
  await expect.poll(requests, TIMEOUT).toEqual(requestsThroughProxies('before/asleep'));
  testNetwork.clearRequests();

  await workbench.openContainer('Contrail');
  await workbench.runCommand('Contrail: Open Local Plane Workspace');
  await workbench.view('Projects').row('Courier API').expand();
  await workbench
    .view('Projects')
    .row(/^API-12 /)
    .waitUntilShown();
  const page = await openItem({ workbench }, 'API-12');
  await page.choose('priority', 'Urgent');
  await page.save();
  await page.waitUntilSent();

  await workbench.runCommand('Neighbours: Fetch Again');
  await workbench.runCommand('Neighbours: Call Again');
  await expect.poll(requests, TIMEOUT).toEqual(requestsThroughProxies('after/awake'));
});

function requestsThroughProxies(path: string): ReceivedRequest[] {
  return [
    { url: `agent.neighbour.test/${path}`, proxyName: 'settings' },
    { url: `called.neighbour.test/${path}`, proxyName: 'settings' },
    { url: `fetched.neighbour.test/${path}`, proxyName: 'settings' },
    { url: `${unproxiedHost}/${path}`, proxyName: 'own' },
  ];
}
