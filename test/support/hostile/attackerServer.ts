// The server of the attacker, to whose URLs the attacks refer: it records all requests, and sends an image for each.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface AttackerServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

export async function openAttackerServer(): Promise<AttackerServer> {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers });
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(PIXEL);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
