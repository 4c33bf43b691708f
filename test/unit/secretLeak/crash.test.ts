// Tests that a crashing program neither prints its API key nor writes it to a crash report.
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Crash, crashKinds } from '../../support/secretLeak/crashes.ts';
import { tracesOfFiles } from '../../support/secretLeak/fileTraces.ts';
import { search } from '../../support/secretLeak/search.ts';
import { createTrace } from '../../support/secretLeak/trace.ts';
import { root } from '../../support/setup/paths.mjs';
import { temporaryFolder } from '../../support/templateFolder.ts';

const KEY = 'canary_5d1c9a77e0b64f1f9d3c2a8e7b604f11';
const programPath = join(root, 'test', 'support', 'secretLeak', 'crashProgram.ts');
const reportFlags = [
  '--report-on-fatalerror',
  '--report-uncaught-exception',
  '--report-on-signal',
  '--report-signal=SIGUSR2',
];

interface CrashResult {
  readonly output: string;
  /** The folder of the crash reports. */
  readonly folder: string;
  /** The API keys that the server received. */
  readonly keys: readonly unknown[];
  /** The exit code of the program, or the signal that ended it. */
  readonly exit: unknown;
}

/** Runs the program until it crashes, which happens after it has sent a request. */
async function crash(how: Crash['how']): Promise<CrashResult> {
  const folder = temporaryFolder();
  const keys: unknown[] = [];
  const requestEvents = new EventEmitter();
  const requestReceived = once(requestEvents, 'request');
  const server = createServer((request) => {
    keys.push(request.headers['x-api-key']);
    if (request.url?.includes('/cut/') === true) request.socket.destroy();
    requestEvents.emit('request');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [...reportFlags, `--report-directory=${folder}`, programPath], { cwd: folder });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const childClosed = once(child, 'close');
  child.stdin.write(`${JSON.stringify({ how, baseUrl: `http://127.0.0.1:${port}`, key: KEY } satisfies Crash)}\n`);
  await Promise.race([requestReceived, childClosed]);
  child.stdin.write('now\n');
  const [code, signal] = await childClosed;
  server.close();
  server.closeAllConnections();
  return { output: output.join(''), folder, keys, exit: signal ?? code };
}

describe('A process that has sent an authenticated request', () => {
  it.each(crashKinds)(
    'and crashes with %s neither prints the key nor writes the key to a crash report',
    async (how) => {
      const { output, folder, keys, exit } = await crash(how);
      expect(keys[0]).toBe(KEY);
      expect(exit).not.toBe(0);
      const files = tracesOfFiles('files of VS Code', folder);
      expect(search([createTrace('what was printed', 'the crash', output), ...files], [KEY]).leaks).toEqual([]);
      // The search is meaningful only if Node has printed an error or written a report.
      expect(output.length + files.length).toBeGreaterThan(how === 'a signal' ? -1 : 0);
    },
  );
});
