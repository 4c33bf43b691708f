// Owns the running service: database, routes and socket, from start to stop.
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../std/clock.ts';
import type { Journal } from '../std/journal.ts';
import { createApp } from './app.ts';
import type { Dialect } from './dialect.ts';
import { type Credential, Doorkeeper } from './layers/identify.ts';
import { Meter } from './layers/meter.ts';
import { Objects } from './objects.ts';
import { plant, type Seed } from './seed.ts';
import { Store } from './store.ts';

export interface ServiceOptions {
  /** Path of the database, or `:memory:` for one that is gone afterwards. */
  readonly data: string;
  /** What an empty database is given; one that holds a workspace is left as it is. */
  readonly seed: Seed;
  /** Requests in any minute for each credential; 0 for no limit. */
  readonly rate: number;
  /** 0 for any free port. */
  readonly port: number;
  /** The loopback address unless said otherwise. */
  readonly host?: string;
  /** The key to accept; it is held in memory only. Without one the database's own is used, made at the first start. */
  readonly apiKey?: string | undefined;
  /** When the key stops working, milliseconds since the epoch. */
  readonly apiKeyExpiresAt?: number | undefined;
  /** Makes an access token with just these scopes, good until the service stops. */
  readonly tokenScopes?: readonly string[] | undefined;
  /** As the specification says, unless told otherwise. */
  readonly dialect?: Dialect | undefined;
  readonly clock: Clock;
  readonly journal: Journal;
}

export interface RunningService {
  /** Origin, without a slash at the end. */
  readonly baseUrl: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  /** Ends open connections and closes the database. A second call does nothing more. */
  stop(): Promise<void>;
}

/** Rejects when the database cannot be opened or the port is taken; nothing is left open then. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { clock, journal } = options;
  const store = new Store(options.data);
  try {
    const workspace = plant(store, options.seed, clock.now());
    const apiKey = options.apiKey ?? keptKey(store);
    const accessToken = options.tokenScopes === undefined ? undefined : `pln_${randomBytes(24).toString('hex')}`;
    const credentials: Credential[] = [{ text: apiKey, scopes: 'all', expiresAt: options.apiKeyExpiresAt }];
    if (accessToken !== undefined) credentials.push({ text: accessToken, scopes: options.tokenScopes ?? [] });
    const doorkeeper = new Doorkeeper(credentials, clock);
    const meter = new Meter(options.rate, clock);
    const objects = new Objects(store, clock);
    const app = createApp({ store, workspace, doorkeeper, meter, objects, dialect: options.dialect ?? 'spec', clock, journal });
    // The process's own Request and Response stay as they are: in the editor they belong to others.
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const server = createServer((request, response) => void answer(request, response));
    const baseUrl = await listening(server, options.port, options.host ?? '127.0.0.1');
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= closed(server).then(() => store.close());
      return stopped;
    };
    return { baseUrl, workspace: workspace.slug, apiKey, accessToken, stop };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The database's own key, so that the command line prints the same one after a restart. */
function keptKey(store: Store): string {
  return store.write(() => {
    const kept = store.named('api_key');
    if (kept !== undefined) return kept;
    const made = `plane_api_${randomBytes(16).toString('hex')}`;
    store.setNamed('api_key', made);
    return made;
  });
}

function listening(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const open = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${open}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
