// An end-to-end test of the leak search: it finds a planted text in every file, message and storage that it searches.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { matchRequest } from '../support/faultProxy.ts';
import { endGroup, spawnWithWatchdog } from '../support/processes.ts';
import { allowedPlaces, traceKinds } from '../support/secretLeak/trace.ts';
import { type Fixture, SPEC_ONLY, scenario } from './scenario.ts';
import { runSignInCommand } from './signInPrompts.ts';
import { step } from './steps.ts';

/** A text that the test plants in all kinds of places, and that the search must find like a key. */
const DECOY_KEY = `decoy_${randomBytes(16).toString('hex')}`;

/** Plants the decoy in the DOM, messages, console, storage and requests of pages. */
async function plantInPages({ workbench }: Fixture): Promise<void> {
  const frame = await workbench.webview('.board .note');
  await frame.evaluate((decoy) => {
    document.body.dataset['planted'] = decoy;
  }, DECOY_KEY);
  await frame.parentFrame()?.evaluate((decoy) => new MessageChannel().port1.postMessage({ decoy }), DECOY_KEY);
  await workbench.page.evaluate(async (decoy) => {
    console.log(`planted ${decoy}`);
    localStorage.setItem('planted', decoy);
    sessionStorage.setItem('planted', decoy);
    await new Promise<void>((resolve, reject) => {
      const openRequest = indexedDB.open('planted');
      openRequest.addEventListener('upgradeneeded', () =>
        openRequest.result.createObjectStore('rows').put({ decoy }, 1),
      );
      openRequest.addEventListener('success', () => resolve(openRequest.result.close()));
      openRequest.addEventListener('error', () => reject(openRequest.error));
    });
    await fetch(`/healthz?planted=${decoy}`, { method: 'POST', headers: { 'x-planted': decoy }, body: decoy });
  }, DECOY_KEY);
}

/** Plants the decoy in a file, in a request to another server, and in an input box. */
async function plantOutsidePages({ server, workbench }: Fixture): Promise<void> {
  writeFileSync(join(server.userData, 'planted.log'), DECOY_KEY);
  const otherServer = createServer((request, response) => void request.resume().once('end', () => response.end()));
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  const { port } = otherServer.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/${DECOY_KEY}`, {
    method: 'POST',
    headers: { 'x-api-key': DECOY_KEY },
    body: DECOY_KEY,
  });
  otherServer.close();
  await workbench.runCommand('Contrail: Sign In to Plane');
  await workbench.quickInput.waitUntilShown('Paste the address');
  await workbench.quickInput.type(DECOY_KEY);
}

/**
 * Kills the extension host with two signals while a request with the key is pending. After each crash, VS Code starts a
 * new extension host, which reads the projects again; after a third crash, it would not.
 */
async function crashDuringRequests({ proxy, server, workbench }: Fixture): Promise<void> {
  const isProjectList = matchRequest('GET', '/projects/');
  const requestCount = (): number => proxy.matchingRequests(isProjectList).length;
  let previousCount = requestCount();
  proxy.inject(isProjectList, { kind: 'hanging' });
  await workbench.view('Projects').clickTitleAction('Refresh');
  for (const signal of ['SIGABRT', 'SIGSEGV'] as const) {
    await proxy.waitForRequests(isProjectList, previousCount + 1);
    await server.killExtensionHost(signal);
    previousCount = requestCount();
  }
  proxy.removeFaults();
  await proxy.waitForRequests(isProjectList, previousCount + 1);
}

scenario(
  'the leak search finds each planted decoy key, and finds the API key only where the key is allowed',
  async (fixture) => {
    const { planeServer, workbench } = fixture;
    await workbench.openContainer('Contrail');
    await runSignInCommand(workbench, planeServer, planeServer.baseUrl);
    await workbench.view('Projects').row('Atlas Web').waitUntilShown();
    await step('the extension host crashes during requests', () => crashDuringRequests(fixture));
    await workbench.runCommand('Contrail: Focus on Stickies View');
    await plantOutsidePages(fixture);
    // VS Code may replace the frame of a webview that is loading, so the decoy is planted in pages last.
    await plantInPages(fixture);
    const decoyProcess = spawnWithWatchdog(
      process.execPath,
      ['-e', 'process.stdout.write("up"); setInterval(() => 0, 1e6)', DECOY_KEY],
      { PLANTED: DECOY_KEY },
      'pipe',
    );
    await new Promise((resolve) => decoyProcess.stdout?.once('data', resolve));
    await fixture.leakSearch.recordStorage();
    await endGroup(decoyProcess);

    const plantedLeaks = fixture.leakSearch.search([DECOY_KEY], `printed ${DECOY_KEY}`);
    expect([...new Set(plantedLeaks.leaks.map(({ kind }) => kind))].sort()).toEqual([...traceKinds].sort());
    const places = plantedLeaks.leaks.map(({ place }) => place);
    const plantedPlaces = [
      'localStorage planted',
      'sessionStorage planted',
      'IndexedDB planted rows',
      'a webview',
      'a message',
    ];
    expect(places).toEqual(expect.arrayContaining(plantedPlaces));

    const keySearch = fixture.leakSearch.search(planeServer.keys, planeServer.printedText);
    expect(keySearch.leaks).toEqual([]);
    expect([...keySearch.keyCountByPlace.keys()].sort()).toEqual([...allowedPlaces].sort());
    expect([...keySearch.traceCountByKind.keys()].sort()).toEqual([...traceKinds].sort());
  },
  SPEC_ONLY,
);
