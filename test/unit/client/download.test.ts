// Tests downloads from the object store: all bytes, no key, and a size limit.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { faultFrom } from './calls.ts';
import { createSetup } from './filesSetup.ts';
import { gate } from './loopback.ts';

const LARGE_CONTENT = randomBytes(3 * 1024 * 1024 + 17);
const NOTES_FILE = { name: 'notes', type: 'text/plain', bytes: LARGE_CONTENT };

describe('downloadFile', () => {
  it('requests the URL of the file from the server, and downloads the file without the key', async () => {
    await using setup = await createSetup();
    await setup.upload(NOTES_FILE);
    const reportedProgress: (readonly [number, number | undefined])[] = [];
    const file = await setup.download({ onProgress: (...progress) => reportedProgress.push(progress) });
    expect(Buffer.compare(file.bytes, LARGE_CONTENT)).toBe(0);
    expect(file.type).toBe('text/plain');
    expect(setup.server.log.slice(3)).toEqual(['GET asset-1', 'GET file']);
    expect(setup.entries.filter(({ level }) => level !== 'debug')).toEqual([]);
    expect(reportedProgress.at(-1)).toEqual([LARGE_CONTENT.length, LARGE_CONTENT.length]);
  });

  it('aborts the download of a file that is too large, with or without a Content-Length header', async () => {
    const tooLarge = { kind: 'invalidResponse', status: 0, detail: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' };
    await using setup = await createSetup();
    await setup.upload(NOTES_FILE);
    expect(await faultFrom(setup.download({ maxBytes: 1024 }))).toEqual(tooLarge);
    setup.server.options.respondToDownload = (response) => response.writeHead(200).end(LARGE_CONTENT);
    expect(await faultFrom(setup.download({ maxBytes: LARGE_CONTENT.length - 1 }))).toEqual(tooLarge);
    expect((await setup.download({ maxBytes: LARGE_CONTENT.length })).bytes).toHaveLength(LARGE_CONTENT.length);
  });

  it('reports the error message of the object store', async () => {
    await using setup = await createSetup();
    expect(await faultFrom(setup.download())).toEqual({
      kind: 'rejected',
      status: 404,
      detail: 'The specified key does not exist.',
      fields: {},
    });
  });

  it('rejects when the caller cancels, and when the connection is closed', async () => {
    const downloadStarted = gate();
    await using setup = await createSetup({
      respondToDownload: (response) =>
        void response.writeHead(200, { 'content-length': 100 }).write('half', downloadStarted.open),
    });
    const abortController = new AbortController();
    const fault = faultFrom(setup.download({ signal: abortController.signal }));
    await downloadStarted.opened;
    abortController.abort();
    expect(await fault).toEqual({ kind: 'cancelled' });
    setup.server.options.respondToDownload = (response) =>
      void response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
    expect(await faultFrom(setup.download())).toMatchObject({ kind: 'network', reason: 'lost' });
  });

  it('rejects when the client is closed', async () => {
    const downloadStarted = gate();
    await using setup = await createSetup({
      respondToDownload: (response) =>
        void response.writeHead(200, { 'content-length': 100 }).write('half', downloadStarted.open),
    });
    const fault = faultFrom(setup.download());
    await downloadStarted.opened;
    await setup.client.close();
    expect(await fault).toEqual({ kind: 'cancelled' });
  });
});
