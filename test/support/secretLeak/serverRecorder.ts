// Records every request to any HTTP server of this process: object stores, proxies and other
// servers of the tests.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { type Trace, trace } from './trace.ts';

const CHANNEL = 'http.server.request.start';
/** The headers that carry a key to the server that it belongs to. */
const SIGNING = new Set(['x-api-key', 'authorization']);

interface RecordedRequest {
  readonly request: IncomingMessage;
  /** Host of this machine, with the port of the request. */
  readonly host: string;
  readonly body: Buffer[];
}

/** The name that a TLS client has verified; undefined without TLS, because nothing confirms the name then. */
function nameOf({ socket, headers }: IncomingMessage): string | undefined {
  return socket instanceof TLSSocket ? headers.host : undefined;
}

export class ServerRecorder implements Disposable {
  readonly #heard: RecordedRequest[] = [];
  readonly #listener = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    const body: Buffer[] = [];
    const push = request.push.bind(request);
    // Copies each chunk of the body on its way to the reader.
    request.push = (piece, encoding) => {
      if (piece !== null) body.push(Buffer.from(piece));
      return push(piece, encoding);
    };
    this.#heard.push({ request, host: `127.0.0.1:${request.socket.localPort}`, body });
  };

  constructor() {
    subscribe(CHANNEL, this.#listener);
  }

  /** Returns the traces of all requests so far. The key may be in a signing header of requests to `ownHosts`. */
  traces(ownHosts: ReadonlySet<string>): Trace[] {
    return this.#heard.flatMap(({ request, host, body }) => {
      const place = `${request.method} to ${host}`;
      const headers = request.rawHeaders.flatMap((name, at): Trace[] => {
        if (at % 2 === 1) return [];
        const isRightful =
          SIGNING.has(name.toLowerCase()) && (ownHosts.has(host) || ownHosts.has(nameOf(request) ?? ''));
        const value = trace('requests to servers', `the header ${name} of ${place}`, request.rawHeaders[at + 1] ?? '');
        return [
          trace('requests to servers', `a header's name of ${place}`, name),
          isRightful ? { ...value, rightful: 'the header to its own origin' } : value,
        ];
      });
      return [
        trace('requests to servers', `the address of ${place}`, request.url ?? ''),
        ...headers,
        trace('requests to servers', `the body of ${place}`, Buffer.concat(body)),
      ];
    });
  }

  [Symbol.dispose](): void {
    unsubscribe(CHANNEL, this.#listener);
  }
}
