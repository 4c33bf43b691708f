// Starts a loopback server with attachments and an object store, for the tests of file transfers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendJson } from './loopback.ts';

const KEY = 'plane_api_0123456789abcdef';
/** Fields of the upload form. Not in alphabetical order, because the object store requires this order. */
const FIELDS = {
  'Content-Type': 'text/plain',
  key: 'workspace/0f-notes "1".txt',
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  policy: 'eyJjb25kaXRpb25zIjpbXX0=',
  'x-amz-signature': 'abc',
};

interface StoredFile {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface AttachmentServerOptions {
  /** Maximum size of a file in the object store, in bytes. */
  maxStoredBytes?: number;
  /** Maximum size that the server confirms for an upload, in bytes. */
  confirmedSize?: number;
  /** Responds to an upload in place of the object store, before the body of the request is read. */
  respondToUpload?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Responds in place of the server to the request that completes an upload. */
  respondToCompletion?: (response: ServerResponse) => void;
  completionStatus?: 200 | 204;
  /** Responds to a download in place of the object store. */
  respondToDownload?: (response: ServerResponse) => void;
}

export interface AttachmentServer extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly options: AttachmentServerOptions;
  /** All requests in order, as the method and the last segment of the path. */
  readonly log: string[];
  /** Mistakes in the requests, for example a key that was sent to the object store. The tests expect none. */
  readonly violations: string[];
  /** Assets that were created and not deleted, and whether their upload is complete. */
  readonly assets: Map<string, boolean>;
  readonly storedFiles: Map<string, StoredFile>;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Splits a multipart form into its parts without changing any byte. */
function partsOf(body: Buffer, boundary: string): { readonly head: string; readonly bytes: Buffer }[] {
  const text = body.toString('latin1');
  const pieces = text.split(`--${boundary}`);
  if (pieces[0] !== '' || pieces.at(-1) !== '--\r\n') throw new Error('The form does not begin or end as forms do.');
  return pieces.slice(1, -1).map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    return {
      head: Buffer.from(piece.slice(2, end), 'latin1').toString(),
      bytes: Buffer.from(piece.slice(end + 4, -2), 'latin1'),
    };
  });
}

function sendXmlError(response: ServerResponse, status: number, code: string, message: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

export async function serveAttachments(options: AttachmentServerOptions = {}): Promise<AttachmentServer> {
  const log: string[] = [];
  const violations: string[] = [];
  const assets = new Map<string, boolean>();
  const storedFiles = new Map<string, StoredFile>();

  const parseForm = (request: IncomingMessage, body: Buffer): StoredFile => {
    const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
    const parts = partsOf(body, boundary);
    const names = parts.map(({ head }) => /name="([^"]*)"/.exec(head)?.[1]);
    if (names.join() !== [...Object.keys(FIELDS), 'file'].join()) violations.push(`fields ${names.join()}`);
    for (const [index, [name, value]] of Object.entries(FIELDS).entries()) {
      if (parts[index]?.bytes.toString() !== value) violations.push(`field ${name}`);
    }
    const file = parts.at(-1);
    return { type: /Content-Type: (.*)/.exec(file?.head ?? '')?.[1] ?? '', bytes: file?.bytes ?? Buffer.alloc(0) };
  };

  const serveObjectStore = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const name of ['x-api-key', 'authorization', 'cookie'])
      if (request.headers[name] !== undefined) violations.push(`header ${name}`);
    if (request.method === 'GET') {
      const file = storedFiles.get('file');
      if (options.respondToDownload !== undefined) options.respondToDownload(response);
      else if (file === undefined) sendXmlError(response, 404, 'NoSuchKey', 'The specified key does not exist.');
      else response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length }).end(file.bytes);
      return;
    }
    if (request.headers['content-length'] === undefined) violations.push('no content-length');
    if (options.respondToUpload !== undefined) {
      options.respondToUpload(request, response);
      return;
    }
    const file = parseForm(request, await bytesOf(request));
    if (file.bytes.length > (options.maxStoredBytes ?? Number.POSITIVE_INFINITY)) {
      sendXmlError(
        response,
        400,
        'EntityTooLarge',
        'Your proposed upload exceeds the maximum allowed size &amp; is refused',
      );
    } else {
      storedFiles.set('file', file);
      response.writeHead(204).end();
    }
  };

  const serveApi = async (request: IncomingMessage, response: ServerResponse, id: string): Promise<void> => {
    if (request.headers['x-api-key'] !== KEY) violations.push('no key at the server');
    const body = (await bytesOf(request)).toString();
    if (request.method === 'POST') {
      const { name, type, size } = JSON.parse(body) as { name: string; type: string; size: number };
      const confirmedSize = Math.min(size, options.confirmedSize ?? size);
      const asset_id = `asset-${assets.size + 1}`;
      assets.set(asset_id, false);
      const attachment = { id: asset_id, attributes: { name, type, size: confirmedSize }, size: confirmedSize };
      sendJson(response, 200, { upload_data: { url: `${url}/uploads`, fields: FIELDS }, asset_id, attachment });
    } else if (request.method === 'PATCH') {
      if (options.respondToCompletion !== undefined) {
        options.respondToCompletion(response);
        return;
      }
      assets.set(id, true);
      if (options.completionStatus === 200) sendJson(response, 200, { id, is_uploaded: true });
      else response.writeHead(204).end();
    } else if (request.method === 'DELETE') {
      assets.delete(id);
      response.writeHead(204).end();
    } else response.writeHead(302, { location: `${url}/uploads/file?X-Amz-Signature=abc` }).end();
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://h');
    const last = pathname.split('/').findLast((part) => part !== '') ?? '';
    log.push(`${request.method} ${last}`);
    // When the client aborts while it sends the body, reading the body fails and no response can be sent.
    (pathname.startsWith('/uploads') ? serveObjectStore(request, response) : serveApi(request, response, last)).catch(
      () => response.destroy(),
    );
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
  return {
    url,
    key: KEY,
    options,
    log,
    violations,
    assets,
    storedFiles,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
