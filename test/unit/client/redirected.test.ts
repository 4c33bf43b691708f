// Tests that the client reports redirects and does not follow them.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/client/client.ts';
import { fetchOutside } from '../../../src/client/files/outside.ts';
import { createWire } from '../../../src/client/wire.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { formatError } from '../../../src/workbench/ui/formatError.ts';
import { root } from '../../support/setup/paths.mjs';
import { faultFrom } from './calls.ts';
import { createSetup } from './filesSetup.ts';
import { networkWith } from './network/setup.ts';

const STATUSES = [301, 302, 303, 307, 308] as const;
const KEY = 'plane_api_0123456789abcdef';

/** Targets of redirects. The arguments are the ports of the redirecting server and of a server without requests. */
const targets = {
  'another origin': ({ elsewhere }) => `http://127.0.0.1:${elsewhere}/api/v1/users/me/`,
  'another port of the same host': ({ elsewhere }) => `http://127.0.0.1:${elsewhere}/`,
  'another name of the same machine': ({ here }) => `http://localhost:${here}/api/v1/users/me/`,
  'the same origin': ({ here }) => `http://127.0.0.1:${here}/elsewhere/`,
  'the same address': () => '',
  'the same origin, with a name and a password': ({ here }) => `http://ada:secret@127.0.0.1:${here}/elsewhere/`,
  'an address without a scheme': ({ elsewhere }) => `//127.0.0.1:${elsewhere}/`,
  'an address that holds the key’s header': ({ elsewhere }) => `http://127.0.0.1:${elsewhere}/?x-api-key=mine`,
  'a file': () => 'file:///etc/passwd',
  'a script': () => 'javascript:alert(1)',
} as const satisfies Record<string, (ports: { readonly here: number; readonly elsewhere: number }) => string>;

interface RecordingServer extends AsyncDisposable {
  readonly port: number;
  readonly requests: IncomingMessage[];
}

async function startServer(
  answer: (request: IncomingMessage) => { status: number; location?: string },
): Promise<RecordingServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request.resume());
    const { status, location } = answer(request);
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, requests, [Symbol.asyncDispose]: close };
}

function createTestClient(baseUrl: string): Client {
  const credential = { kind: 'key', secret: new Secret(KEY), origin: new URL(baseUrl).origin } as const;
  return createClient({
    baseUrl,
    workspace: 'acme',
    credential,
    clock: systemClock,
    logger: silentLogger,
    wire: createWire(),
    random: () => 0,
  });
}

describe.each(Object.entries(targets))('A redirect to %s', (_name, targetOf) => {
  it.each(STATUSES)('with status %i is not followed for a GET or a POST, and is reported', async (status) => {
    await using elsewhere = await startServer(() => ({ status: 200 }));
    await using here = await startServer(() => ({
      status,
      location: targetOf({ here: here.port, elsewhere: elsewhere.port }),
    }));
    const client = createTestClient(`http://127.0.0.1:${here.port}`);
    for (const ask of [
      () => client.call.getCurrentUser({}),
      () => client.call.createProject({ body: { name: 'A', identifier: 'A' } }),
    ]) {
      const fault = await faultFrom(ask());
      expect(fault).toMatchObject({ kind: 'network', reason: 'redirected', host: `127.0.0.1:${here.port}` });
      expect(formatError(fault)).toMatch(/redirects to another address.*, and the key is not sent there\.$/);
      expect(formatError(fault)).not.toMatch(/secret|x-api-key|passwd|alert/);
    }
    await client.close();
    expect(here.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/users/me/',
      'POST /api/v1/workspaces/acme/projects/',
    ]);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('A redirect of another server', () => {
  const tls = (name: string): Buffer => readFileSync(join(root, 'test', 'support', 'tls', name));

  it.each(['http://pictures.test/a.png', 'http://localhost.evil.test/'])(
    'from https to %s is not followed, and is reported',
    async (location) => {
      await using setup = await createSetup();
      const asked: unknown[] = [];
      const server = createSecureServer(
        { cert: tls('selfSigned.cert.pem'), key: tls('selfSigned.key.pem') },
        (request, response) => {
          asked.push(request.url);
          response.writeHead(302, { location }).end();
        },
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const network = networkWith({ trust: { files: [join(root, 'test', 'support', 'tls', 'selfSigned.cert.pem')] } });
      const wire = createWire({ network: () => network });
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
      const fault = await faultFrom(fetchOutside({ client: setup.client, wire, url, maxBytes: 10 }));
      await wire.close();
      server.close();
      expect(formatError(fault)).toBe(
        `${new URL(location).host} uses HTTP, so others on the network could read your data. Nothing was sent.`,
      );
      expect(asked).toEqual(['/a.png']);
    },
  );
});
