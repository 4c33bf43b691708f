// A proxy in front of a server, which lets web pages of any origin in, as a proxy rule in front of Plane does.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

const ALLOWED_HEADERS = 'accept, authorization, content-type, x-api-key';
const ALLOWED_METHODS = 'DELETE, GET, PATCH, POST, PUT';
const EXPOSED_HEADERS = 'X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

export class CorsProxy implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #target: string;
  readonly #fileStorage: string;
  /** Whether web pages are let in. */
  isOpen = true;
  /** The method and path of each request that the browser has sent after its preflight. */
  readonly requests: string[] = [];

  private constructor(target: string, fileStorage: string) {
    this.#target = target;
    this.#fileStorage = fileStorage;
  }

  /** `fileStorage` is the origin that answers name for files; by default that of the server. */
  static async start(target: string, fileStorage = target): Promise<CorsProxy> {
    const proxy = new CorsProxy(target, fileStorage);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    if (this.isOpen && headers.origin !== undefined) {
      response.setHeader('access-control-allow-origin', headers.origin);
      response.setHeader('access-control-allow-headers', ALLOWED_HEADERS);
      response.setHeader('access-control-allow-methods', ALLOWED_METHODS);
      response.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
    }
    if (method === 'OPTIONS') {
      response.end();
      return;
    }
    this.requests.push(`${method} ${url}`);
    const body = await buffer(request);
    const sentHeaders = ['x-api-key', 'content-type'].flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const answer = await fetch(this.#target + url, {
      method,
      headers: sentHeaders,
      body: body.length === 0 ? null : new Uint8Array(body),
      redirect: 'manual',
    });
    for (const name of ['content-type', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after', 'location']) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.writeHead(answer.status);
    if (answer.headers.get('content-type')?.startsWith('application/json') !== true)
      response.end(new Uint8Array(await answer.arrayBuffer()));
    else response.end((await answer.text()).replaceAll(this.#target, this.#fileStorage));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
