// Tests that a failed sign-in names the answer that caused it, and that nothing of it is stored.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../src/server/startServer.ts';
import type { RemoteAnswers, SignInOutcome } from '../../../src/session/session.ts';

import { Secret } from '../../../src/std/secret.ts';
import { whileTimePasses } from '../../support/clock.ts';
import {
  answered,
  type FaultProxy,
  garbage,
  html,
  type InjectableFault,
  openFaultProxy,
  redirected,
  requestTo,
} from '../../support/faultProxy.ts';
import { serve } from '../client/loopback.ts';
import { answersFor, SessionsGround, startSample } from './setup.ts';

const TLS = join(import.meta.dirname, '../../support/tls');
const CLOSED_PORT = 'http://127.0.0.1:1';

let planeServer: RunningServer;
let proxy: FaultProxy;

beforeAll(async () => {
  planeServer = await startSample();
  proxy = await openFaultProxy(planeServer.baseUrl);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await planeServer.stop();
});

/** Tries to sign in, through retries and deadlines, and checks that no session started and nothing was stored. */
async function tryOut(changes: Partial<RemoteAnswers>, pace?: number): Promise<SignInOutcome> {
  await using setup = await SessionsGround.open();
  const one = setup.window();
  const signal = new AbortController().signal;
  const outcome = await whileTimePasses(
    setup.clock,
    one.sessions.signIn(answersFor(planeServer, changes), signal),
    pace,
  );
  expect(one.sessions.current).toBeUndefined();
  expect(one.became).toEqual([]);
  expect(setup.secrets.entries.size).toBe(0);
  expect(one.openClients.size).toBe(0);
  expect(JSON.stringify([outcome, one.entries])).not.toContain(changes.secret?.reveal() ?? planeServer.apiKey);
  return outcome;
}

async function tryBehind(trouble: InjectableFault, path = '/'): Promise<SignInOutcome> {
  proxy.heal();
  proxy.inject(requestTo('GET', path), trouble);
  return tryOut({ baseUrl: proxy.url });
}

describe('A failed sign-in names the address', () => {
  it('when no server has that name', { timeout: 20_000 }, async () => {
    const baseUrl = 'https://plane.invalid';
    // How long an unknown name takes to resolve depends on the machine.
    expect(await tryOut({ baseUrl }, 2)).toMatchObject({
      step: 'address',
      fault: { kind: 'network', reason: 'name', host: 'plane.invalid' },
    });
  });

  it('when its port is closed', async () => {
    expect(await tryOut({ baseUrl: CLOSED_PORT })).toMatchObject({
      step: 'address',
      fault: { kind: 'network', reason: 'refused', host: '127.0.0.1:1' },
    });
  });

  it('when its certificate is not trusted, and the key is not sent', async () => {
    const asked: string[] = [];
    const files = {
      key: readFileSync(join(TLS, 'selfSigned.key.pem')),
      cert: readFileSync(join(TLS, 'selfSigned.cert.pem')),
    };
    const server = createServer(files, (request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await tryOut({ baseUrl });
    await new Promise((resolve) => server.close(resolve));
    expect(outcome).toMatchObject({ step: 'address', fault: { kind: 'network', reason: 'certificate' } });
    expect(asked).toEqual([]);
  });

  it.each<[string, InjectableFault, object]>([
    ['sends an HTML page', html, { kind: 'invalidResponse', status: 200 }],
    ['sends a 404 page', answered(404, '<html><title>Not here</title></html>', 'text/html'), { kind: 'notFound' }],
    ['sends truncated JSON', garbage, { kind: 'invalidResponse' }],
    ['sends unexpected JSON', answered(200, { hello: 'world' }), { kind: 'invalidResponse' }],
    [
      'redirects',
      redirected('https://elsewhere.example/login?next=secret'),
      { kind: 'network', reason: 'redirected', detail: 'https://elsewhere.example' },
    ],
    ['closes the connection', { kind: 'closed' }, { kind: 'network', reason: 'lost' }],
    ['fails with 503', answered(503, 'upstream'), { kind: 'serverError', status: 503 }],
    ['never answers', { kind: 'hanging' }, { kind: 'timeout', afterMs: 20_000 }],
  ])('when the server %s', { timeout: 30_000 }, async (_what, trouble, fault) => {
    expect(await tryBehind(trouble)).toMatchObject({ step: 'address', fault });
  });

  it('when the server is not Plane', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('It works!'),
    );
    expect(await tryOut({ baseUrl: server.url })).toMatchObject({
      step: 'address',
      fault: { kind: 'invalidResponse', detail: 'not JSON' },
    });
  });
});

describe('A failed sign-in names the secret', () => {
  it('when the server does not know the key', async () => {
    expect(await tryOut({ secret: new Secret('plane_api_mistyped') })).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized' },
    });
  });

  it('when the server does not know the token', async () => {
    expect(await tryOut({ method: 'token', secret: new Secret('pln_mistyped') })).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized' },
    });
  });

  it('when it has characters that cannot be sent, and sends nothing', async () => {
    const before = proxy.requests.length;
    expect(await tryOut({ baseUrl: proxy.url, secret: new Secret('two\nlines') })).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized', status: 0 },
    });
    expect(proxy.requests).toHaveLength(before);
  });

  it('when the request for its user is rejected', async () => {
    expect(await tryBehind(answered(403, { detail: 'No' }), '/users/me/')).toMatchObject({
      step: 'secret',
      fault: { kind: 'rejected', status: 403 },
    });
  });

  it('when it expires between the two requests', async () => {
    expect(await tryBehind(answered(401, { detail: 'expired' }), '/projects/')).toMatchObject({
      step: 'secret',
      fault: { kind: 'unauthorized' },
    });
  });
});

describe('A failed sign-in names the workspace', () => {
  it('when the user of the key is not a member of it', async () => {
    expect(await tryOut({ workspace: 'another-team' })).toMatchObject({
      step: 'workspace',
      fault: { kind: 'rejected', status: 403 },
    });
  });

  it('when the server has no such workspace', async () => {
    expect(
      await tryBehind(answered(404, { error: 'The requested resource does not exist.' }), '/projects/'),
    ).toMatchObject({
      step: 'workspace',
      fault: { kind: 'notFound' },
    });
  });
});

describe('A sign-in', () => {
  it('sends exactly two requests', async () => {
    proxy.heal();
    const before = proxy.requests.length;
    await using setup = await SessionsGround.open();
    const outcome = await setup
      .window()
      .sessions.signIn(answersFor(planeServer, { baseUrl: proxy.url }), new AbortController().signal);
    expect(outcome).toHaveProperty('me');
    const asked = proxy.requests.slice(before).map(({ method, path }) => `${method} ${path.split('?')[0]}`);
    expect(asked).toEqual(['GET /api/v1/users/me/', 'GET /api/v1/workspaces/contrail/projects/']);
  });
});
