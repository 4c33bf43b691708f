// Creates the setups: the local server in process and over a socket, and any server by its URL.
import type { Dialect } from '../../src/server/dialect.ts';
import { type OpenOptions, openServer } from '../../src/server/openServer.ts';
import { startServer } from '../../src/server/startServer.ts';
import type { Clock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { FakeClock } from '../support/clock.ts';
import type { ForeignServer } from '../support/foreignServer.ts';
import { paced } from './paced.ts';
import { ask, type Door, type Setup } from './setup.ts';

type Way = 'in process' | 'over a socket';
type Opened = Door & Pick<Setup, 'workspace' | 'stop'> & { readonly accessToken: string | undefined };

/** The base URL of a server without a socket. */
const NOWHERE = 'http://in.process';

/** Starts the local server with the sample workspace, on a clock that only tests advance. */
export async function ownGround(way: Way, dialect: Dialect): Promise<Setup> {
  const clock = new FakeClock();
  const open = way === 'in process' ? inProcess : overSocket;
  const usual = { data: ':memory:', rate: 0, dialect, clock, logger: silentLogger };
  const empty = { ...usual, seed: { kind: 'empty' } } as const;
  const [main, expired, narrow, spent] = await Promise.all([
    open({ ...usual, seed: { kind: 'sample' } }),
    open({ ...empty, apiKeyExpiresAt: clock.now() }),
    open({ ...empty, tokenScopes: ['nothing:read'] }),
    open({ ...empty, rate: 1 }),
  ]);
  await ask(spent, 'GET', '/api/v1/users/me/');
  const token = { Authorization: `Bearer ${narrow.accessToken}` };
  return {
    ...main,
    name: `${way}, ${dialect}`,
    ownServer: { dialect, now: () => clock.now(), expired, narrow: { ...narrow, credential: token }, spent },
    stop: async () => {
      await Promise.all([main, expired, narrow, spent].map((one) => one.stop()));
    },
  };
}

function inProcess(options: OpenOptions): Opened {
  const { answer, close, workspace, apiKey, accessToken } = openServer(options);
  return {
    baseUrl: NOWHERE,
    workspace,
    accessToken,
    credential: { 'X-API-Key': apiKey },
    fetch: async (address, init) => answer(new Request(address, init)),
    stop: () => Promise.resolve(close()),
  };
}

async function overSocket(options: OpenOptions): Promise<Opened> {
  const server = await startServer({ ...options, port: 0 });
  return { ...server, credential: { 'X-API-Key': server.apiKey }, fetch };
}

/** Returns the setup of any server. It stays within the server's rate limit by waiting. */
export function foreignGround({ url, workspace, key }: ForeignServer, clock: Clock): Setup {
  const credential = key.startsWith('pln_') ? { Authorization: `Bearer ${key}` } : { 'X-API-Key': key };
  return {
    name: new URL(url).origin,
    baseUrl: url.replace(/\/+$/, ''),
    workspace,
    credential,
    ownServer: undefined,
    fetch: paced(fetch, clock),
    stop: () => Promise.resolve(),
  };
}
