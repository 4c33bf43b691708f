// Finds the Plane server of an address, and checks its version, before the key is asked for.
// No request contains a key.

import { ApiError, type Fault } from '../../../client/apiError.ts';
import type { RawResponse } from '../../../client/call.ts';
import { networkFault } from '../../../client/networkError.ts';
import { isJsonObject, parseResponseJson } from '../../../client/responses/errorText.ts';
import { faultOfResponse } from '../../../client/responses/readError.ts';
import type { Transport } from '../../../client/transport.ts';
import { STATUS } from '../../../contract/status.ts';
import { type Instance, instanceRequest, isTooOld, parseInstance, probeRequest } from './instance.ts';
import { CLOUD_API, type ServerAddress } from './webAddress.ts';

/** The server and workspace that an address means, or why there is no usable server. */
export type FoundServer = ServerAddress | { readonly fault: Fault };

const DEADLINE_MS = 10_000;

/** Sends a request without a key. Rejects with an ApiError if there is no response. */
async function ask(
  transport: Transport,
  createRequest: (signal: AbortSignal) => Parameters<Transport['exchange']>[0],
  signal: AbortSignal,
): Promise<{ readonly response: RawResponse; readonly fault: Fault | undefined }> {
  const timeout = AbortSignal.timeout(DEADLINE_MS);
  const request = createRequest(AbortSignal.any([signal, timeout]));
  try {
    const response = await transport.exchange(request);
    return { response, fault: faultOfResponse(response, { now: Date.now(), url: request.url }) };
  } catch (thrown) {
    if (signal.aborted) throw new ApiError({ kind: 'cancelled' });
    if (timeout.aborted) throw new ApiError({ kind: 'timeout', afterMs: DEADLINE_MS });
    throw new ApiError(networkFault(thrown, new URL(request.url).host));
  }
}

/** Whether Plane's API sent the response: without a key, it answers a path that it knows with a JSON error. */
function isApiAnswer({ status, body }: RawResponse): boolean {
  return (
    [STATUS.unauthenticated, STATUS.forbidden].some((one) => one === status) && isJsonObject(parseResponseJson(body))
  );
}

/** Whether a request was refused that contained no key. */
function isRefusal(fault: Fault): boolean {
  return 'status' in fault && (fault.status === STATUS.unauthenticated || fault.status === STATUS.forbidden);
}

/**
 * Resolves with undefined if the server has the paths of work items, which Plane has since version 1.1, otherwise with
 * the fault: `outdated` if the server has only the older paths.
 */
async function askApi(transport: Transport, baseUrl: string, signal: AbortSignal): Promise<Fault | undefined> {
  const { response, fault } = await ask(transport, (linked) => probeRequest(baseUrl, 'work-items', linked), signal);
  if (isApiAnswer(response)) return undefined;
  if (response.status === STATUS.notFound) {
    const older = await ask(transport, (linked) => probeRequest(baseUrl, 'issues', linked), signal);
    if (isApiAnswer(older.response)) return { kind: 'outdated', version: '' };
  }
  return fault ?? { kind: 'invalidResponse', status: response.status, detail: '' };
}

/**
 * Resolves with the fault `outdated` if the server is too old for Contrail. If the server does not report a version that
 * can be compared, its answers decide. Rejects with an ApiError.
 */
export async function askVersion(
  transport: Transport,
  baseUrl: string,
  instance: Instance,
  signal: AbortSignal,
): Promise<Fault | undefined> {
  const isOld = isTooOld(instance);
  if (isOld === true) return { kind: 'outdated', version: instance.version ?? '' };
  if (isOld === false) return undefined;
  const fault = await askApi(transport, baseUrl, signal);
  return fault?.kind === 'outdated' ? fault : undefined;
}

/** Resolves with what the server reports about itself; undefined if the response is not from Plane. */
export async function askInstance(
  transport: Transport,
  baseUrl: string,
  signal: AbortSignal,
): Promise<Instance | undefined> {
  const { response, fault } = await ask(transport, (linked) => instanceRequest(baseUrl, linked), signal);
  return fault === undefined ? parseInstance(response.body) : undefined;
}

/**
 * Asks the servers of `candidates` in this order, and resolves with the first that is a Plane server. If none reports
 * that it is one, for example because only the API can be reached, asks for the API. If that is refused too, resolves
 * with `likely`, because only the key can show whether Plane is behind a proxy that lets nothing pass without it. Sends
 * no request to Plane Cloud.
 */
export async function findServer(
  transport: Transport,
  candidates: readonly ServerAddress[],
  likely: ServerAddress,
  signal: AbortSignal,
): Promise<FoundServer> {
  if (likely.baseUrl === CLOUD_API) return likely;
  try {
    for (const candidate of candidates) {
      const instance = await askInstance(transport, candidate.baseUrl, signal);
      if (instance === undefined) continue;
      const fault = await askVersion(transport, candidate.baseUrl, instance, signal);
      return fault === undefined ? candidate : { fault };
    }
    const likelyFault = await askApi(transport, likely.baseUrl, signal);
    if (likelyFault === undefined) return likely;
    for (const candidate of candidates) {
      if (candidate.baseUrl === likely.baseUrl) continue;
      if ((await askApi(transport, candidate.baseUrl, signal)) === undefined) return candidate;
    }
    return isRefusal(likelyFault) ? likely : { fault: likelyFault };
  } catch (error) {
    if (error instanceof ApiError) return { fault: error.fault };
    throw error;
  }
}
