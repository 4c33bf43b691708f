// Tests that acknowledged changes survive if the server process is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/templateFolder.ts';
import { sample } from '../../support/testServer.ts';

const MAIN_PATH = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));
const WORK_ITEMS_PATH = `/api/v1/workspaces/contrail/projects/${sample.project('WEB')}/work-items/`;

interface ServerProcess {
  readonly child: ChildProcess;
  send(path: string, body?: unknown): Promise<Response>;
}

async function startServerProcess(file: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN_PATH, '--json', '--rate', '0', '--data', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [firstLine] = (await once(child.stdout, 'data')) as [Buffer];
  const { baseUrl, apiKey } = JSON.parse(firstLine.toString()) as { baseUrl: string; apiKey: string };
  const send = (path: string, body?: unknown): Promise<Response> =>
    fetch(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-API-Key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { child, send };
}

it('A killed server has stored every work item whose creation it acknowledged', { timeout: 30_000 }, async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'workspace.db');
  const killedServer = await startServerProcess(file);
  const acknowledgedIds: string[] = [];
  let failedRequestCount = 0;
  const createItems = async (writer: number): Promise<void> => {
    for (let number = 0; failedRequestCount === 0; number += 1) {
      const response = await killedServer
        .send(WORK_ITEMS_PATH, { name: `${writer}/${number}` })
        .catch((error: unknown) => {
          if (error instanceof TypeError) return undefined;
          throw error;
        });
      const createdItem = await response?.json().catch((error: unknown) => {
        if (error instanceof TypeError) return undefined;
        throw error;
      });
      if (createdItem === undefined) failedRequestCount += 1;
      else acknowledgedIds.push((createdItem as { id: string }).id);
      if (acknowledgedIds.length === 40) killedServer.child.kill('SIGKILL');
    }
  };
  await Promise.all([createItems(0), createItems(1), createItems(2), createItems(3)]);
  expect(acknowledgedIds.length).toBeGreaterThanOrEqual(40);
  const restartedServer = await startServerProcess(file);
  const responses = await Promise.all(acknowledgedIds.map((id) => restartedServer.send(`${WORK_ITEMS_PATH}${id}/`)));
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  const numbers = await Promise.all(
    responses.map(async (response) => ((await response.json()) as { sequence_id: number }).sequence_id),
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect((await restartedServer.send(WORK_ITEMS_PATH, { name: 'Goes on' })).status).toBe(201);
  restartedServer.child.kill('SIGTERM');
  await once(restartedServer.child, 'close');
});
