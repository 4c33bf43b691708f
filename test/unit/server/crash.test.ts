// Tests that acknowledged changes are stored even if the process is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sample } from '../../support/testServer.ts';

const MAIN = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));
const ITEMS = `/api/v1/workspaces/contrail/projects/${sample.project('WEB')}/work-items/`;

interface Started {
  readonly child: ChildProcess;
  ask(path: string, body?: unknown): Promise<Response>;
}

async function start(file: string): Promise<Started> {
  const child = spawn(process.execPath, [MAIN, '--json', '--rate', '0', '--data', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { baseUrl, apiKey } = JSON.parse(line.toString()) as { baseUrl: string; apiKey: string };
  const ask = (path: string, body?: unknown): Promise<Response> =>
    fetch(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-API-Key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { child, ask };
}

it('The server keeps every work item that it acknowledged before it was killed', { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const file = join(folder, 'workspace.db');
  const first = await start(file);
  const acknowledged: string[] = [];
  let broken = 0;
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; broken === 0; number += 1) {
      const answer = await first.ask(ITEMS, { name: `${writer}/${number}` }).catch((error: unknown) => {
        if (error instanceof TypeError) return undefined;
        throw error;
      });
      const made = await answer?.json().catch((error: unknown) => {
        if (error instanceof TypeError) return undefined;
        throw error;
      });
      if (made === undefined) broken += 1;
      else acknowledged.push((made as { id: string }).id);
      if (acknowledged.length === 40) first.child.kill('SIGKILL');
    }
  };
  await Promise.all([write(0), write(1), write(2), write(3)]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(40);
  const second = await start(file);
  const answers = await Promise.all(acknowledged.map((id) => second.ask(`${ITEMS}${id}/`)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const numbers = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { sequence_id: number }).sequence_id),
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect((await second.ask(ITEMS, { name: 'Goes on' })).status).toBe(201);
  second.child.kill('SIGTERM');
  await once(second.child, 'close');
  rmSync(folder, { recursive: true });
});
