// Tests the transport against servers on this machine, and that loading it changes no global state.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { networkFault } from '../../../src/client/networkError.ts';
import {
  createTransport,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from '../../../src/client/transport.ts';
import { flushPromises } from '../../support/clock.ts';
import { gate, sendJson, serve, serveSockets } from './loopback.ts';

const request = (url: string, changes: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: undefined,
  signal: undefined,
  ...changes,
});

function createTestTransport(options: TransportOptions = {}): Transport & AsyncDisposable {
  const transport = createTransport(options);
  return { ...transport, [Symbol.asyncDispose]: () => transport.close() };
}

async function errorThrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (thrown: unknown) => thrown,
  );
}

describe('Transport.exchange', () => {
  it('sends method, path, query, headers and body, and returns status, headers and body', async () => {
    await using server = await serve((_, response) =>
      sendJson(response, 201, { name: 'Größe' }, { 'X-RateLimit-Remaining': '59' }),
    );
    await using transport = createTestTransport();
    const answer = await transport.exchange(
      request(`${server.url}/a%2Fb/?x=1&y=%20`, {
        method: 'POST',
        headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
        body: '{"é":1}',
      }),
    );
    expect(server.requests).toMatchObject([
      { method: 'POST', url: '/a%2Fb/?x=1&y=%20', headers: { 'x-api-key': 'k' }, body: '{"é":1}' },
    ]);
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'x-ratelimit-remaining': '59', 'content-type': 'application/json' },
    });
    expect(JSON.parse(answer.body)).toEqual({ name: 'Größe' });
  });

  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
    ['gzip', (bytes: Buffer) => bytes],
  ])(
    'reads a body with the encoding %s that it has not asked for, even if the body has another one',
    async (coding, encode) => {
      await using server = await serve((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
        response.end(encode(Buffer.from('{"name":"Größe"}')));
      });
      await using transport = createTestTransport();
      expect((await transport.exchange(request(server.url))).body).toBe('{"name":"Größe"}');
    },
  );

  it('resolves with a response of any status, and does not follow redirects', async () => {
    await using otherServer = await serve((_, response) => sendJson(response, 200, {}));
    await using server = await serve((count, response) =>
      response.writeHead([404, 500, 302, 307][count - 1] ?? 200, { location: otherServer.url }).end(),
    );
    await using transport = createTestTransport();
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await transport.exchange(request(server.url))).status);
    expect(statuses).toEqual([404, 500, 302, 307]);
    expect(otherServer.requests).toHaveLength(0);
  });

  it('reuses its connection for the next request', async () => {
    const ports = new Set<number | undefined>();
    await using server = await serve((_, response) => {
      ports.add(response.socket?.remotePort);
      sendJson(response, 200, {});
    });
    await using transport = createTestTransport();
    for (let index = 0; index < 3; index += 1) {
      await transport.exchange(request(server.url));
      await flushPromises();
    }
    expect(ports.size).toBe(1);
  });

  it('rejects when its signal is aborted before or during the response', async () => {
    const requestGates = [gate(), gate()];
    await using server = await serve((count, response) => {
      const reportRequest = requestGates[count - 1]?.open;
      if (count === 1) reportRequest?.();
      else response.writeHead(200, { 'content-length': '10' }).write('half', reportRequest);
    });
    await using transport = createTestTransport();
    for (const { opened } of requestGates) {
      const abortController = new AbortController();
      const thrown = errorThrownBy(transport.exchange(request(server.url, { signal: abortController.signal })));
      await opened;
      abortController.abort();
      expect(await thrown).toBe(abortController.signal.reason);
    }
  });
});

describe('networkFault returns the reason for an error from Transport.exchange', () => {
  const reasonOf = async (work: Promise<unknown>) => networkFault(await errorThrownBy(work), 'h');

  it('when the port is closed', async () => {
    const { url } = await serve(() => undefined).then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server;
    });
    await using transport = createTestTransport();
    expect(await reasonOf(transport.exchange(request(url)))).toMatchObject({
      kind: 'network',
      reason: 'refused',
      detail: 'ECONNREFUSED',
    });
  });

  it('when the host name is not found', async () => {
    await using transport = createTestTransport();
    expect(await reasonOf(transport.exchange(request('http://contrail.invalid/')))).toMatchObject({
      kind: 'network',
      reason: 'name',
    });
  });

  it('when the connection is closed before or during the response', async () => {
    await using closingServer = await serveSockets((socket) => socket.once('data', () => socket.end()));
    await using truncatingServer = await serveSockets((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":')),
    );
    await using chunkingServer = await serveSockets((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n')),
    );
    await using transport = createTestTransport();
    for (const { url } of [closingServer, truncatingServer, chunkingServer]) {
      expect(await reasonOf(transport.exchange(request(url)))).toMatchObject({ kind: 'network', reason: 'lost' });
    }
  });

  it('when the response is not HTTP', async () => {
    await using server = await serveSockets((socket) =>
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
    );
    await using transport = createTestTransport();
    expect(await reasonOf(transport.exchange(request(server.url)))).toMatchObject({ kind: 'invalidResponse' });
  });

  it('when the body is larger than the limit, with or without a Content-Length header', async () => {
    await using server = await serve((count, response) => {
      response.writeHead(200, count === 1 ? { 'content-length': '4096' } : {});
      response.end('x'.repeat(4096));
    });
    await using transport = createTestTransport({ maxResponseBodyBytes: 1024 });
    for (let index = 0; index < 2; index += 1) {
      expect(await reasonOf(transport.exchange(request(server.url)))).toMatchObject({
        kind: 'invalidResponse',
        detail: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      });
    }
  });

  it('when a compressed body is larger than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    await using server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    await using transport = createTestTransport({ maxResponseBodyBytes: 100_000 });
    expect(await reasonOf(transport.exchange(request(server.url)))).toMatchObject({
      kind: 'invalidResponse',
      detail: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
    });
  });

  it('when the port does not use TLS', async () => {
    await using server = await serve((_, response) => sendJson(response, 200, {}));
    await using transport = createTestTransport();
    expect(await reasonOf(transport.exchange(request(server.url.replace('http:', 'https:'))))).toMatchObject({
      kind: 'network',
      reason: 'refused',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('for requests in flight when the transport is closed', async () => {
    const requestGates = gate();
    await using server = await serve(() => requestGates.open());
    const transport = createTransport();
    const thrown = errorThrownBy(transport.exchange(request(server.url)));
    await requestGates.opened;
    await transport.close();
    expect(await thrown).toBeInstanceOf(Error);
  });
});

/**
 * Prints the global state that the transport could change, before and after loading the bundle and sending a request.
 * `node:http` is loaded with `require`, because `import` reads its `WebSocket`, which loads Node's own undici.
 */
const GLOBALS_SCRIPT = `
import { createRequire } from 'node:module';
const taken = () => [1, 2].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)] === undefined);
const seen = () => JSON.stringify([Reflect.ownKeys(globalThis).map(String), Object.keys(process.env).length, taken()]);
const fetchBefore = Object.getOwnPropertyDescriptor(globalThis, 'fetch')?.get ?? Object.getOwnPropertyDescriptor(globalThis, 'fetch')?.value;
const before = seen();
const { createTransport } = await import(process.argv[2]);
const server = createRequire(import.meta.url)('node:http').createServer((_, response) => response.end('{}'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const transport = createTransport();
const url = 'http://127.0.0.1:' + server.address().port + '/';
const { status } = await transport.exchange({ method: 'GET', url, headers: {}, body: undefined, signal: undefined });
await transport.close();
server.close();
const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'fetch');
console.log(JSON.stringify({ status, same: seen() === before, free: taken(), fetch: (descriptor?.get ?? descriptor?.value) === fetchBefore }));
`;
const REQUIRE_BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

describe('The bundled transport', () => {
  it.each([
    ['cjs', 'cjs', ''],
    ['esm', 'mjs', REQUIRE_BANNER],
  ] as const)(
    'does not change the globals of a new process when it is bundled as %s',
    async (format, extension, js) => {
      const folder = await mkdtemp(join(tmpdir(), 'contrail-transport-'));
      try {
        const bundle = join(folder, `transport.${extension}`);
        const entry = join(import.meta.dirname, '../../../src/client/transport.ts');
        const buildResult = await build({
          entryPoints: [entry],
          bundle: true,
          minify: true,
          platform: 'node',
          target: 'node22.17',
          format,
          banner: { js },
          outfile: bundle,
          metafile: true,
          logLevel: 'error',
        });
        const inputs = Object.keys(buildResult.metafile.inputs);
        expect(inputs.filter((path) => /undici\/(?:index|lib\/global)\.js$/.test(path))).toEqual([]);
        // Besides packages, only transport.ts and client/network may be in this bundle; esbuild removes imports of
        // types.
        const ownInputs = inputs.filter(
          (path) => /src\/(?!client\/(?:transport\.ts$|network\/))/.test(path) && !path.includes('node_modules/'),
        );
        expect(ownInputs).toEqual([]);
        const scriptPath = join(folder, 'guest.mjs');
        await writeFile(scriptPath, GLOBALS_SCRIPT);
        const { stdout } = await promisify(execFile)(process.execPath, [scriptPath, bundle]);
        expect(JSON.parse(stdout)).toEqual({ status: 200, same: true, free: [true, true], fetch: true });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});
