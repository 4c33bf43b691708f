// Tests the client against the server of the local workspace.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/client/api/client.ts';
import { downloadFile } from '../../../src/client/files/download.ts';
import { uploadFile } from '../../../src/client/files/upload.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { type RunningServer, startServer } from '../../../src/server/startServer.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { faultFrom } from './calls.ts';

let server: RunningServer;
let client: Client;

function createClientWithKey(key: string): Client {
  return createClient({
    baseUrl: server.baseUrl,
    workspace: server.workspace,
    credential: { kind: 'key', secret: new Secret(key), origin: new URL(server.baseUrl).origin },
    clock: systemClock,
    logger: silentLogger,
    transport: createTransport(),
  });
}

async function readFirstProject() {
  const [project] = (await client.call.listProjects({})).results;
  if (project === undefined) throw new Error('No project.');
  return project;
}

describe.each(['spec', 'community'] as const)('A client of the local workspace with the dialect %s', (dialect) => {
  beforeAll(async () => {
    server = await startServer({
      data: ':memory:',
      seed: { kind: 'scale', items: 230 },
      rate: 60,
      port: 0,
      dialect,
      clock: systemClock,
      logger: silentLogger,
    });
    client = createClientWithKey(server.apiKey);
  });

  afterAll(async () => {
    await client.close();
    await server.stop();
  });

  it('loads the current user and the projects', async () => {
    expect((await client.call.getCurrentUser({})).id).not.toBe('');
    expect(await client.call.listProjects({})).toMatchObject({ skipped: 0, next: undefined });
  });

  it('loads all pages of a list, with each record once', async () => {
    const project = await readFirstProject();
    const ids: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
      const page = await client.call.listWorkItems({
        project_id: project.id,
        query: cursor === undefined ? {} : { cursor },
      });
      expect(page).toMatchObject({ skipped: 0, total: 230 });
      sizes.push(page.results.length);
      ids.push(...page.results.map(({ id }) => id));
      cursor = page.next;
    }
    expect(sizes).toEqual([100, 100, 30]);
    expect(new Set(ids).size).toBe(230);
  });

  it('loads only the requested fields', async () => {
    const { id: project_id } = await readFirstProject();
    const query = { fields: 'name,sequence_id' };
    const page = await client.selectFields.listWorkItems({ project_id, query });
    expect(page).toMatchObject({ skipped: 0, total: 230 });
    expect(new Set(page.results.flatMap(Object.keys))).toEqual(new Set(['name', 'sequence_id']));
    const [completeItem] = (await client.call.listWorkItems({ project_id })).results;
    const partialItem = await client.selectFields.getWorkItem({
      project_id,
      work_item_id: completeItem?.id ?? '',
      query,
    });
    expect(partialItem).toEqual({ name: completeItem?.name, sequence_id: completeItem?.sequence_id });
  });

  it('creates, changes and loads a work item and a comment', async () => {
    const { id: project_id } = await readFirstProject();
    const createdItem = await client.call.createWorkItem({
      project_id,
      body: { name: 'Made by the client', priority: 'high' },
    });
    const itemPath = { project_id, work_item_id: createdItem.id };
    const changedItem = await client.call.updateWorkItem({ ...itemPath, body: { name: 'Changed by the client' } });
    expect(changedItem).toMatchObject({ id: createdItem.id, name: 'Changed by the client', priority: 'high' });
    const comment = await client.call.createComment({ ...itemPath, body: { comment_html: '<p>Hi</p>' } });
    expect((await client.call.listComments(itemPath)).results.map(({ id }) => id)).toEqual([comment.id]);
  });

  it('loads the lists of states, labels, members and cycles of a project', async () => {
    const { id: project_id } = await readFirstProject();
    for (const list of [
      client.call.listStates,
      client.call.listLabels,
      client.call.listProjectMembers,
      client.call.listCycles,
    ]) {
      expect(await list({ project_id })).toMatchObject({ skipped: 0 });
    }
  });

  it('attaches a file, lists it, downloads it and deletes it', async () => {
    const { id: project_id } = await readFirstProject();
    const createdItem = await client.call.createWorkItem({ project_id, body: { name: 'With a file' } });
    const path = { project_id, work_item_id: createdItem.id };
    const bytes = randomBytes(300_000);
    const sentByteCounts: number[] = [];
    const onProgress = (count: number) => sentByteCounts.push(count);
    const { asset_id } = await uploadFile({
      client,
      path,
      file: { name: 'notes.txt', type: 'text/plain', bytes },
      onProgress,
    });
    expect(sentByteCounts.at(-1)).toBe(bytes.length);
    expect(await client.call.listAttachments(path)).toMatchObject({
      results: [{ id: asset_id, attributes: { name: 'notes.txt' } }],
      skipped: 0,
    });
    const file = await downloadFile({ client, path: { ...path, asset_id } });
    expect(Buffer.compare(file.bytes, bytes)).toBe(0);
    expect(file.type).toBe('text/plain');
    await client.call.deleteAttachment({ ...path, asset_id });
    expect(await client.call.listAttachments(path)).toMatchObject({ results: [] });
  });

  it('leaves no attachment on the server after an upload that is too large or canceled', async () => {
    const { id: project_id } = await readFirstProject();
    const createdItem = await client.call.createWorkItem({ project_id, body: { name: 'Without a file' } });
    const path = { project_id, work_item_id: createdItem.id };
    const abortController = new AbortController();
    const file = { name: 'notes.txt', type: 'text/plain', bytes: randomBytes(2_000_000) };
    const onProgress = (count: number) => count > 0 && abortController.abort();
    expect(await faultFrom(uploadFile({ client, path, file, onProgress, signal: abortController.signal }))).toEqual({
      kind: 'cancelled',
    });
    const tooLargeFile = { ...file, bytes: new Uint8Array(5 * 1024 * 1024 + 1) };
    expect(await faultFrom(uploadFile({ client, path, file: tooLargeFile }))).toMatchObject({
      kind: 'rejected',
      status: 413,
    });
    expect(await client.call.listAttachments(path)).toMatchObject({ results: [] });
  });

  it('detects which operations the server does not support', async () => {
    const { id: project_id } = await readFirstProject();
    if (dialect === 'spec') {
      expect(await client.call.listCustomers({})).toMatchObject({ skipped: 0 });
      expect(await client.call.listWorkItemTypes({ project_id })).toMatchObject({ skipped: 0 });
      expect(client.unsupported.size).toBe(0);
      return;
    }
    const unsupported = { kind: 'notFound', isRouteMissing: true, detail: 'Page not found.' };
    for (let index = 0; index < 2; index += 1)
      expect(await faultFrom(client.call.listCustomers({}))).toEqual(unsupported);
    expect([...client.unsupported]).toEqual(['listCustomers']);
  });

  it('rejects with notFound for a missing record, and with unauthorized for a wrong key', async () => {
    const { id: project_id } = await readFirstProject();
    expect(await faultFrom(client.call.getWorkItem({ project_id, work_item_id: 'none' }))).toMatchObject({
      kind: 'notFound',
    });
    const wrongKey = createClientWithKey('plane_api_wrong');
    expect(await faultFrom(wrongKey.call.getCurrentUser({}))).toMatchObject({ kind: 'unauthorized' });
    await wrongKey.close();
  });
});
