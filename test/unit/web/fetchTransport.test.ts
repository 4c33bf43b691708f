// Tests the transport of a browser with real servers. Node's `fetch` differs from a browser's in that it may read the
// status of a redirect, and that it does not ask a server whether it lets web pages in.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayHaveBeenProcessed } from '../../../src/client/apiError.ts';
import { networkFault } from '../../../src/client/networkError.ts';
import type { Transport } from '../../../src/client/transport.ts';
import { createFetchTransport } from '../../../src/web/fetchTransport.ts';

let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
let transport: Transport;

beforeEach(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  transport = createFetchTransport((url, request) => fetch(url, request));
});
afterEach(async () => {
  await transport.close();
  server.closeAllConnections();
  server.close();
});

const get = (path = '/') => ({ method: 'GET', url: origin + path, headers: {}, body: undefined, signal: undefined });

describe('The transport of a browser', () => {
  it('sends the method, the body and the headers, except those that a browser sets', async () => {
    answer = async (request, response) => {
      const { 'x-api-key': key, 'user-agent': agent } = request.headers;
      response.setHeader('X-Seen', 'yes').end(JSON.stringify([request.method, key, agent, await text(request)]));
    };
    const headers = { 'x-api-key': 'plane_api_x', 'user-agent': 'Contrail' };
    const response = await transport.exchange({ ...get(), method: 'PATCH', headers, body: '{"a":1}' });
    expect(response).toMatchObject({ status: 200, headers: { 'x-seen': 'yes' } });
    expect(JSON.parse(response.body)).toEqual([
      'PATCH',
      'plane_api_x',
      expect.not.stringMatching('Contrail'),
      '{"a":1}',
    ]);
  });

  it('does not follow a redirect, to whose target the key would be sent', async () => {
    const paths: (string | undefined)[] = [];
    answer = ({ url }, response) => {
      paths.push(url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    expect((await transport.exchange(get())).status).toBe(302);
    expect(paths).toEqual(['/']);
  });

  it('reports a redirect whose status the browser hides as a redirect', async () => {
    const hidden = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
    const browser = createFetchTransport(async () => Object.defineProperty(hidden, 'status', { value: 0 }));
    expect((await browser.exchange(get())).status).toBe(302);
  });

  it('reports a server that is not reachable or lets no web pages in, to which a change may have been sent', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const thrown: unknown = await transport.exchange(get()).catch((error: unknown) => error);
    const fault = networkFault(thrown, 'plane.test');
    expect(fault).toEqual({ kind: 'network', reason: 'browser', host: 'plane.test', detail: 'ERR_BROWSER' });
    expect(mayHaveBeenProcessed(fault)).toBe(true);
  });

  it('ends a request when its signal is aborted, and all requests when it is closed', async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const aborted = transport.exchange({ ...get(), signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    const closed = transport.exchange(get());
    await transport.close();
    await expect(closed).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('uploads all chunks', async () => {
    answer = async (request, response) => {
      response.end(await text(request));
    };
    const body = (async function* chunks() {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    })();
    const upload = { url: `${origin}/`, headers: {}, body, length: 7, signal: undefined };
    expect((await transport.upload(upload)).body).toBe('one two');
  });

  it('reports the progress of a download, and ends one that is too large', async () => {
    const bytes = Buffer.alloc(1_000, 7);
    answer = ({ url }, response) => {
      if (url === '/chunked') response.write(bytes);
      response.end(url === '/chunked' ? '' : bytes);
    };
    const progress: [number, number | undefined][] = [];
    const download = {
      url: `${origin}/`,
      headers: {},
      maxBytes: 1_000,
      onReceived: (received: number, total: number | undefined) => void progress.push([received, total]),
      signal: undefined,
    };
    expect((await transport.download(download)).bytes).toEqual(new Uint8Array(bytes));
    expect(progress.at(-1)).toEqual([1_000, 1_000]);
    for (const path of ['/', '/chunked'])
      await expect(transport.download({ ...download, url: origin + path, maxBytes: 999 })).rejects.toMatchObject({
        code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      });
  });
});
