// Tests the server as a process and as a worker thread: output, messages and exit codes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../src/server/commandLine.ts';
import { temporaryFolder } from '../../support/templateFolder.ts';

const MAIN_PATH = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));
const WORKER_URL = new URL('../../../src/server/worker.ts', import.meta.url);

interface ServerProcess {
  readonly child: ChildProcess;
  readonly output: () => { stdout: string; stderr: string };
  /** Resolves with the text of stdout as soon as it contains a line break. */
  readonly firstLine: () => Promise<string>;
  readonly exitCode: Promise<number | null>;
}

function spawnServer(...args: string[]): ServerProcess {
  const child = spawn(process.execPath, [MAIN_PATH, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const firstLine = async (): Promise<string> => {
    while (!stdout.includes('\n')) await once(child.stdout, 'data');
    return stdout;
  };
  return { child, output: () => ({ stdout, stderr }), firstLine, exitCode };
}

describe('The server process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line of JSON, serves requests, and exits with 0 on %s',
    async (signal) => {
      const { child, firstLine, exitCode, output } = spawnServer(
        '--json',
        '--seed',
        'empty',
        '--rate',
        '0',
        '--token',
        'projects:read  projects:write',
      );
      const connection = JSON.parse(await firstLine()) as Record<string, string>;
      expect(Object.keys(connection)).toEqual(['baseUrl', 'workspace', 'apiKey', 'accessToken']);
      expect(connection['apiKey']).toMatch(/^plane_api_[0-9a-f]{32}$/);
      for (const headers of [
        { 'X-API-Key': connection['apiKey'] ?? '' },
        { Authorization: `Bearer ${connection['accessToken']}` },
      ]) {
        const response = await fetch(
          `${connection['baseUrl']}/api/v1/workspaces/${connection['workspace']}/projects/`,
          { headers },
        );
        expect(await response.json()).toMatchObject({ total_results: 0 });
      }
      child.kill(signal);
      expect(await exitCode).toBe(0);
      expect(output().stderr).toBe('');
      expect(output().stdout.trimEnd().split('\n')).toHaveLength(1);
    },
  );

  it('prints the same API key after a restart with the same file', async () => {
    const folder = temporaryFolder();
    const keys: unknown[] = [];
    for (let run = 0; run < 2; run += 1) {
      const { child, firstLine, exitCode } = spawnServer('--json', '--data', join(folder, 'workspace.db'));
      keys.push((JSON.parse(await firstLine()) as Record<string, string>)['apiKey']);
      child.kill('SIGTERM');
      await exitCode;
    }
    expect(keys[0]).toBe(keys[1]);
  });

  it('can be started several times at once with the same new database file', async () => {
    const folder = temporaryFolder();
    const servers = [1, 2, 3].map(() => spawnServer('--json', '--data', join(folder, 'workspace.db')));
    const connections = await Promise.all(
      servers.map(async ({ firstLine }) => JSON.parse(await firstLine()) as Record<string, string>),
    );
    expect(new Set(connections.map(({ apiKey }) => apiKey)).size).toBe(1);
    for (const { child } of servers) child.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ exitCode }) => exitCode))).toEqual([0, 0, 0]);
  });

  it('reports an invalid argument in one line and exits with 2', async () => {
    const { exitCode, output } = spawnServer('--rate', 'fast');
    expect(await exitCode).toBe(2);
    expect(output()).toEqual({ stdout: '', stderr: '--rate must be a whole number from 0 to 1000000, not "fast".\n' });
  });

  it.each(['spec', 'community'] as const)(
    'uses the dialect %s if it is the value of --dialect, and spec by default',
    (dialect) => {
      expect(parseCommandLine(['--dialect', dialect])).toMatchObject({ dialect });
      expect(parseCommandLine([])).toMatchObject({ dialect: 'spec' });
    },
  );

  it('exits with 1 if the server cannot start', async () => {
    const { exitCode, output } = spawnServer('--data', tmpdir());
    expect(await exitCode).toBe(1);
    expect(output().stderr).toMatch(/^The server could not start: .+\n$/);
  });

  it('describes every option in its help text', async () => {
    const { exitCode, output } = spawnServer('--help');
    expect(await exitCode).toBe(0);
    for (const option of ['port', 'data', 'seed', 'rate', 'token', 'dialect', 'other', 'json', 'help'])
      expect(output().stdout).toContain(`--${option}`);
  });

  it.each([
    [['--port', '70000']],
    [['--seed', 'tiny']],
    [['--dialect', 'martian']],
    [['--other', 'ada']],
    [['--unknown']],
    [['stray']],
    [['--data=']],
    [['--rate', '-1']],
    [['--port']],
  ])('rejects the arguments %j with one line of text', (args) => {
    const result = parseCommandLine(args);
    expect('problem' in result && result.problem).toMatch(/^[^\n]+$/);
  });
});

describe('The worker thread', () => {
  const workerInput = { data: ':memory:', seed: 'sample', rate: 0, apiKey: 'plane_api_worker' };
  const startWorker = (changes: object = {}): Worker =>
    new Worker(WORKER_URL, { workerData: { ...workerInput, ...changes } });

  it('posts the URL of the server, and stops on request', async () => {
    const worker = startWorker();
    const [message] = (await once(worker, 'message')) as [{ baseUrl: string; workspace: string }];
    expect(message.workspace).toBe('contrail');
    const response = await fetch(`${message.baseUrl}/api/v1/users/me/`, {
      headers: { 'X-API-Key': workerInput.apiKey },
    });
    expect(await response.json()).toMatchObject({ display_name: 'Ada Park' });
    const exitPromise = once(worker, 'exit');
    worker.postMessage('stop');
    expect(await once(worker, 'message')).toEqual(['stopped']);
    expect(await exitPromise).toEqual([0]);
  });

  it('serves the requested dialect', async () => {
    const worker = startWorker({ dialect: 'community' });
    const [message] = (await once(worker, 'message')) as [{ baseUrl: string }];
    const response = await fetch(`${message.baseUrl}/api/v1/users/me/`, { headers: { 'X-API-Key': 'wrong' } });
    expect(response.status).toBe(403);
    const exitPromise = once(worker, 'exit');
    worker.postMessage('stop');
    expect(await exitPromise).toEqual([0]);
  });

  it('stops even if it receives the message to stop before the server has started', async () => {
    const worker = startWorker();
    worker.postMessage('stop');
    expect(await once(worker, 'exit')).toEqual([0]);
  });

  it('posts the reason if the server could not start', async () => {
    const worker = startWorker({ data: tmpdir() });
    const exitPromise = once(worker, 'exit');
    const [message] = (await once(worker, 'message')) as [{ error: string }];
    expect(message.error).toMatch(/\S/);
    expect(await exitPromise).toEqual([0]);
  });
});
