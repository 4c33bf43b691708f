// Creates the setups of the contract suite: for the local server, and for any server by its URL.

import { createRequestHandler, type RequestHandlerOptions } from '../../src/server/createRequestHandler.ts';
import { openDatabase } from '../../src/server/database/databaseFile.ts';
import type { Dialect } from '../../src/server/http/dialect.ts';
import { startServer } from '../../src/server/startServer.ts';
import type { Clock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { FakeClock } from '../support/clock.ts';
import type { RealServer } from '../support/realServer.ts';
import { withinRateLimit } from './pacedFetch.ts';
import { type Endpoint, type Setup, sendApiRequest } from './setup.ts';

type Transport = 'in process' | 'over a socket';
type OpenedServer = Endpoint & Pick<Setup, 'workspace' | 'stop'> & { readonly accessToken: string | undefined };

/** The base URL of a server without a socket. Requests do not use the network. */
const IN_PROCESS_URL = 'http://in.process';

/** Starts the local server with the sample workspace, and with a clock that only tests advance. */
export async function localServerSetup(transport: Transport, dialect: Dialect): Promise<Setup> {
  const clock = new FakeClock();
  const openServer = transport === 'in process' ? openInProcess : openOverSocket;
  const commonOptions = { rate: 0, dialect, clock, logger: silentLogger };
  const emptyWorkspaceOptions = { ...commonOptions, seed: { kind: 'empty' } } as const;
  const [mainServer, expiredServer, tokenServer, limitedServer] = await Promise.all([
    openServer({ ...commonOptions, seed: { kind: 'sample' } }),
    openServer({ ...emptyWorkspaceOptions, apiKeyExpiresAt: clock.now() }),
    openServer({ ...emptyWorkspaceOptions, tokenScopes: ['nothing:read'] }),
    openServer({ ...emptyWorkspaceOptions, rate: 1 }),
  ]);
  await sendApiRequest(limitedServer, 'GET', '/api/v1/users/me/');
  const tokenHeader = { Authorization: `Bearer ${tokenServer.accessToken}` };
  return {
    ...mainServer,
    name: `${transport}, ${dialect}`,
    ownServer: {
      dialect,
      now: () => clock.now(),
      expiredKeyEndpoint: expiredServer,
      noScopeEndpoint: { ...tokenServer, credential: tokenHeader },
      rateLimitedEndpoint: limitedServer,
    },
    stop: async () => {
      await Promise.all([mainServer, expiredServer, tokenServer, limitedServer].map((server) => server.stop()));
    },
  };
}

function openInProcess(options: RequestHandlerOptions): OpenedServer {
  const { handleRequest, close, workspace, apiKey, accessToken } = createRequestHandler(
    openDatabase(':memory:'),
    options,
  );
  return {
    baseUrl: IN_PROCESS_URL,
    workspace,
    accessToken,
    credential: { 'X-API-Key': apiKey },
    fetch: async (url, init) => handleRequest(new Request(url, init)),
    stop: () => Promise.resolve(close()),
  };
}

async function openOverSocket(options: RequestHandlerOptions): Promise<OpenedServer> {
  const server = await startServer({ ...options, data: ':memory:', port: 0 });
  return { ...server, credential: { 'X-API-Key': server.apiKey }, fetch };
}

/** Returns the setup for a foreign server. Its `fetch` waits to stay within the server's rate limit. */
export function realServerSetup({ url, workspace, key }: RealServer, clock: Clock): Setup {
  const credential = key.startsWith('pln_') ? { Authorization: `Bearer ${key}` } : { 'X-API-Key': key };
  return {
    name: new URL(url).origin,
    baseUrl: url.replace(/\/+$/, ''),
    workspace,
    credential,
    ownServer: undefined,
    fetch: withinRateLimit(fetch, clock),
    stop: () => Promise.resolve(),
  };
}
