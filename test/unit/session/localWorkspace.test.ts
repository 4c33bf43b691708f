// Owns the proof of the local workspace: a thread that serves, keeps its data over restarts, and fails with a reason.
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

describe('the local workspace', { timeout: 30_000 }, () => {
  it('serves the sample to the key of this run only, and what is made in it is there after a restart', async () => {
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
    ['a script that is not there', async () => join(folder, 'nowhere.mjs')],
    ['a script that throws', () => scriptOf('throw new Error("no");')],
    ['a script that ends', () => scriptOf('process.exit(3);')],
    [
      'a script that says something else',
      () => scriptOf('import { parentPort } from "node:worker_threads"; parentPort.postMessage({ port: 1 });'),
    ],
  ])('fails with a reason when it is %s', async (_what, script) => {
    await expect(startLocalWorkspace({ script: await script(), folder })).rejects.toMatchObject({
      name: 'LocalWorkspaceError',
      reason: 'failed',
    });
  });

  it('says that this editor has no database where that is so', async () => {
    const script = await scriptOf(
      'import { parentPort } from "node:worker_threads"; parentPort.postMessage({ error: "No such built-in module: node:sqlite" });',
    );
    await expect(startLocalWorkspace({ script, folder })).rejects.toMatchObject({ reason: 'noDatabase' });
  });

  it('fails with the words of the service when its database is no database', async () => {
    await writeFile(join(folder, 'workspace.db'), 'This is a text file, not a database. '.repeat(100));
    await expect(startLocalWorkspace({ script: SERVICE, folder })).rejects.toMatchObject({
      reason: 'failed',
      message: expect.stringMatching(/not a database/),
    });
  });
});
