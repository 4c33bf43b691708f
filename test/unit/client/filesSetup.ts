// Creates a client and a server with attachments for the tests of file transfers.
// Disposing fails if the object store has received the key.
import { expect } from 'vitest';
import { type Client, createClient } from '../../../src/client/api/client.ts';
import { type DownloadOptions, downloadFile } from '../../../src/client/files/download.ts';
import { type UploadOptions, type UploadSource, uploadFile } from '../../../src/client/files/upload.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { Secret } from '../../../src/std/secret.ts';
import { type AttachmentServer, type AttachmentServerOptions, serveAttachments } from './attachmentServer.ts';
import { type LogEntry, recordingLogger } from './calls.ts';

const path = { project_id: 'p1', work_item_id: 'w1' };

export interface Setup extends AsyncDisposable {
  readonly server: AttachmentServer;
  readonly client: Client;
  readonly entries: readonly LogEntry[];
  upload(file: UploadSource, changes?: Partial<UploadOptions>): ReturnType<typeof uploadFile>;
  download(changes?: Partial<DownloadOptions>): ReturnType<typeof downloadFile>;
}

export async function createSetup(options: AttachmentServerOptions = {}): Promise<Setup> {
  const server = await serveAttachments(options);
  const { logger, entries } = recordingLogger();
  const client = createClient({
    baseUrl: server.url,
    workspace: 'our-team',
    credential: { kind: 'key', secret: new Secret(server.key), origin: server.url },
    clock: systemClock,
    logger,
    transport: async () => createTransport(),
    random: () => 0,
  });
  return {
    server,
    client,
    entries,
    upload: (file, changes = {}) => uploadFile({ client, path, file, ...changes }),
    download: (changes = {}) => downloadFile({ client, path: { ...path, asset_id: 'asset-1' }, ...changes }),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server[Symbol.asyncDispose]();
      expect(server.violations).toEqual([]);
    },
  };
}
