// Records all requests to HTTP servers of the test process for the leak search.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { createTrace, type Trace } from './trace.ts';

const CHANNEL = 'http.server.request.start';
/** The headers that contain a key in a signed request. */
const KEY_HEADERS = new Set(['x-api-key', 'authorization']);

interface RecordedRequest {
  readonly request: IncomingMessage;
  /** The host of the request: 127.0.0.1 with the port of the server. */
  readonly host: string;
  readonly body: Buffer[];
}

/** Returns the host name that a TLS client has verified; undefined without TLS, where no name is verified. */
function verifiedHost({ socket, headers }: IncomingMessage): string | undefined {
  return socket instanceof TLSSocket ? headers.host : undefined;
}

export class ServerRecorder implements Disposable {
  readonly #requests: RecordedRequest[] = [];
  readonly #listener = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    const body: Buffer[] = [];
    // Records each chunk of the body when Node adds it to the stream of the request.
    const originalPush = request.push.bind(request);
    request.push = (chunk, encoding) => {
      if (chunk !== null) body.push(Buffer.from(chunk));
      return originalPush(chunk, encoding);
    };
    this.#requests.push({ request, host: `127.0.0.1:${request.socket.localPort}`, body });
  };

  constructor() {
    this.resume();
  }

  /** Ends the recording until `resume` is called. */
  pause(): void {
    unsubscribe(CHANNEL, this.#listener);
  }

  resume(): void {
    subscribe(CHANNEL, this.#listener);
  }

  /** Returns the traces of all requests until now. A header that signs a request to `ownHosts` may contain a key. */
  traces(ownHosts: ReadonlySet<string>): Trace[] {
    return this.#requests.flatMap(({ request, host, body }) => {
      const place = `${request.method} to ${host}`;
      // `rawHeaders` contains names and values alternately.
      const headers = request.rawHeaders.flatMap((name, index): Trace[] => {
        if (index % 2 === 1) return [];
        const isAllowed =
          KEY_HEADERS.has(name.toLowerCase()) && (ownHosts.has(host) || ownHosts.has(verifiedHost(request) ?? ''));
        const text = request.rawHeaders[index + 1] ?? '';
        const headerTrace = createTrace('requests to servers', `the header ${name} of ${place}`, text);
        return [
          createTrace('requests to servers', `a header's name of ${place}`, name),
          isAllowed ? { ...headerTrace, allowedPlace: 'the header to its own origin' } : headerTrace,
        ];
      });
      return [
        createTrace('requests to servers', `the address of ${place}`, request.url ?? ''),
        ...headers,
        createTrace('requests to servers', `the body of ${place}`, Buffer.concat(body)),
      ];
    });
  }

  [Symbol.dispose](): void {
    this.pause();
  }
}
