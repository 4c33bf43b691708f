// Tests that a failed sign-in reports which answer is wrong, and stores nothing.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RemoteSignInInput, SignInOutcome } from '../../../../src/core/session/session.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import {
  answerWith,
  type InjectableFault,
  matchRequest,
  nginxErrorPage,
  openFaultProxy,
  redirectTo,
  truncatedJson,
} from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { serve } from '../../client/loopback.ts';
import { answersFor, SessionsSetup } from './setup.ts';

const TLS_FOLDER = join(import.meta.dirname, '../../../support/tls');
const CLOSED_PORT = 'http://127.0.0.1:1';

const planeServer = forAllTests(startSampleServer);
const proxy = forAllTests(() => openFaultProxy(planeServer.baseUrl));

/** Signs in while time passes for retries and timeouts. Expects that no session starts and nothing is stored. */
async function signInExpectingFailure(changes: Partial<RemoteSignInInput>, maxSpeed?: number): Promise<SignInOutcome> {
  await using setup = await SessionsSetup.open();
  const window = setup.window();
  const signal = new AbortController().signal;
  const outcome = await advanceUntilDone(
    setup.clock,
    window.sessions.signIn(answersFor(planeServer, changes), signal),
    maxSpeed,
  );
  expect(window.sessions.current).toBeUndefined();
  expect(window.sessionChanges).toEqual([]);
  expect(setup.secrets.entries.size).toBe(0);
  expect(window.openClients.size).toBe(0);
  expect(JSON.stringify([outcome, window.entries])).not.toContain(changes.secret?.reveal() ?? planeServer.apiKey);
  return outcome;
}

async function signInThroughProxy(fault: InjectableFault, path = '/'): Promise<SignInOutcome> {
  proxy.removeFaults();
  proxy.inject(matchRequest('GET', path), fault);
  return signInExpectingFailure({ baseUrl: proxy.url });
}

describe('A failed sign-in reports the address as wrong', () => {
  it('when the host name does not exist', { timeout: 20_000 }, async () => {
    const baseUrl = 'https://plane.invalid';
    // The time until an unknown host name is reported depends on the machine.
    expect(await signInExpectingFailure({ baseUrl }, 2)).toMatchObject({
      step: 'address',
      fault: { kind: 'network', reason: 'name', host: 'plane.invalid' },
    });
  });

  it('when the port is closed', async () => {
    expect(await signInExpectingFailure({ baseUrl: CLOSED_PORT })).toMatchObject({
      step: 'address',
      fault: { kind: 'network', reason: 'refused', host: '127.0.0.1:1' },
    });
  });

  it('when the certificate is not trusted, without sending the key', async () => {
    const requests: string[] = [];
    const files = {
      key: readFileSync(join(TLS_FOLDER, 'selfSigned.key.pem')),
      cert: readFileSync(join(TLS_FOLDER, 'selfSigned.cert.pem')),
    };
    const server = createServer(files, (request, response) => {
      requests.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await signInExpectingFailure({ baseUrl });
    await new Promise((resolve) => server.close(resolve));
    expect(outcome).toMatchObject({ step: 'address', fault: { kind: 'network', reason: 'certificate' } });
    expect(requests).toEqual([]);
  });

  it.each<[string, InjectableFault, object]>([
    ['sends an HTML page', nginxErrorPage, { kind: 'intercepted', title: 'Welcome to nginx!' }],
    [
      'sends a 404 page',
      answerWith(404, '<html><title>Not here</title></html>', 'text/html'),
      { kind: 'intercepted', status: 404, title: 'Not here' },
    ],
    [
      'is behind Basic authentication',
      { kind: 'answered', status: 401, headers: { 'www-authenticate': 'Basic realm="Staff"' }, body: '' },
      { kind: 'intercepted', status: 401, title: 'Staff' },
    ],
    [
      'is behind a bot check',
      answerWith(403, '<html><title>Just a moment...</title></html>', 'text/html'),
      { kind: 'intercepted', status: 403, title: 'Just a moment...' },
    ],
    ['sends truncated JSON', truncatedJson, { kind: 'invalidResponse' }],
    ['sends unexpected JSON', answerWith(200, { hello: 'world' }), { kind: 'invalidResponse' }],
    [
      'redirects',
      redirectTo('https://elsewhere.example/login?next=secret'),
      { kind: 'network', reason: 'redirected', detail: 'https://elsewhere.example' },
    ],
    ['closes the connection', { kind: 'closed' }, { kind: 'network', reason: 'lost' }],
    ['fails with 503', answerWith(503, 'upstream'), { kind: 'serverError', status: 503 }],
    ['never responds', { kind: 'hanging' }, { kind: 'timeout', afterMs: 20_000 }],
  ])('when the server %s', { timeout: 30_000 }, async (_what, injected, fault) => {
    expect(await signInThroughProxy(injected)).toMatchObject({ step: 'address', fault });
  });

  it('when the server is not a Plane server', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('It works!'),
    );
    expect(await signInExpectingFailure({ baseUrl: server.url })).toMatchObject({
      step: 'address',
      fault: { kind: 'invalidResponse', detail: 'not JSON' },
    });
  });
});

describe('A failed sign-in reports the key or token as wrong', () => {
  it('when the server does not know the key', async () => {
    expect(await signInExpectingFailure({ secret: new Secret('plane_api_mistyped') })).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized' },
    });
  });

  it('when the server does not know the token', async () => {
    expect(await signInExpectingFailure({ method: 'token', secret: new Secret('pln_mistyped') })).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized' },
    });
  });

  it('when the key contains characters that a header cannot contain, without sending a request', async () => {
    const requestCountBefore = proxy.requests.length;
    expect(await signInExpectingFailure({ baseUrl: proxy.url, secret: new Secret('two\nlines') })).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized', status: 0 },
    });
    expect(proxy.requests).toHaveLength(requestCountBefore);
  });

  it('when the request for the current user is rejected', async () => {
    expect(await signInThroughProxy(answerWith(403, { detail: 'No' }), '/users/me/')).toMatchObject({
      step: 'secret',
      fault: { kind: 'rejected', status: 403 },
    });
  });

  it('when the key expires before the request for the projects', async () => {
    expect(await signInThroughProxy(answerWith(401, { detail: 'expired' }), '/projects/')).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized' },
    });
  });
});

describe('A failed sign-in reports the workspace as wrong', () => {
  it('when the user of the key is not a member of the workspace', async () => {
    expect(await signInExpectingFailure({ workspace: 'another-team' })).toMatchObject({
      step: 'workspace',
      fault: { kind: 'rejected', status: 403 },
    });
  });

  it('when the workspace does not exist on the server', async () => {
    expect(
      await signInThroughProxy(answerWith(404, { error: 'The requested resource does not exist.' }), '/projects/'),
    ).toMatchObject({
      step: 'workspace',
      fault: { kind: 'notFound' },
    });
  });
});

describe('A successful sign-in', () => {
  it('sends exactly two requests', async () => {
    proxy.removeFaults();
    const requestCountBefore = proxy.requests.length;
    await using setup = await SessionsSetup.open();
    const outcome = await setup
      .window()
      .sessions.signIn(answersFor(planeServer, { baseUrl: proxy.url }), new AbortController().signal);
    expect(outcome).toHaveProperty('me');
    const requests = proxy.requests
      .slice(requestCountBefore)
      .map(({ method, path }) => `${method} ${path.split('?')[0]}`);
    expect(requests).toEqual(['GET /api/v1/users/me/', 'GET /api/v1/workspaces/contrail/projects/']);
  });
});
