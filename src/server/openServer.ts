// Owns the server without a socket: database, credentials and routes put together as one function of a request.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../std/clock.ts';
import type { Logger } from '../std/logger.ts';
import { createApp } from './app.ts';
import { Database } from './database/store.ts';
import type { Dialect } from './dialect.ts';
import { Authenticator, type RequestCredential } from './middleware/identify.ts';
import { Meter } from './middleware/meter.ts';
import { Objects } from './objectStore/objects.ts';
import { plant, type Seed } from './sample/seed.ts';

export interface OpenOptions {
  /** Path of the database, or `:memory:` for one that is gone afterwards. */
  readonly data: string;
  /** What an empty database is given; one that holds a workspace is left as it is. */
  readonly seed: Seed;
  /** Requests in any minute for each credential; 0 for no limit. */
  readonly rate: number;
  /** The key to accept; it is held in memory only. Without one the database's own is used, made at the first start. */
  readonly apiKey?: string | undefined;
  /** When the key stops working, milliseconds since the epoch. */
  readonly apiKeyExpiresAt?: number | undefined;
  /** Makes an access token with just these scopes, good until the server stops. */
  readonly tokenScopes?: readonly string[] | undefined;
  /** As the specification says, unless told otherwise. */
  readonly dialect?: Dialect | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface OpenedServer {
  /** Slug of the workspace. */
  readonly workspace: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  /** Answers every request, refusals and defects included. */
  readonly answer: (request: Request) => Response | Promise<Response>;
  /** Closes the database; nothing is to be asked afterwards. */
  readonly close: () => void;
}

/** Throws when the database cannot be opened; nothing is left open then. */
export function openServer(options: OpenOptions): OpenedServer {
  const { clock, logger } = options;
  const store = new Database(options.data);
  try {
    const workspace = plant(store, options.seed, clock.now());
    const apiKey = options.apiKey ?? keptKey(store);
    const accessToken = options.tokenScopes === undefined ? undefined : `pln_${randomBytes(24).toString('hex')}`;
    const credentials: RequestCredential[] = [{ text: apiKey, scopes: 'all', expiresAt: options.apiKeyExpiresAt }];
    if (accessToken !== undefined) credentials.push({ text: accessToken, scopes: options.tokenScopes ?? [] });
    const doorkeeper = new Authenticator(credentials, clock);
    const meter = new Meter(options.rate, clock);
    const objects = new Objects(store, clock);
    const app = createApp({
      store,
      workspace,
      doorkeeper,
      meter,
      objects,
      dialect: options.dialect ?? 'spec',
      clock,
      logger,
    });
    return {
      workspace: workspace.slug,
      apiKey,
      accessToken,
      answer: (request) => app.fetch(request),
      close: () => store.close(),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The database's own key, so that the command line prints the same one after a restart. */
function keptKey(store: Database): string {
  return store.write(() => {
    const kept = store.named('api_key');
    if (kept !== undefined) return kept;
    const made = `plane_api_${randomBytes(16).toString('hex')}`;
    store.setNamed('api_key', made);
    return made;
  });
}
