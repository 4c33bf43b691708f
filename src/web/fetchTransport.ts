// Sends requests with the browser's `fetch`.
import type { DownloadRequest, FileResponse, Transport, TransportRequest, UploadRequest } from '../client/transport.ts';

/** Sends one request. Rejects as `fetch` does. */
export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

/** Headers that a browser sets itself. */
const BROWSER_HEADERS = new Set(['user-agent', 'content-length']);
const FOUND = 302;

/** Creates a transport. `fetchResponse` answers the requests: the browser, or the local workspace in this window. */
export function createFetchTransport(fetchResponse: Fetch): Transport {
  const closeController = new AbortController();

  const send = async (
    { url, headers, signal }: Pick<TransportRequest, 'url' | 'headers' | 'signal'>,
    method: string,
    body: NonNullable<RequestInit['body']> | null,
  ): Promise<Response> => {
    try {
      return await fetchResponse(url, {
        method,
        headers: Object.entries(headers).filter(([name]) => !BROWSER_HEADERS.has(name.toLowerCase())),
        body,
        signal: AbortSignal.any([closeController.signal, signal ?? []].flat()),
        // A redirect is never followed, because the key would be sent to its target.
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
    } catch (error) {
      // A browser does not say whether a server is unreachable or allows no web pages, and whether the request arrived.
      if (!(error instanceof TypeError)) throw error;
      throw Object.assign(error, { code: 'ERR_BROWSER' });
    }
  };

  return {
    async exchange(request: TransportRequest) {
      return textOf(await send(request, request.method, request.body ?? null));
    },
    async upload(request: UploadRequest) {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of request.body) chunks.push(new Uint8Array(chunk));
      return textOf(await send(request, 'POST', new Blob(chunks)));
    },
    async download(request: DownloadRequest) {
      return readFile(await send(request, 'GET', null), request);
    },
    async inspect() {
      // A browser tells nothing about addresses and certificates.
      return {
        route: { found: { kind: 'direct', reason: 'off' } },
        addresses: undefined,
        connectTimesMs: undefined,
        tls: undefined,
        untrustedCertificate: undefined,
        authorities: [],
      };
    },
    async close() {
      closeController.abort();
    },
  };
}

/** A redirect that is not followed has no readable status. */
function statusOf({ type, status }: Response): number {
  return type === 'opaqueredirect' ? FOUND : status;
}

async function textOf(response: Response) {
  return { status: statusOf(response), headers: Object.fromEntries(response.headers), body: await response.text() };
}

function tooLargeError(): Error {
  return Object.assign(new Error('The response is too large'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
}

async function readFile(response: Response, { maxBytes, onReceived }: DownloadRequest): Promise<FileResponse> {
  const length = response.headers.get('content-length');
  const total = length === null ? undefined : Number(length);
  if (total !== undefined && total > maxBytes) throw tooLargeError();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  for await (const chunk of response.body ?? []) {
    receivedBytes += chunk.byteLength;
    if (receivedBytes > maxBytes) throw tooLargeError();
    chunks.push(new Uint8Array(chunk));
    onReceived(receivedBytes, total);
  }
  return {
    status: statusOf(response),
    headers: Object.fromEntries(response.headers),
    bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()),
  };
}
