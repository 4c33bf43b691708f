// Tests which server and workspace an address means, and that servers that cannot be used are reported before the key.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTransport } from '../../../../src/client/transport.ts';
import { type FoundServer, findServer } from '../../../../src/core/session/server/findServer.ts';
import { parseServerAddress, serverCandidates } from '../../../../src/core/session/server/webAddress.ts';
import { signInFailureText } from '../../../../src/features/signIn/messages.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';

const plane = forAllTests(startSampleServer);

interface FrontServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: IncomingMessage[];
}

/** Answers a request itself; undefined to forward it to Plane with the path behind the prefix. */
type Answer = (path: string) => { status: number; headers?: Record<string, string>; body?: string } | undefined;

const page = (title: string, status = 200) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html><head><title>${title}</title></head></html>`,
});
const json = (status: number, body: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Starts a server in front of Plane, which is below each of `prefixes`. Other paths are pages of another web app. */
async function startFront(prefixes: readonly string[], answer: Answer = () => undefined): Promise<FrontServer> {
  const requests: IncomingMessage[] = [];
  const handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    requests.push(incoming);
    const path = incoming.url ?? '';
    const prefix = prefixes.find((each) => path.startsWith(`${each}/api/`));
    const own = answer(path) ?? (prefix === undefined ? page('Another app') : undefined);
    if (own !== undefined) {
      response.writeHead(own.status, own.headers).end(own.body);
      return;
    }
    const target = plane.baseUrl + path.slice(prefix?.length);
    send(target, { headers: incoming.headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(response);
    }).end();
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function find(address: string): Promise<FoundServer> {
  const transport = createTransport();
  const likely = parseServerAddress(address);
  if ('problem' in likely) throw new Error(`the address ${address} cannot be parsed`);
  try {
    return await findServer(transport, serverCandidates(address), likely, new AbortController().signal);
  } finally {
    await transport.close();
  }
}

async function messageFor(address: string): Promise<string> {
  const found = await find(address);
  return 'fault' in found ? signInFailureText('address', found.fault, '') : 'found';
}

describe('An address', () => {
  it.each<[string, string, string, string | undefined]>([
    ['/plane', '/plane/', '/plane', undefined],
    ['/plane', '/plane', '/plane', undefined],
    ['/plane', '/plane/acme', '/plane', 'acme'],
    ['/plane', '/plane/acme/projects/', '/plane', 'acme'],
    ['/plane', '/plane/acme/some-new-page/', '/plane', 'acme'],
    ['/tools/plane', '/tools/plane/', '/tools/plane', undefined],
    ['/tools/plane', '/tools/plane/acme/', '/tools/plane', 'acme'],
    ['/projects', '/projects/', '/projects', undefined],
    ['/wiki/plane', '/wiki/plane/acme/stickies/', '/wiki/plane', 'acme'],
    ['', '/', '', undefined],
    ['', '/acme', '', 'acme'],
    ['', '/plane/', '', 'plane'],
    ['', '/acme/some/new/page/of/plane/', '', 'acme'],
    ['', '/sign-in', '', undefined],
  ])(
    'of a server below “%s” with the path %s means the server “%s” and the workspace %s',
    async (prefix, path, basePath, workspace) => {
      await using front = await startFront([prefix]);
      expect(await find(front.origin + path)).toEqual({ baseUrl: front.origin + basePath, workspace });
      for (const { headers } of front.requests)
        expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/key|authorization/)]));
    },
  );

  it('means the server below the path if there is one at the root, too', async () => {
    await using front = await startFront(['/plane', '']);
    expect(await find(`${front.origin}/plane/`)).toEqual({ baseUrl: `${front.origin}/plane`, workspace: undefined });
  });

  it('of a known page takes one request, and another one if the version tells nothing', async () => {
    await using front = await startFront(['/plane']);
    await find(`${front.origin}/plane/acme/browse/WEB-1/`);
    expect(front.requests.map(({ url }) => url)).toEqual([
      '/plane/api/instances/',
      expect.stringMatching(/^\/plane\/api\/v1\/workspaces\/contrail\/projects\/[0-]+4000-8000-0+\/work-items\/$/),
    ]);
  });

  it('is that of a server if only its API can be reached', async () => {
    await using front = await startFront(['/plane'], (path) =>
      path.endsWith('/api/instances/') ? page('Sign in') : undefined,
    );
    expect(await find(`${front.origin}/plane/acme/projects/`)).toEqual({
      baseUrl: `${front.origin}/plane`,
      workspace: 'acme',
    });
    expect(await find(`${front.origin}/plane/`)).toEqual({ baseUrl: `${front.origin}/plane`, workspace: undefined });
  });
});

describe('A proxy that refuses requests without the key', () => {
  it.each<[string, Answer]>([
    ['401 without a body', () => ({ status: 401 })],
    ['403 with a page', () => page('403 Forbidden', 403)],
    ['403 with a text', () => ({ status: 403, headers: { 'content-type': 'text/plain' }, body: 'no key' })],
    ['401 with a challenge', () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="Staff"' } })],
    ['403 with JSON', () => json(403, { message: 'Missing header' })],
  ])('with %s leaves it to the key whether the server is Plane', async (_name, answer) => {
    await using front = await startFront([''], answer);
    const { origin } = front;
    expect(await find(`${origin}/plane/acme/projects/`)).toEqual({ baseUrl: `${origin}/plane`, workspace: 'acme' });
  });
});

describe('The version of a server', () => {
  const OLD_PATHS: Answer = (path) => {
    if (path.endsWith('/work-items/')) return json(404, { error: 'Page not found.' });
    return path.endsWith('/issues/')
      ? json(401, { detail: 'Authentication credentials were not provided.' })
      : undefined;
  };
  const instance =
    (fields: object, paths: Answer = () => undefined): Answer =>
    (path) =>
      path.endsWith('/api/instances/') ? json(200, { instance: fields, config: {} }) : paths(path);
  const COMMUNITY = { edition: 'PLANE_COMMUNITY' };

  it.each<[string, Answer, string]>([
    [
      '1.0.0',
      instance({ ...COMMUNITY, current_version: '1.0.0' }),
      'Plane 1.0.0 is too old: Contrail needs 1.1 or newer.',
    ],
    [
      'v0.24.1',
      instance({ ...COMMUNITY, current_version: 'v0.24.1' }),
      'Plane 0.24.1 is too old: Contrail needs 1.1 or newer.',
    ],
    [
      '0.23 of an old product',
      instance({ product: 'plane-ce', current_version: '0.23.0' }),
      'Plane 0.23.0 is too old: Contrail needs 1.1 or newer.',
    ],
    [
      'an unknown version and the old paths',
      instance({ ...COMMUNITY, current_version: 'stable' }, OLD_PATHS),
      'This version of Plane is too old: Contrail needs 1.1 or newer.',
    ],
    [
      'no version and the old paths',
      instance({}, OLD_PATHS),
      'This version of Plane is too old: Contrail needs 1.1 or newer.',
    ],
    ['1.1.0', instance({ ...COMMUNITY, current_version: '1.1.0' }), 'found'],
    ['v1.10.2', instance({ ...COMMUNITY, current_version: 'v1.10.2' }), 'found'],
    ['2.0', instance({ ...COMMUNITY, current_version: '2.0' }), 'found'],
    ['v0.24.1-ee', instance({ edition: 'PLANE_ENTERPRISE', current_version: 'v0.24.1-ee' }), 'found'],
    ['v0.24.1-ee without an edition', instance({ current_version: 'v0.24.1-ee' }), 'found'],
    ['1.0.0 of another edition', instance({ edition: 'PLANE_COMMERCIAL', current_version: '1.0.0' }), 'found'],
    [
      '1.0.0 of an edition with another spelling',
      instance({ edition: 'plane-one', current_version: '1.0.0' }),
      'found',
    ],
    ['stable', instance({ ...COMMUNITY, current_version: 'stable' }), 'found'],
    ['a version that is no text', instance({ ...COMMUNITY, current_version: 1 }), 'found'],
    ['no version', instance({}), 'found'],
    ['no version and a page instead of the API', instance({}, () => page('Sign in')), 'found'],
  ])('%s is accepted or reported', async (_version, answer, message) => {
    await using front = await startFront([''], answer);
    expect(await messageFor(front.origin)).toBe(message);
  });
});

describe('A server that cannot be used is reported', () => {
  it.each<[string, Answer, string]>([
    [
      'a sign-in page',
      () => page('Sign in · Acme'),
      'The server answered with “Sign in · Acme”, which is not from Plane. Check',
    ],
    ['a proxy', () => page('502 Bad Gateway', 502), 'Something in front of Plane answered: “502 Bad Gateway”.'],
    [
      'a redirect',
      () => ({ status: 302, headers: { location: 'https://sso.example.org/login?next=1' } }),
      'The server redirects to https://sso.example.org. If Plane is there',
    ],
    ['a 404 page', () => page('404 Not Found', 404), 'The server is not a Plane server.'],
    ['JSON of another program', () => json(200, { hello: 'world' }), 'The server is not a Plane server.'],
  ])('if %s answers', async (_name, answer, message) => {
    await using front = await startFront([''], answer);
    expect(await messageFor(`${front.origin}/acme/projects/`)).toContain(message);
  });

  it('if it cannot be reached, after one attempt', async () => {
    expect(await messageFor('http://127.0.0.1:1/plane/acme')).toBe('The server 127.0.0.1:1 does not respond.');
  });
});
