// Starts Contrail's built-in server as a separate process, and reads its URL and key.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endGroup, spawnWithWatchdog } from './processes.ts';
import { root } from './setup/paths.mjs';

export const dialects = ['spec', 'community'] as const;
export type Dialect = (typeof dialects)[number];

export interface BuiltInServerOptions {
  readonly seed?: string;
  /** The rate limit in requests per minute; 0 means no limit. */
  readonly rate?: number;
  /** The path of the database, or `:memory:`. */
  readonly data?: string;
  readonly port?: number;
  /** The variant of the API; by default `spec`, the documented one. */
  readonly dialect?: Dialect;
  /** The scopes of an access token to create, separated by spaces. */
  readonly token?: string;
  /** Another user of the sample for whom the server creates an API key, for example `bruno`. */
  readonly otherUser?: string;
}

/** Contrail's built-in server, which answers like a Plane server, in a process of its own. */
export class BuiltInServer {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  /** The API key of the other user. */
  readonly otherKey: string | undefined;
  readonly #child: ChildProcess;
  readonly #printed: string[];

  private constructor(child: ChildProcess, line: Readonly<Record<string, unknown>>, outputParts: string[]) {
    this.#child = child;
    this.otherKey = typeof line['otherKey'] === 'string' ? line['otherKey'] : undefined;
    this.#printed = outputParts;
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
    otherUser: other,
  }: BuiltInServerOptions = {}): Promise<BuiltInServer> {
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
      ...(other === undefined ? [] : ['--other', other]),
    ];
    const child = spawnWithWatchdog(process.execPath, [join(root, 'src', 'server', 'main.ts'), ...args], {}, 'pipe');
    if (child.stdout === null || child.stderr === null) throw new Error('The server was started without pipes');
    const outputParts: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => outputParts.push(chunk.toString()));
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([once(lines, 'line'), once(child, 'close')]);
    if (typeof first[0] !== 'string') throw new Error(`The server ended with ${first[0]}:\n${outputParts.join('')}`);
    lines.on('line', (line) => outputParts.push(`${line}\n`));
    return new BuiltInServer(child, JSON.parse(first[0]), outputParts);
  }

  /** The output of the server after the line with the URL and the key of the server. */
  get printedText(): string {
    return this.#printed.join('');
  }

  /** The API key and, if the server created them, the access token and the key of the other user. */
  get keys(): readonly string[] {
    return [this.apiKey, this.accessToken, this.otherKey].filter((key) => key !== undefined);
  }

  /** Returns an object for the same server with another `baseUrl`, the URL of a proxy. */
  withBaseUrl(baseUrl: string): BuiltInServer {
    const { workspace, apiKey, accessToken, otherKey } = this;
    return new BuiltInServer(this.#child, { baseUrl, workspace, apiKey, accessToken, otherKey }, this.#printed);
  }

  async stop(): Promise<void> {
    await endGroup(this.#child);
  }
}
