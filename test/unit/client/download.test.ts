// Tests downloads from the object store: all bytes, no key, and a size limit.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { faultFrom } from './calls.ts';
import { createSetup } from './filesSetup.ts';
import { gate } from './loopback.ts';

const BIG = randomBytes(3 * 1024 * 1024 + 17);
const NOTES = { name: 'notes', type: 'text/plain', bytes: BIG };

describe('downloadFile', () => {
  it('requests the URL from the server, and downloads the file from there without the key', async () => {
    await using it = await createSetup();
    await it.upload(NOTES);
    const told: (readonly [number, number | undefined])[] = [];
    const file = await it.download({ onProgress: (...one) => told.push(one) });
    expect(Buffer.compare(file.bytes, BIG)).toBe(0);
    expect(file.type).toBe('text/plain');
    expect(it.server.log.slice(3)).toEqual(['GET asset-1', 'GET file']);
    expect(it.entries.filter(({ level }) => level !== 'debug')).toEqual([]);
    expect(told.at(-1)).toEqual([BIG.length, BIG.length]);
  });

  it('aborts the download of a file that is too large, with and without a content-length', async () => {
    const tooLarge = { kind: 'invalidResponse', status: 0, detail: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' };
    await using it = await createSetup();
    await it.upload(NOTES);
    expect(await faultFrom(it.download({ maxBytes: 1024 }))).toEqual(tooLarge);
    it.server.behaviour.insteadOfFile = (response) => response.writeHead(200).end(BIG);
    expect(await faultFrom(it.download({ maxBytes: BIG.length - 1 }))).toEqual(tooLarge);
    expect((await it.download({ maxBytes: BIG.length })).bytes).toHaveLength(BIG.length);
  });

  it('reports the error message of the object store', async () => {
    await using it = await createSetup();
    expect(await faultFrom(it.download())).toEqual({
      kind: 'rejected',
      status: 404,
      detail: 'The specified key does not exist.',
      fields: {},
    });
  });

  it('rejects when the caller cancels, and when the connection is closed', async () => {
    const reached = gate();
    await using it = await createSetup({
      insteadOfFile: (response) => void response.writeHead(200, { 'content-length': 100 }).write('half', reached.open),
    });
    const leaver = new AbortController();
    const fault = faultFrom(it.download({ signal: leaver.signal }));
    await reached.opened;
    leaver.abort();
    expect(await fault).toEqual({ kind: 'cancelled' });
    it.server.behaviour.insteadOfFile = (response) =>
      void response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
    expect(await faultFrom(it.download())).toMatchObject({ kind: 'network', reason: 'lost' });
  });

  it('rejects when the client is closed', async () => {
    const reached = gate();
    await using it = await createSetup({
      insteadOfFile: (response) => void response.writeHead(200, { 'content-length': 100 }).write('half', reached.open),
    });
    const fault = faultFrom(it.download());
    await reached.opened;
    await it.client.close();
    expect(await fault).toEqual({ kind: 'cancelled' });
  });
});
