// Starts the built-in server for tests, on a free port and with a fake clock.

import { uuidFromName } from '../../src/server/database/uuidFromName.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/startServer.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { FakeClock } from './clock.ts';
import { startSampleServer } from './sampleServer.ts';

/** The initial time of each test server's clock. */
const NOON = Date.parse('2026-11-20T12:00:00Z');

interface AskOptions {
  /** The body of the request, which is sent as JSON. */
  readonly body?: unknown;
  /** The body of the request, which is sent unchanged. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServer extends RunningServer {
  readonly clock: FakeClock;
  /**
   * Sends a request with the API key, or with other `headers`. A path without a leading slash is relative to the
   * workspace's URL.
   */
  ask(method: string, path: string, options?: AskOptions): Promise<Response>;
}

/** Starts a server with the sample workspace and without a rate limit; `changes` overrides these options. */
export async function startTestServer(changes: Partial<Omit<ServerOptions, 'clock'>> = {}): Promise<TestServer> {
  const clock = new FakeClock(NOON);
  const { data = ':memory:', seed, ...options } = changes;
  const server =
    changes.data === undefined && seed === undefined
      ? await startSampleServer({ ...options, clock })
      : await startServer({
          rate: 0,
          port: 0,
          logger: silentLogger,
          ...options,
          data,
          seed: seed ?? { kind: 'sample' },
          clock,
        });
  const ask = (method: string, path: string, { body, text, headers }: AskOptions = {}): Promise<Response> => {
    const requestBody = text ?? (body === undefined ? undefined : JSON.stringify(body));
    return fetch(server.baseUrl + (path.startsWith('/') ? path : `/api/v1/workspaces/${server.workspace}/${path}`), {
      method,
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', ...(headers ?? { 'X-API-Key': server.apiKey }) },
      ...(requestBody === undefined ? {} : { body: requestBody }),
    });
  };
  return { ...server, clock, ask };
}

/** The ids of records of the sample workspace, which are the same in every database. */
export const sample = {
  user: (key: string): string => uuidFromName('user', key),
  project: (identifier: string): string => uuidFromName('project', identifier),
  state: (identifier: string, name: string): string => uuidFromName('state', `${identifier}/${name}`),
  label: (identifier: string, name: string): string => uuidFromName('label', `${identifier}/${name}`),
  module: (identifier: string, name: string): string => uuidFromName('module', `${identifier}/${name}`),
  type: (identifier: string, name: string): string => uuidFromName('type', `${identifier}/${name}`),
  cycle: (identifier: string, name: string): string => uuidFromName('cycle', `${identifier}/${name}`),
  membership: (identifier: string, key: string): string => uuidFromName('membership', `${identifier}/${key}`),
  comment: (identifier: string, number: number, which: number): string =>
    uuidFromName('comment', `${identifier}/${number}/${which}`),
  attachment: (name: string): string => uuidFromName('attachment', `WEB/1/${name}`),
  link: (title: string): string => uuidFromName('link', `1/${title}`),
  creation: (identifier: string, number: number): string =>
    uuidFromName('activity', `${uuidFromName('work-item', `${identifier}/${number}`)}/created`),
  workItem: (identifier: string, number: number): string => uuidFromName('work-item', `${identifier}/${number}`),
};
