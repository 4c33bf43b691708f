// The local workspace's server as a separate program, started as a user starts it. Its address and
// key are read from the one line that it prints.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endGroup, withWatchdog } from './processes.ts';
import { root } from './setup/paths.mjs';

export const dialects = ['spec', 'community'] as const;
export type Dialect = (typeof dialects)[number];

export interface PlaneServerOptions {
  readonly seed?: string;
  /** Requests per minute; 0 means no limit. */
  readonly rate?: number;
  /** A file, or `:memory:`. */
  readonly data?: string;
  readonly port?: number;
  /** `spec` by default. */
  readonly dialect?: Dialect;
  /** The scopes of an access token, separated by spaces. */
  readonly token?: string;
}

export class PlaneServer {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  readonly #child: ChildProcess;
  readonly #printed: string[];

  private constructor(child: ChildProcess, line: Readonly<Record<string, unknown>>, printed: string[]) {
    this.#child = child;
    this.#printed = printed;
    this.baseUrl = String(line['baseUrl']);
    this.workspace = String(line['workspace']);
    this.apiKey = String(line['apiKey']);
    this.accessToken = typeof line['accessToken'] === 'string' ? line['accessToken'] : undefined;
  }

  /** Resolves when the server accepts requests. */
  static async start({
    seed = 'sample',
    rate = 60,
    data = ':memory:',
    port = 0,
    dialect = 'spec',
    token,
  }: PlaneServerOptions = {}): Promise<PlaneServer> {
    const args = [
      '--port',
      String(port),
      '--data',
      data,
      '--seed',
      seed,
      '--rate',
      String(rate),
      '--dialect',
      dialect,
      '--json',
      ...(token === undefined ? [] : ['--token', token]),
    ];
    const child = withWatchdog([join(root, 'src', 'server', 'main.ts'), ...args], {}, 'pipe');
    if (child.stdout === null || child.stderr === null) throw new Error('The server was started without pipes');
    const printed: string[] = [];
    child.stderr.on('data', (piece: Buffer) => printed.push(piece.toString()));
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([once(lines, 'line'), once(child, 'close')]);
    if (typeof first[0] !== 'string') throw new Error(`The server ended with ${first[0]}:\n${printed.join('')}`);
    lines.on('line', (line) => printed.push(`${line}\n`));
    return new PlaneServer(child, JSON.parse(first[0]), printed);
  }

  /** What it printed after the line with its address and key. */
  get printed(): string {
    return this.#printed.join('');
  }

  /** The keys that it issued: every request may be signed with one of them. */
  get keys(): readonly string[] {
    return this.accessToken === undefined ? [this.apiKey] : [this.apiKey, this.accessToken];
  }

  /** The same server, with the address of a proxy in front of it. */
  behind(baseUrl: string): PlaneServer {
    const { workspace, apiKey, accessToken } = this;
    return new PlaneServer(this.#child, { baseUrl, workspace, apiKey, accessToken }, this.#printed);
  }

  async stop(): Promise<void> {
    await endGroup(this.#child);
  }
}
