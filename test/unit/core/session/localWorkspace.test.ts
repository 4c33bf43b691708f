// Tests that the local workspace keeps its data across restarts, and reports errors at the start.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LocalWorkspace, startLocalWorkspace } from '../../../../src/core/session/localWorkspace.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

const SERVER_SCRIPT = join(import.meta.dirname, '../../../../src/server/worker.ts');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function sendRequest(local: LocalWorkspace, path: string, body?: unknown, key = local.key.reveal()): Promise<Response> {
  return fetch(`${local.baseUrl}/api/v1/workspaces/${local.workspace}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function writeScript(text: string): Promise<string> {
  const script = join(folder, 'script.mjs');
  await writeFile(script, text);
  return script;
}

describe('The local workspace', { timeout: 30_000 }, () => {
  it('accepts only the key of the current run, and keeps new records across a restart', async () => {
    const paths = { script: SERVER_SCRIPT, folder: join(folder, 'made', 'for', 'it') };
    const first = await startLocalWorkspace(paths);
    expect(new URL(first.baseUrl).hostname).toBe('127.0.0.1');
    expect((await sendRequest(first, 'projects/', { name: 'Made here', identifier: 'HERE' })).status).toBe(201);
    const key = first.key.reveal();
    await first.stop();
    await expect(sendRequest(first, 'projects/')).rejects.toThrow();

    const second = await startLocalWorkspace(paths);
    expect(second.key.reveal()).not.toBe(key);
    expect((await sendRequest(second, 'projects/', undefined, key)).status).toBe(401);
    const response = (await (await sendRequest(second, 'projects/')).json()) as { results: { identifier: string }[] };
    expect(response.results.map(({ identifier }) => identifier)).toEqual(expect.arrayContaining(['WEB', 'HERE']));
    await second.stop();
  });

  it.each([
    ['does not exist', async () => join(folder, 'nowhere.mjs')],
    ['throws', () => writeScript('throw new Error("no");')],
    ['exits', () => writeScript('process.exit(3);')],
    [
      'posts another message',
      () => writeScript('import { parentPort } from "node:worker_threads"; parentPort.postMessage({ port: 1 });'),
    ],
  ])('fails to start when its script %s', async (_what, script) => {
    await expect(startLocalWorkspace({ script: await script(), folder })).rejects.toMatchObject({
      name: 'LocalWorkspaceError',
    });
  });

  it('fails to start with the error of the server when its database file is invalid', async () => {
    await writeFile(join(folder, 'workspace.db'), 'This is a text file, not a database. '.repeat(100));
    await expect(startLocalWorkspace({ script: SERVER_SCRIPT, folder })).rejects.toMatchObject({
      name: 'LocalWorkspaceError',
      message: expect.stringMatching(/not a database/),
    });
  });
});
