// Collects the data of the connection report with at most three requests. The report contains no secrets.

import * as l10n from '@vscode/l10n';
import { raceAbort, throwIfAborted } from '../../client/abort.ts';
import type { Client } from '../../client/api/client.ts';
import { ApiError, type Fault } from '../../client/apiError.ts';
import { type ResponseMeasurements, readStats } from '../../client/middleware/responseStats.ts';
import type { ConnectionInspection, StepResult } from '../../client/network/inspect.ts';
import { networkFault } from '../../client/networkError.ts';
import { faultOfResponse } from '../../client/responses/readError.ts';
import type { Transport } from '../../client/transport.ts';
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../std/clock.ts';
import { type Instance, instanceRequest, parseInstance } from './server/instance.ts';

/** The result of a step of the report, or the fault with which the step failed. Undefined if the step did not run. */
export type ConnectionStepResult<T> = { readonly found: T } | { readonly fault: Fault } | undefined;

export interface ConnectionReportData {
  readonly baseUrl: string;
  readonly isSignedIn: boolean;
  /** Whether the user has chosen http for this server. */
  readonly isHttpAllowed: boolean;
  /** The time of the report by this machine's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly route: ConnectionStepResult<Extract<ConnectionInspection['route'], { found: unknown }>['found']>;
  /** The IP addresses of the server, or of the proxy if one is used. */
  readonly addresses: ConnectionStepResult<readonly string[]>;
  /** The time that each test connection took, in milliseconds. */
  readonly connectTimesMs: ConnectionStepResult<readonly number[]>;
  readonly tls: ConnectionStepResult<Extract<NonNullable<ConnectionInspection['tls']>, { found: unknown }>['found']>;
  readonly untrustedCertificate: ConnectionInspection['untrustedCertificate'];
  readonly authorities: ConnectionInspection['authorities'];
  /** The server's edition and version, requested without the key. */
  readonly instance: ConnectionStepResult<Instance>;
  /** Number of requests that were sent with the key. */
  readonly accountRequestCount: ConnectionStepResult<number>;
  /** Measurements of all responses, including responses to requests without the key. */
  readonly responseMeasurements: readonly ResponseMeasurements[];
  /** Number of requests that the server allows in a minute; undefined if unknown. */
  readonly requestsPerMinute: number | undefined;
  /** Operations that are known to be unsupported on the server. */
  readonly unsupportedOperations: readonly string[];
}

export interface InspectConnectionOptions {
  readonly baseUrl: string;
  /** Whether the user has chosen http for this server. Default false. */
  readonly isHttpAllowed?: boolean;
  /** The session's client if the user is signed in to this server. */
  readonly client: Client | undefined;
  /**
   * Sends the requests that do not contain the key. If `client` is set, `transport` is the transport of this client.
   */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Called when a step starts. `way`: the route to the server, directly or through a proxy, and the test connections.
   * `server`: the request for the edition and version. `account`: the requests with the key.
   */
  readonly onStep: (step: 'way' | 'server' | 'account') => void;
}

const ACCOUNT_REQUEST_COUNT = 2;
const UNKNOWN_INSTANCE: Instance = { edition: undefined, version: undefined, isOpenSource: false };
const DEADLINE_MS = 20_000;

function toConnectionStep<T>(result: StepResult<T> | undefined, host: string): ConnectionStepResult<T> {
  if (result === undefined || 'found' in result) return result;
  return { fault: networkFault(result.failed, host) };
}

/** Runs a step. Rejects only when the report is canceled; the result contains any other error. */
async function runStep<T>(signal: AbortSignal, host: string, run: () => Promise<T>): Promise<ConnectionStepResult<T>> {
  try {
    return { found: await run() };
  } catch (thrown) {
    throwIfAborted(signal);
    if (thrown instanceof ApiError) return { fault: thrown.fault };
    if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
      return { fault: { kind: 'timeout', afterMs: DEADLINE_MS } };
    return { fault: networkFault(thrown, host) };
  }
}

/**
 * Returns the text that explains why a source of certificate authorities was not used. An error code is returned
 * unchanged.
 */
function authorityProblem(problem: string | undefined): string | undefined {
  switch (problem) {
    case 'noneFound':
      return l10n.t('none found');
    case 'needsNewerNode':
      return l10n.t('requires Node.js 22.15 or newer');
    default:
      return problem;
  }
}

async function requestInstance(
  { transport, baseUrl, clock, signal }: InspectConnectionOptions,
  stats: ResponseMeasurements[],
): Promise<Instance> {
  const sentAt = clock.now();
  const response = await transport.exchange(
    instanceRequest(baseUrl, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])),
  );
  stats.push(readStats(response, sentAt, clock.now()));
  const fault = faultOfResponse(response, { now: clock.now(), url: baseUrl });
  if (fault?.kind === 'intercepted' && fault.status !== STATUS.notFound) throw new ApiError(fault);
  return parseInstance(response.body) ?? UNKNOWN_INSTANCE;
}

async function sendAccountRequests(
  client: Client,
  signal: AbortSignal,
  stats: ResponseMeasurements[],
): Promise<number> {
  let sentRequestCount = 0;
  while (sentRequestCount < ACCOUNT_REQUEST_COUNT) {
    const previousStats = client.latestStats;
    try {
      await client.call.getCurrentUser({}, { signal });
    } finally {
      if (client.latestStats !== undefined && client.latestStats !== previousStats) stats.push(client.latestStats);
    }
    sentRequestCount += 1;
  }
  return sentRequestCount;
}

/** Runs the steps up to the first failure. Rejects with an ApiError (`cancelled`) when the signal is aborted. */
export async function inspectConnection(options: InspectConnectionOptions): Promise<ConnectionReportData> {
  const { baseUrl, client, transport, clock, signal, onStep } = options;
  const { origin, host } = new URL(baseUrl);
  const at = clock.now();
  onStep('way');
  const inspection = await raceAbort(transport.inspect(origin, signal), signal);
  const isReached =
    inspection.connectTimesMs !== undefined &&
    'found' in inspection.connectTimesMs &&
    (inspection.tls === undefined || 'found' in inspection.tls);
  const stats: ResponseMeasurements[] = [];
  let instanceStep: ConnectionStepResult<Instance>;
  let account: ConnectionStepResult<number>;
  if (isReached) {
    onStep('server');
    instanceStep = await runStep(signal, host, () => requestInstance(options, stats));
    if (client !== undefined && 'found' in (instanceStep ?? {})) {
      onStep('account');
      account = await runStep(signal, host, () => sendAccountRequests(client, signal, stats));
    }
  }
  return {
    baseUrl,
    isSignedIn: client !== undefined,
    isHttpAllowed: options.isHttpAllowed ?? false,
    at,
    route: toConnectionStep(inspection.route, host),
    addresses: toConnectionStep(inspection.addresses, host),
    connectTimesMs: toConnectionStep(inspection.connectTimesMs, host),
    tls: toConnectionStep(inspection.tls, host),
    untrustedCertificate: inspection.untrustedCertificate,
    authorities: inspection.authorities.map((authority) => ({
      ...authority,
      problem: authorityProblem(authority.problem),
    })),
    instance: instanceStep,
    accountRequestCount: account,
    responseMeasurements: stats,
    requestsPerMinute: client?.allowance.limit,
    unsupportedOperations: [...(client?.unsupported ?? [])].sort(),
  };
}
