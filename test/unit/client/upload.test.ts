// Tests that an upload sends the exact bytes and no key, and leaves nothing after a failure.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTransport } from '../../../src/client/transport.ts';
import { FakeClock, flushPromises } from '../../support/clock.ts';
import type { AttachmentServer, AttachmentServerOptions } from './attachmentServer.ts';
import { faultFrom } from './calls.ts';
import { createSetup } from './filesSetup.ts';
import { gate } from './loopback.ts';

const LARGE_CONTENT = randomBytes(3 * 1024 * 1024 + 17);
const SMALL_CONTENT = Buffer.from('Größe\r\n--boundary\r\n');
const NOTES_FILE = { name: 'notes "1".txt', type: 'text/plain', bytes: LARGE_CONTENT };

/** Compares the stored bytes. `toEqual` would take seconds for three million elements. */
function expectStored({ storedFiles: stored }: AttachmentServer, type: string, bytes: Buffer): void {
  const file = stored.get('file');
  expect(file?.type).toBe(type);
  expect(file?.bytes.equals(bytes)).toBe(true);
}

/** More bytes than any connection buffers. The chunks are created on demand. */
const ENDLESS_BYTES = 256 * 1024 * 1024;
async function* endlessChunks(): AsyncGenerator<Uint8Array> {
  const part = new Uint8Array(256 * 1024);
  for (let sentBytes = 0; sentBytes < ENDLESS_BYTES; sentBytes += part.length) yield part;
}

async function* splitIntoChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) {
    await flushPromises();
    yield bytes.subarray(offset, offset + size);
  }
}

describe('An upload', () => {
  it('requests credentials, sends all fields and then the file, and completes the attachment', async () => {
    await using setup = await createSetup();
    const reportedProgress: [number, number][] = [];
    const uploadResult = await setup.upload(NOTES_FILE, {
      onProgress: (...progress) => reportedProgress.push(progress),
    });
    expect(uploadResult).toMatchObject({
      asset_id: 'asset-1',
      attachment: { id: 'asset-1', size: LARGE_CONTENT.length },
    });
    expect(setup.server.log).toEqual(['POST attachments', 'POST uploads', 'PATCH asset-1']);
    expectStored(setup.server, 'text/plain', LARGE_CONTENT);
    expect(setup.server.assets.get('asset-1')).toBe(true);
    expect(reportedProgress[0]).toEqual([0, LARGE_CONTENT.length]);
    expect(reportedProgress.at(-1)).toEqual([LARGE_CONTENT.length, LARGE_CONTENT.length]);
    expect(reportedProgress.length).toBeGreaterThan(10);
    expect(reportedProgress.map(([sentBytes]) => sentBytes)).toEqual(
      reportedProgress.map(([sentBytes]) => sentBytes).sort((first, second) => first - second),
    );
  });

  it('streams the file, and returns the attachment in the response of the server', async () => {
    await using setup = await createSetup({ completionStatus: 200 });
    const file = {
      name: 'big.bin',
      type: '',
      stream: splitIntoChunks(LARGE_CONTENT, 100_000),
      size: LARGE_CONTENT.length,
    };
    expect((await setup.upload(file)).attachment).toMatchObject({ id: 'asset-1', is_uploaded: true });
    expectStored(setup.server, 'application/octet-stream', LARGE_CONTENT);
  });

  it.each(['text/html', 'text/x-python', 'application/x-sh', 'image/avif', 'text/plain; charset=utf-8', 'nonsense'])(
    'sends a file whose type %s is not in the list of servers as bytes',
    async (type) => {
      await using setup = await createSetup();
      await setup.upload({ name: 'report', type, bytes: SMALL_CONTENT });
      expectStored(setup.server, 'application/octet-stream', SMALL_CONTENT);
    },
  );

  it('transfers any bytes unchanged', async () => {
    await using setup = await createSetup();
    await setup.upload({ name: 'ü\r\n".txt', type: 'text/plain\r\nX-Evil: 1', bytes: SMALL_CONTENT });
    expect(setup.server.storedFiles.get('file')?.bytes).toEqual(SMALL_CONTENT);
  });

  it('uses the transport that the caller has passed', async () => {
    await using setup = await createSetup();
    const transport = createTransport();
    await setup.upload(NOTES_FILE, { transport });
    await transport.close();
    expect(setup.server.storedFiles.size).toBe(1);
  });

  it('of an empty file is not sent', async () => {
    await using setup = await createSetup();
    const file = { name: 'empty', type: 'text/plain', bytes: new Uint8Array() };
    expect(await faultFrom(setup.upload(file))).toMatchObject({
      kind: 'invalidRequest',
      fields: { size: expect.any(String) },
    });
    expect(setup.server.log).toEqual([]);
  });
});

describe('An upload leaves no file on the server', () => {
  it('when the object store rejects the file, and reports its message', async () => {
    await using setup = await createSetup({ maxStoredBytes: 1024 });
    expect(await faultFrom(setup.upload(NOTES_FILE))).toEqual({
      kind: 'rejected',
      status: 400,
      detail: 'Your proposed upload exceeds the maximum allowed size & is refused',
      fields: {},
    });
    expect(setup.server.log).toEqual(['POST attachments', 'POST uploads', 'DELETE asset-1']);
    expect(setup.server.assets.size).toBe(0);
  });

  it('when the object store rejects the file before the upload has ended', async () => {
    await using setup = await createSetup({
      respondToUpload: (request, response) => {
        request.resume();
        response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
      },
    });
    expect(await faultFrom(setup.upload(NOTES_FILE))).toMatchObject({
      kind: 'rejected',
      status: 403,
      detail: 'AccessDenied',
    });
    expect(setup.server.assets.size).toBe(0);
  });

  it('when the server has a lower size limit, and nothing is sent to the object store', async () => {
    await using setup = await createSetup({ confirmedSize: 1024 });
    expect(await faultFrom(setup.upload(NOTES_FILE))).toEqual({
      kind: 'rejected',
      status: 413,
      detail: 'At most 1024 bytes',
      fields: {},
      maxBytes: 1024,
    });
    expect(setup.server.log).toEqual(['POST attachments', 'DELETE asset-1']);
  });

  it('when the caller cancels during the upload', async () => {
    const uploadStarted = gate();
    await using setup = await createSetup({
      respondToUpload: (request) => void request.once('data', uploadStarted.open),
    });
    const abortController = new AbortController();
    const sentBytes: number[] = [];
    const file = { name: 'endless', type: 'text/plain', stream: endlessChunks(), size: ENDLESS_BYTES };
    const fault = faultFrom(
      setup.upload(file, { signal: abortController.signal, onProgress: (bytes) => sentBytes.push(bytes) }),
    );
    await uploadStarted.opened;
    abortController.abort();
    expect(await fault).toEqual({ kind: 'cancelled' });
    expect(setup.server.log).toEqual(['POST attachments', 'POST uploads', 'DELETE asset-1']);
    expect(setup.server.assets.size).toBe(0);
    expect(Math.max(...sentBytes)).toBeLessThan(ENDLESS_BYTES);
  });

  it('when the object store closes the connection, or responds with a redirect', async () => {
    for (const [respondToUpload, reason] of [
      [(request) => request.socket.destroy(), 'lost'],
      [
        (request, response) =>
          void request.resume().once('end', () => response.writeHead(307, { location: 'http://x.test/' }).end()),
        'redirected',
      ],
    ] as const satisfies readonly (readonly [NonNullable<AttachmentServerOptions['respondToUpload']>, string])[]) {
      await using setup = await createSetup({ respondToUpload });
      expect(await faultFrom(setup.upload(NOTES_FILE))).toMatchObject({ kind: 'network', reason });
      expect(setup.server.assets.size).toBe(0);
    }
  });

  it('when there is no progress for a minute', async () => {
    const uploadStarted = gate();
    await using setup = await createSetup({
      respondToUpload: (request) => void request.once('data', uploadStarted.open),
    });
    const clock = new FakeClock();
    const fault = faultFrom(setup.upload(NOTES_FILE, { clock }));
    await uploadStarted.opened;
    for (let index = 0; index < 130; index += 1) await clock.advance(1000);
    expect(await fault).toEqual({ kind: 'timeout', afterMs: 60_000 });
    expect(setup.server.assets.size).toBe(0);
  });

  it('when the request that completes the upload fails', async () => {
    await using setup = await createSetup({
      respondToCompletion: (response) => response.writeHead(404).end('{"error":"Gone"}'),
    });
    expect(await faultFrom(setup.upload(NOTES_FILE))).toMatchObject({ kind: 'notFound', detail: 'Gone' });
    expect(setup.server.assets.size).toBe(0);
  });

  it('when the file is longer or shorter than its declared size, or cannot be read', async () => {
    async function* brokenStream(): AsyncGenerator<Uint8Array> {
      yield SMALL_CONTENT;
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    }
    const size = SMALL_CONTENT.length;
    for (const [stream, declaredSize, field] of [
      [splitIntoChunks(SMALL_CONTENT, 4), size + 1, 'size'],
      [splitIntoChunks(SMALL_CONTENT, 4), size - 1, 'size'],
      [brokenStream(), size * 2, 'file'],
    ] as const) {
      await using setup = await createSetup();
      const file = { name: 'a', type: 'text/plain', stream, size: declaredSize };
      expect(await faultFrom(setup.upload(file))).toEqual({
        kind: 'invalidRequest',
        fields: { [field]: expect.any(String) },
      });
      expect([setup.server.assets.size, setup.server.storedFiles.size]).toEqual([0, 0]);
    }
  });

  it('unless deleting also fails, and rejects with the first error', async () => {
    await using setup = await createSetup({ respondToUpload: (request) => void request.socket.destroy() });
    const { client } = setup;
    const call = { ...client.call, deleteAttachment: () => client.call.getCurrentUser({}).then(() => undefined) };
    const remainingAssets: string[] = [];
    const upload = setup.upload(NOTES_FILE, {
      client: { ...client, call },
      onDeleteFailed: (asset) => remainingAssets.push(asset),
    });
    expect(await faultFrom(upload)).toMatchObject({ kind: 'network', reason: 'lost' });
    expect(remainingAssets).toEqual(['asset-1']);
  });

  it('from an earlier attempt, because a retry deletes the earlier asset first', async () => {
    await using setup = await createSetup();
    await setup.upload(NOTES_FILE);
    await setup.upload(NOTES_FILE, { earlierAssetId: 'asset-1' });
    expect(setup.server.log.slice(3, 5)).toEqual(['DELETE asset-1', 'POST attachments']);
    await setup.upload(NOTES_FILE, { earlierAssetId: 'asset-9' });
    expect(setup.server.log.slice(7, 9)).toEqual(['DELETE asset-9', 'POST attachments']);
  });
});
