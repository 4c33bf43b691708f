// Tests of the local workspace: it keeps its data over restarts, and reports errors.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalWorkspace, startLocalWorkspace } from '../../../src/session/localWorkspace.ts';

const SERVICE = join(import.meta.dirname, '../../../src/server/worker.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contrail-local-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function ask(local: LocalWorkspace, path: string, body?: unknown, key = local.key.reveal()): Promise<Response> {
  return fetch(`${local.baseUrl}/api/v1/workspaces/${local.workspace}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function scriptOf(text: string): Promise<string> {
  const script = join(folder, 'script.mjs');
  await writeFile(script, text);
  return script;
}

describe('The local workspace', { timeout: 30_000 }, () => {
  it('serves the sample to the key of this run only, and keeps new records over a restart', async () => {
    const place = { script: SERVICE, folder: join(folder, 'made', 'for', 'it') };
    const first = await startLocalWorkspace(place);
    expect(new URL(first.baseUrl).hostname).toBe('127.0.0.1');
    expect((await ask(first, 'projects/', { name: 'Made here', identifier: 'HERE' })).status).toBe(201);
    const key = first.key.reveal();
    await first.stop();
    await expect(ask(first, 'projects/')).rejects.toThrow();

    const second = await startLocalWorkspace(place);
    expect(second.key.reveal()).not.toBe(key);
    expect((await ask(second, 'projects/', undefined, key)).status).toBe(401);
    const answer = (await (await ask(second, 'projects/')).json()) as { results: { identifier: string }[] };
    expect(answer.results.map(({ identifier }) => identifier)).toEqual(expect.arrayContaining(['WEB', 'HERE']));
    await second.stop();
  });

  it.each([
    ['does not exist', async () => join(folder, 'nowhere.mjs')],
    ['throws', () => scriptOf('throw new Error("no");')],
    ['exits', () => scriptOf('process.exit(3);')],
    [
      'posts another message',
      () => scriptOf('import { parentPort } from "node:worker_threads"; parentPort.postMessage({ port: 1 });'),
    ],
  ])('fails with a reason when its script %s', async (_what, script) => {
    await expect(startLocalWorkspace({ script: await script(), folder })).rejects.toMatchObject({
      name: 'LocalWorkspaceError',
      reason: 'failed',
    });
  });

  it('fails with noDatabase when the editor has no built-in database', async () => {
    const script = await scriptOf(
      'import { parentPort } from "node:worker_threads"; parentPort.postMessage({ error: "No such built-in module: node:sqlite" });',
    );
    await expect(startLocalWorkspace({ script, folder })).rejects.toMatchObject({ reason: 'noDatabase' });
  });

  it('fails with the error of the server when its file is not a database', async () => {
    await writeFile(join(folder, 'workspace.db'), 'This is a text file, not a database. '.repeat(100));
    await expect(startLocalWorkspace({ script: SERVICE, folder })).rejects.toMatchObject({
      reason: 'failed',
      message: expect.stringMatching(/not a database/),
    });
  });
});
