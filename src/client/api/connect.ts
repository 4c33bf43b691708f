// What other programs import of the client, see ../README.md.
import { systemClock } from '../../std/clock.ts';
import { silentLogger } from '../../std/logger.ts';
import { Secret } from '../../std/secret.ts';
import { type Client, createClient } from './client.ts';

export { ApiError, type Fault } from '../apiError.ts';
export type { Client };

export interface ConnectOptions {
  /** The URL of the server, for example `https://api.plane.so`; `/api/v1` at the end is ignored. */
  readonly url: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  /** An API key. It is sent only to the origin of `url`. */
  readonly key: string;
}

/**
 * Returns a client with a method for each row of the table of operations. Sends no request.
 * @throws ApiError if `url` is not a valid URL, or uses http for another machine
 */
export function connect({ url, workspace, key }: ConnectOptions): Client {
  return createClient({
    baseUrl: url,
    workspace,
    credential: { kind: 'key', secret: new Secret(key), origin: new URL(url).origin },
    clock: systemClock,
    logger: silentLogger,
    transport: async () => (await import('../transport.ts')).createTransport(),
  });
}
