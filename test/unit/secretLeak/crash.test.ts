// Tests that a crash prints no key, and writes none to the report of Node.
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Crash, crashes } from '../../support/secretLeak/crashes.ts';
import { tracesOfFiles } from '../../support/secretLeak/files.ts';
import { search } from '../../support/secretLeak/search.ts';
import { trace } from '../../support/secretLeak/trace.ts';
import { root } from '../../support/setup/paths.mjs';

const KEY = 'canary_5d1c9a77e0b64f1f9d3c2a8e7b604f11';
const program = join(root, 'test', 'support', 'secretLeak', 'crashing.ts');
const reporting = [
  '--report-on-fatalerror',
  '--report-uncaught-exception',
  '--report-on-signal',
  '--report-signal=SIGUSR2',
];

interface Remains {
  readonly printed: string;
  /** Folder that Node wrote its report to. */
  readonly folder: string;
  /** Authentication headers that the server received. */
  readonly signed: readonly unknown[];
  readonly ended: unknown;
}

/** Runs the program until it crashes, which it does after its request was sent. */
async function crash(how: Crash['how']): Promise<Remains> {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  const signed: unknown[] = [];
  const arrivals = new EventEmitter();
  const asked = once(arrivals, 'request');
  const server = createServer((request) => {
    signed.push(request.headers['x-api-key']);
    if (request.url?.includes('/cut/') === true) request.socket.destroy();
    arrivals.emit('request');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [...reporting, `--report-directory=${folder}`, program], { cwd: folder });
  const printed: string[] = [];
  child.stdout.on('data', (piece: Buffer) => printed.push(piece.toString()));
  child.stderr.on('data', (piece: Buffer) => printed.push(piece.toString()));
  const closed = once(child, 'close');
  child.stdin.write(`${JSON.stringify({ how, baseUrl: `http://127.0.0.1:${port}`, key: KEY } satisfies Crash)}\n`);
  await Promise.race([asked, closed]);
  child.stdin.write('now\n');
  const [code, signal] = await closed;
  server.close();
  server.closeAllConnections();
  return { printed: printed.join(''), folder, signed, ended: signal ?? code };
}

describe('A crash during an authenticated request', () => {
  it.each(crashes)('by %s prints and writes no key', async (how) => {
    const { printed, folder, signed, ended } = await crash(how);
    expect(signed[0]).toBe(KEY);
    expect(ended).not.toBe(0);
    const files = tracesOfFiles('files of VS Code', folder);
    expect(search([trace('what was printed', 'the crash', printed), ...files], [KEY]).finds).toEqual([]);
    // There is output to search: what Node prints for an exception, or the report of a fatal error.
    expect(printed.length + files.length).toBeGreaterThan(how === 'a signal' ? -1 : 0);
  });
});
