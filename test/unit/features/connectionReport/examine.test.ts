// Tests which server the connection report examines, and which steps it reports.
import { beforeEach, expect, it } from 'vitest';
import { createTransport } from '../../../../src/client/transport.ts';
import { type ExaminedServer, examine } from '../../../../src/features/connectionReport/examine.ts';
import { type FaultProxy, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startTestServer, type TestServer } from '../../../support/testServer.ts';
import { answersFor, SessionsSetup, type Window } from '../../core/session/setup.ts';

const CONNECTING = 'Connecting to the server…';
const READING_VERSION = 'Reading the version of the server…';
const isInstanceRequest = matchRequest('GET', '/api/instances/');

let server: TestServer;
let proxy: FaultProxy;
let window: Window;
let setup: SessionsSetup;
const resources = forEachTest(() => new AsyncDisposableStack());
beforeEach(async () => {
  server = await startTestServer();
  resources.defer(() => server.stop());
  proxy = resources.use(await openFaultProxy(server.baseUrl));
  setup = resources.use(await SessionsSetup.open());
  window = setup.window();
});

/** Returns the texts of the steps, each with the number of requests that the server had received before it. */
function start(examined: ExaminedServer, signal = new AbortController().signal) {
  const steps: string[] = [];
  const requestCounts: number[] = [];
  const deps = { sessions: window.sessions, clock: setup.clock, openTransport: async () => createTransport() };
  const report = (text: string): void => {
    steps.push(text);
    requestCounts.push(proxy.requests.length);
  };
  return { steps, requestCounts, data: examine(deps, examined, report, signal) };
}

it('The connection report says that it connects before it asks for the server of an entered address', async () => {
  const enteredAddress = `${proxy.url}/acme/projects/`;
  const { steps, requestCounts, data } = start({ baseUrl: proxy.url, enteredAddress });
  expect(await data).toMatchObject({ baseUrl: proxy.url, isSignedIn: false });
  expect(steps).toEqual([CONNECTING, CONNECTING, READING_VERSION]);
  expect(requestCounts[0]).toBe(0);
  expect(requestCounts[1]).toBeGreaterThan(0);
});

it('The connection report shows the step that the server does not answer', async () => {
  proxy.inject(isInstanceRequest, { kind: 'hanging' });
  const controller = new AbortController();
  const { steps, data } = start({ baseUrl: proxy.url, enteredAddress: proxy.url }, controller.signal);
  await proxy.waitForRequests(isInstanceRequest);
  expect(steps).toEqual([CONNECTING]);
  controller.abort();
  await data.catch(() => undefined);
  expect(steps).not.toContain(READING_VERSION);
});

it('The connection report is about the likely server if none is found at the entered address', async () => {
  const baseUrl = 'http://127.0.0.1:1';
  const { steps, data } = start({ baseUrl, enteredAddress: `${baseUrl}/plane/acme` });
  expect(await data).toMatchObject({ baseUrl });
  expect(steps[0]).toBe(CONNECTING);
});

it('The connection report of a signed-in user looks for no server, and checks the key', async () => {
  await window.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), new AbortController().signal);
  const { steps, data } = start({ baseUrl: proxy.url });
  expect(await data).toMatchObject({ isSignedIn: true });
  expect(steps).toEqual([CONNECTING, READING_VERSION, 'Checking the key or token…']);
});
