// Tests the server as a process and as a worker: its output and how it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../src/server/commandLine.ts';

const MAIN = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));
const WORKER = new URL('../../../src/server/worker.ts', import.meta.url);

interface Run {
  readonly child: ChildProcess;
  readonly said: () => { out: string; err: string };
  /** Resolves with the output so far, as soon as it contains a whole line. */
  readonly line: () => Promise<string>;
  readonly ended: Promise<number | null>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const line = async (): Promise<string> => {
    while (!out.includes('\n')) await once(child.stdout, 'data');
    return out;
  };
  return { child, said: () => ({ out, err }), line, ended };
}

describe('The command line', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('prints a line of JSON, serves, and exits with 0 on %s', async (signal) => {
    const { child, line, ended, said } = run(
      '--json',
      '--seed',
      'empty',
      '--rate',
      '0',
      '--token',
      'projects:read  projects:write',
    );
    const told = JSON.parse(await line()) as Record<string, string>;
    expect(Object.keys(told)).toEqual(['baseUrl', 'workspace', 'apiKey', 'accessToken']);
    expect(told['apiKey']).toMatch(/^plane_api_[0-9a-f]{32}$/);
    for (const headers of [{ 'X-API-Key': told['apiKey'] ?? '' }, { Authorization: `Bearer ${told['accessToken']}` }]) {
      const answer = await fetch(`${told['baseUrl']}/api/v1/workspaces/${told['workspace']}/projects/`, { headers });
      expect(await answer.json()).toMatchObject({ total_results: 0 });
    }
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(said().err).toBe('');
    expect(said().out.trimEnd().split('\n')).toHaveLength(1);
  });

  it('prints the same key after a restart on one file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-'));
    const keys: unknown[] = [];
    for (let start = 0; start < 2; start += 1) {
      const { child, line, ended } = run('--json', '--data', join(folder, 'workspace.db'));
      keys.push((JSON.parse(await line()) as Record<string, string>)['apiKey']);
      child.kill('SIGTERM');
      await ended;
    }
    expect(keys[0]).toBe(keys[1]);
    rmSync(folder, { recursive: true });
  });

  it('starts several processes on one new file at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-'));
    const runs = [1, 2, 3].map(() => run('--json', '--data', join(folder, 'workspace.db')));
    const told = await Promise.all(runs.map(async ({ line }) => JSON.parse(await line()) as Record<string, string>));
    expect(new Set(told.map(({ apiKey }) => apiKey)).size).toBe(1);
    for (const { child } of runs) child.kill('SIGTERM');
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    rmSync(folder, { recursive: true });
  });

  it('reports an invalid argument in one line and exits with 2', async () => {
    const { ended, said } = run('--rate', 'fast');
    expect(await ended).toBe(2);
    expect(said()).toEqual({ out: '', err: '--rate must be a whole number from 0 to 1000000, not "fast".\n' });
  });

  it.each(['spec', 'community'] as const)('selects the dialect %s', (dialect) => {
    expect(readCommandLine(['--dialect', dialect])).toMatchObject({ dialect });
    expect(readCommandLine([])).toMatchObject({ dialect: 'spec' });
  });

  it('exits with 1 if the server cannot start', async () => {
    const { ended, said } = run('--data', tmpdir());
    expect(await ended).toBe(1);
    expect(said().err).toMatch(/^The server could not start: .+\n$/);
  });

  it('describes every flag in its help', async () => {
    const { ended, said } = run('--help');
    expect(await ended).toBe(0);
    for (const flag of ['port', 'data', 'seed', 'rate', 'token', 'dialect', 'json', 'help'])
      expect(said().out).toContain(`--${flag}`);
  });

  it.each([
    [['--port', '70000']],
    [['--seed', 'tiny']],
    [['--dialect', 'martian']],
    [['--unknown']],
    [['stray']],
    [['--data=']],
    [['--rate', '-1']],
    [['--port']],
  ])('rejects %j with one line', (args) => {
    const read = readCommandLine(args);
    expect('wrong' in read && read.wrong).toMatch(/^[^\n]+$/);
  });
});

describe('The worker', () => {
  const input = { data: ':memory:', seed: 'sample', rate: 0, apiKey: 'plane_api_worker' };
  const start = (changes: object = {}): Worker => new Worker(WORKER, { workerData: { ...input, ...changes } });

  it('reports its address, and stops on request', async () => {
    const worker = start();
    const [told] = (await once(worker, 'message')) as [{ baseUrl: string; workspace: string }];
    expect(told.workspace).toBe('contrail');
    const answer = await fetch(`${told.baseUrl}/api/v1/users/me/`, { headers: { 'X-API-Key': input.apiKey } });
    expect(await answer.json()).toMatchObject({ display_name: 'Ada Park' });
    const exit = once(worker, 'exit');
    worker.postMessage('stop');
    expect(await once(worker, 'message')).toEqual(['stopped']);
    expect(await exit).toEqual([0]);
  });

  it('serves the requested dialect', async () => {
    const worker = start({ dialect: 'community' });
    const [told] = (await once(worker, 'message')) as [{ baseUrl: string }];
    const answer = await fetch(`${told.baseUrl}/api/v1/users/me/`, { headers: { 'X-API-Key': 'wrong' } });
    expect(answer.status).toBe(403);
    const exit = once(worker, 'exit');
    worker.postMessage('stop');
    expect(await exit).toEqual([0]);
  });

  it('stops even if the request to stop arrives before it listens', async () => {
    const worker = start();
    worker.postMessage('stop');
    expect(await once(worker, 'exit')).toEqual([0]);
  });

  it('reports why it could not start', async () => {
    const worker = start({ data: tmpdir() });
    const exit = once(worker, 'exit');
    const [told] = (await once(worker, 'message')) as [{ error: string }];
    expect(told.error).toMatch(/\S/);
    expect(await exit).toEqual([0]);
  });
});
