// An end-to-end test in a company network: a proxy with a password, and a company certificate.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { files } from '../support/certificates.ts';
import { openProxy } from '../support/proxyServer.ts';
import { openTlsReverseProxy } from '../support/tlsReverseProxy.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { signIn } from './steps.ts';

scenario(
  'a user behind a proxy signs in and reads work items, and the connection report shows the proxy',
  async (fixture) => {
    const { planeServer, server, workbench } = fixture;
    await using reverseProxy = await openTlsReverseProxy({ target: planeServer.baseUrl, basePath: '/plane' });
    await using proxy = await openProxy({
      hosts: { 'plane.test:443': reverseProxy.port },
      password: 'mika:canary-password',
    });
    const settings = { 'http.proxy': `http://mika:canary-password@127.0.0.1:${proxy.port}` };

    server.writeSettings(settings);
    await workbench.reload();
    await workbench.openContainer('Contrail');
    await workbench.runCommand('Contrail: Show Connection Report');
    await workbench.quickInput.waitUntilShown('Enter the address of the server to check');
    await workbench.quickInput.accept('https://plane.test/plane/api');
    const text = workbench.page.locator('.editor-instance .view-lines');
    await text.getByText('Encryption (TLS): Failed').waitFor();
    await workbench.screenshot('network/not-trusted');
    expect(reverseProxy.requests).toEqual([]);

    // Settings with paths have machine scope: they are in the settings of the machine that runs the extension.
    const machineFolder = join(server.userData, 'Machine');
    mkdirSync(machineFolder, { recursive: true });
    writeFileSync(
      join(machineFolder, 'settings.json'),
      JSON.stringify({ 'contrail.tls.certificateAuthorities': [files.authorityPath] }),
    );
    await workbench.reload();
    await signIn(fixture, 'https://plane.test/plane');
    // Ignores errors about operations that the early reload of the window has canceled.
    const errorCountBefore = workbench.errors.length;
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-1 /)
      .waitUntilShown();
    expect(reverseProxy.requests.length).toBeGreaterThan(2);
    expect([
      ...new Set(proxy.passedRequests.filter(({ target }) => target === 'plane.test:443').map(({ status }) => status)),
    ]).toEqual([200]);

    await workbench.runCommand('Contrail: Show Connection Report');
    await workbench.toast('The connection report is open');
    await text.getByText('Proxy: OK', { exact: false }).first().waitFor();
    await workbench.tab('Connection Report').waitFor();
    await workbench.screenshot('network/report');
    await workbench.clickToast('The connection report is open', 'Copy');
    const reportTop = (await text.textContent()) ?? '';
    await text.click();
    await workbench.press('Control+End');
    await text.getByText('Key and rate limit: OK').waitFor();
    await workbench.screenshot('network/report-end');
    expect(`${reportTop}${await text.textContent()}`).not.toContain('canary');
    expect(workbench.errors.slice(errorCountBefore)).toEqual([]);
  },
  SPEC_ONLY,
);
