// Tests downloads from other servers: no key, few redirects, and a size limit.
import { describe, expect, it } from 'vitest';
import { downloadExternalFile } from '../../../src/client/files/externalFile.ts';
import { forEachTest } from '../../support/fixture.ts';
import { faultFrom } from './calls.ts';
import { createSetup } from './filesSetup.ts';
import { type Loopback, serve } from './loopback.ts';

const BYTES = Buffer.from([137, 80, 78, 71]);

/** Starts a server that is not a Plane server. Its response depends on the path of the request. */
function startOtherServer(): Promise<Loopback> {
  return serve((_, response) => {
    const path = requestedPath(response);
    if (path === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end(BYTES);
    else if (path === '/moved') response.writeHead(302, { location: '/picture' }).end();
    else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (path === '/out') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else response.writeHead(404).end();
  });
}

function requestedPath(response: { readonly req: { readonly url?: string | undefined } }): string {
  return response.req.url ?? '';
}

const setup = forEachTest(createSetup);

describe('downloadExternalFile', () => {
  it('downloads a file without the key, even after a redirect', async () => {
    await using server = await startOtherServer();
    const { client } = setup;
    const file = await downloadExternalFile({ client, url: `${server.url}/moved`, maxBytes: 100 });
    expect(Buffer.compare(file.bytes, BYTES)).toBe(0);
    expect(file.type).toBe('image/png');
    expect(server.requests.map(({ url }) => url)).toEqual(['/moved', '/picture']);
    expect(
      server.requests.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /key|auth|cookie/.test(name)),
    ).toEqual([]);
  });

  it.each([
    ['a redirect loop', '/round', { kind: 'network', reason: 'redirected' }],
    ['a redirect to a file: URL', '/out', { kind: 'invalidRequest' }],
    ['a file that does not exist', '/nothing', { kind: 'rejected', status: 404 }],
  ])('rejects for %s', async (_, path, fault) => {
    await using server = await startOtherServer();
    expect(
      await faultFrom(downloadExternalFile({ client: setup.client, url: server.url + path, maxBytes: 100 })),
    ).toMatchObject(fault);
    expect(server.requests.length).toBeLessThan(6);
  });

  it('aborts a download that is too large', async () => {
    await using server = await startOtherServer();
    const fault = await faultFrom(
      downloadExternalFile({ client: setup.client, url: `${server.url}/picture`, maxBytes: 3 }),
    );
    expect(fault).toMatchObject({ kind: 'invalidResponse', detail: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
  });

  it.each(['file:///etc/passwd', 'data:text/plain,x', 'vscode://x', 'no address'])(
    'sends no request to %s',
    async (url) => {
      expect(await faultFrom(downloadExternalFile({ client: setup.client, url, maxBytes: 100 }))).toMatchObject({
        kind: 'invalidRequest',
      });
    },
  );
});
