// Tests that the client reports redirects and does not follow them.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/client/api/client.ts';
import { downloadExternalFile } from '../../../src/client/files/externalFile.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { formatError } from '../../../src/shell/faults/formatError.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { root } from '../../support/setup/paths.mjs';
import { faultFrom } from './calls.ts';
import { createSetup } from './filesSetup.ts';
import { createNetwork } from './network/setup.ts';

const STATUSES = [301, 302, 303, 307, 308] as const;
const KEY = 'plane_api_0123456789abcdef';

/** Targets of redirects. The arguments are the ports of the redirecting server and of a server without requests. */
const targets = {
  'another origin': ({ otherServer }) => `http://127.0.0.1:${otherServer}/api/v1/users/me/`,
  'another port of the same host': ({ otherServer }) => `http://127.0.0.1:${otherServer}/`,
  'another name of the same machine': ({ redirectingServer }) =>
    `http://localhost:${redirectingServer}/api/v1/users/me/`,
  'the same origin': ({ redirectingServer }) => `http://127.0.0.1:${redirectingServer}/elsewhere/`,
  'the same URL': () => '',
  'the same origin, with a name and a password': ({ redirectingServer }) =>
    `http://ada:secret@127.0.0.1:${redirectingServer}/elsewhere/`,
  'a URL without a scheme': ({ otherServer }) => `//127.0.0.1:${otherServer}/`,
  'a URL that contains the name of the key’s header': ({ otherServer }) =>
    `http://127.0.0.1:${otherServer}/?x-api-key=mine`,
  'a file': () => 'file:///etc/passwd',
  'a script': () => 'javascript:alert(1)',
} as const satisfies Record<
  string,
  (ports: { readonly redirectingServer: number; readonly otherServer: number }) => string
>;

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
    transport: createTransport(),
    random: () => 0,
  });
}

describe.each(Object.entries(targets))('A redirect to %s', (_name, targetOf) => {
  it.each(STATUSES)('with status %i is reported and not followed, for a GET and a POST', async (status) => {
    await using otherServer = await startServer(() => ({ status: 200 }));
    await using redirectingServer = await startServer(() => ({
      status,
      location: targetOf({ redirectingServer: redirectingServer.port, otherServer: otherServer.port }),
    }));
    const client = createTestClient(`http://127.0.0.1:${redirectingServer.port}`);
    for (const sendRequest of [
      () => client.call.getCurrentUser({}),
      () => client.call.createProject({ body: { name: 'A', identifier: 'A' } }),
    ]) {
      const fault = await faultFrom(sendRequest());
      expect(fault).toMatchObject({
        kind: 'network',
        reason: 'redirected',
        host: `127.0.0.1:${redirectingServer.port}`,
      });
      expect(formatError(fault)).toMatch(/redirects to another address.*, and the key or token is not sent there\.$/);
      expect(formatError(fault)).not.toMatch(/secret|x-api-key|passwd|alert/);
    }
    await client.close();
    expect(redirectingServer.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/users/me/',
      'POST /api/v1/workspaces/acme/projects/',
    ]);
    expect(otherServer.requests).toEqual([]);
  });
});

describe('A redirect by another server', () => {
  const readTlsFile = (name: string): Buffer => readFileSync(join(root, 'test', 'support', 'tls', name));

  it.each(['http://pictures.test/a.png', 'http://localhost.evil.test/'])(
    'from https to %s is reported and not followed',
    async (location) => {
      await using setup = await createSetup();
      const requestedUrls: unknown[] = [];
      const server = createSecureServer(
        { cert: readTlsFile('selfSigned.cert.pem'), key: readTlsFile('selfSigned.key.pem') },
        (request, response) => {
          requestedUrls.push(request.url);
          response.writeHead(302, { location }).end();
        },
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const network = createNetwork({
        trust: { files: [join(root, 'test', 'support', 'tls', 'selfSigned.cert.pem')] },
      });
      const transport = createTransport({ network: () => network });
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
      const fault = await faultFrom(downloadExternalFile({ client: setup.client, transport, url, maxBytes: 10 }));
      await transport.close();
      server.close();
      expect(formatError(fault)).toBe(
        `${new URL(location).host} uses HTTP, so others on the network could read your data. Nothing was sent.`,
      );
      expect(requestedUrls).toEqual(['/a.png']);
    },
  );
});
