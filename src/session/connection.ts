// Collects facts for the connection report with at most three requests. No secrets.

import * as l10n from '@vscode/l10n';
import { raceAbort, throwIfAborted } from '../client/abort.ts';
import { ApiError, type Fault } from '../client/apiError.ts';
import type { Client } from '../client/client.ts';
import { readStats, type Stats } from '../client/middleware/responseStats.ts';
import type { ConnectionInspection, InspectedRoute } from '../client/network/inspect.ts';
import { networkFault } from '../client/networkError.ts';
import type { Wire } from '../client/wire.ts';
import type { Clock } from '../std/clock.ts';
import { type Instance, instanceRequest, readInstance } from './instance.ts';

/** Outcome of a step: what was found, or the fault that ended it. Undefined for a step that was not tried. */
export type ConnectionStep<T> = { readonly found: T } | { readonly fault: Fault } | undefined;

export interface ConnectionFacts {
  readonly baseUrl: string;
  readonly isSignedIn: boolean;
  /** In milliseconds since the epoch, by this machine's clock. */
  readonly at: number;
  readonly route: ConnectionStep<Extract<ConnectionInspection['route'], { found: unknown }>['found']>;
  readonly addresses: ConnectionStep<readonly string[]>;
  /** Milliseconds that each connection took. */
  readonly connections: ConnectionStep<readonly number[]>;
  readonly tls: ConnectionStep<Extract<NonNullable<ConnectionInspection['tls']>, { found: unknown }>['found']>;
  readonly untrusted: ConnectionInspection['untrusted'];
  readonly authorities: ConnectionInspection['authorities'];
  /** Requested without the key. */
  readonly instance: ConnectionStep<Instance>;
  /** Number of requests with the key, when the user is signed in. */
  readonly account: ConnectionStep<number>;
  /** Stats of every response, with or without the key. */
  readonly vitals: readonly Stats[];
  /** Requests in a minute, as far as is known. */
  readonly limit: number | undefined;
  /** Operations that are known to be unsupported on the server. */
  readonly unsupported: readonly string[];
}

export interface ExaminationOptions {
  readonly baseUrl: string;
  /** The session's client when the user is signed in to this server. */
  readonly client: Client | undefined;
  /** The client's wire, if there is a client. */
  readonly wire: Wire;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the step that starts. */
  readonly onStep: (step: 'way' | 'server' | 'account') => void;
}

const ACCOUNT_TIMES = 2;
const DEADLINE_MS = 20_000;

function stepOf<T>(found: InspectedRoute<T> | undefined, host: string): ConnectionStep<T> {
  if (found === undefined || 'found' in found) return found;
  return { fault: networkFault(found.failed, host) };
}

/** Rejects only when the whole examination is cancelled. */
async function step<T>(signal: AbortSignal, host: string, work: () => Promise<T>): Promise<ConnectionStep<T>> {
  try {
    return { found: await work() };
  } catch (thrown) {
    throwIfAborted(signal);
    if (thrown instanceof ApiError) return { fault: thrown.fault };
    if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
      return { fault: { kind: 'timeout', afterMs: DEADLINE_MS } };
    return { fault: networkFault(thrown, host) };
  }
}

/** Returns an error code as it is. */
function troubleText(trouble: string | undefined): string | undefined {
  switch (trouble) {
    case 'noneFound':
      return l10n.t('none found');
    case 'needsNewerNode':
      return l10n.t('requires Node.js 22.15 or newer');
    default:
      return trouble;
  }
}

async function askInstance({ wire, baseUrl, clock, signal }: ExaminationOptions, vitals: Stats[]): Promise<Instance> {
  const from = clock.now();
  const answer = await wire.exchange(
    instanceRequest(baseUrl, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])),
  );
  vitals.push(readStats(answer, from, clock.now()));
  return readInstance(answer.body);
}

async function askAccount(client: Client, signal: AbortSignal, vitals: Stats[]): Promise<number> {
  let times = 0;
  while (times < ACCOUNT_TIMES) {
    const before = client.vitals;
    try {
      await client.call.getCurrentUser({}, { signal });
    } finally {
      if (client.vitals !== undefined && client.vitals !== before) vitals.push(client.vitals);
    }
    times += 1;
  }
  return times;
}

/** Examines up to the first step that fails. Rejects with an ApiError (`cancelled`) when the signal is aborted. */
export async function examine(options: ExaminationOptions): Promise<ConnectionFacts> {
  const { baseUrl, client, wire, clock, signal, onStep } = options;
  const { origin, host } = new URL(baseUrl);
  const at = clock.now();
  onStep('way');
  const way = await raceAbort(wire.inspect(origin, signal), signal);
  const reached =
    way.connections !== undefined && 'found' in way.connections && (way.tls === undefined || 'found' in way.tls);
  const vitals: Stats[] = [];
  let instanceStep: ConnectionStep<Instance>;
  let account: ConnectionStep<number>;
  if (reached) {
    onStep('server');
    instanceStep = await step(signal, host, () => askInstance(options, vitals));
    if (client !== undefined && 'found' in (instanceStep ?? {})) {
      onStep('account');
      account = await step(signal, host, () => askAccount(client, signal, vitals));
    }
  }
  return {
    baseUrl,
    isSignedIn: client !== undefined,
    at,
    route: stepOf(way.route, host),
    addresses: stepOf(way.addresses, host),
    connections: stepOf(way.connections, host),
    tls: stepOf(way.tls, host),
    untrusted: way.untrusted,
    authorities: way.authorities.map((one) => ({ ...one, trouble: troubleText(one.trouble) })),
    instance: instanceStep,
    account,
    vitals,
    limit: client?.allowance.limit,
    unsupported: [...(client?.unsupported ?? [])].sort(),
  };
}
