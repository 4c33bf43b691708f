// Creates the server's request handler, which needs no socket, from a database, credentials and routes.
import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../std/clock.ts';
import { type Logger, silentLogger } from '../std/logger.ts';
import { createApp } from './app.ts';
import type { Database } from './database/database.ts';
import { uuidFromName } from './database/uuidFromName.ts';
import type { Dialect } from './http/dialect.ts';
import { Authenticator, type RequestCredential } from './middleware/identify.ts';
import { RateLimiter } from './middleware/rateLimiter.ts';
import { ObjectStore } from './objectStore/objects.ts';
import { type Seed, seedDatabase } from './sample/seed.ts';

export interface RequestHandlerOptions {
  /** The initial content of the database. Ignored if the database already contains a workspace. */
  readonly seed: Seed;
  /** Requests per minute for each credential; 0 for no limit. */
  readonly rate: number;
  /**
   * The API key to accept, which is not written to the database. By default, the key in the database, which is
   * generated on the first start.
   */
  readonly apiKey?: string | undefined;
  /** When the key expires, in milliseconds since the epoch. */
  readonly apiKeyExpiresAt?: number | undefined;
  /** Creates an access token with only these scopes, valid until the server stops. */
  readonly tokenScopes?: readonly string[] | undefined;
  /** The variant of the API; by default `spec`, the documented one. */
  readonly dialect?: Dialect | undefined;
  /** Creates an API key of another user of the sample workspace, for example `bruno`; valid until the server stops. */
  readonly otherUser?: string | undefined;
  /** By default, the clock of this machine. */
  readonly clock?: Clock;
  /** By default, nothing is logged. */
  readonly logger?: Logger;
}

export interface RequestHandler {
  /** Slug of the workspace. */
  readonly workspace: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  readonly otherKey: string | undefined;
  /**
   * Returns the response to a request. Never throws: a rejected request and an internal error have a response as well.
   */
  readonly handleRequest: (request: Request) => Response | Promise<Response>;
  /** Closes the database. `handleRequest` must not be called afterwards. */
  readonly close: () => void;
}

/**
 * Creates the request handler of a database, which it owns.
 * @throws Error if the database cannot be filled. It is closed in this case.
 */
export function createRequestHandler(store: Database, options: RequestHandlerOptions): RequestHandler {
  const { clock = systemClock, logger = silentLogger } = options;
  try {
    const workspace = seedDatabase(store, options.seed, clock.now());
    const apiKey = options.apiKey ?? storedKey(store);
    const accessToken = options.tokenScopes === undefined ? undefined : `pln_${randomBytes(24).toString('hex')}`;
    const credentials: RequestCredential[] = [{ text: apiKey, scopes: 'all', expiresAt: options.apiKeyExpiresAt }];
    if (accessToken !== undefined) credentials.push({ text: accessToken, scopes: options.tokenScopes ?? [] });
    const otherKey = options.otherUser === undefined ? undefined : newKey();
    if (options.otherUser !== undefined && otherKey !== undefined)
      credentials.push({ text: otherKey, scopes: 'all', user: uuidFromName('user', options.otherUser) });
    const authenticator = new Authenticator(credentials, clock);
    const rateLimiter = new RateLimiter(options.rate, clock);
    const objects = new ObjectStore(store, clock);
    const app = createApp({
      store,
      workspace,
      authenticator,
      rateLimiter,
      objects,
      dialect: options.dialect ?? 'spec',
      clock,
      logger,
    });
    return {
      workspace: workspace.slug,
      apiKey,
      accessToken,
      otherKey,
      handleRequest: (request) => app.fetch(request),
      close: () => store.close(),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Returns the API key in the database, so that the key stays the same after a restart. Generates a missing key. */
function storedKey(store: Database): string {
  return store.write(() => {
    const existingKey = store.namedValue('api_key');
    if (existingKey !== undefined) return existingKey;
    const key = newKey();
    store.setNamedValue('api_key', key);
    return key;
  });
}

function newKey(): string {
  return `plane_api_${randomBytes(16).toString('hex')}`;
}
