// Builds the pipeline that sends a call: a function that sends over the wire, and layers around it.

import { throwIfAborted } from './abort.ts';
import { ApiError } from './apiError.ts';
import type { Layer, Send } from './call.ts';
import { networkFault } from './networkError.ts';
import type { Wire } from './wire.ts';

/**
 * Returns `wire` with layers around it, the outermost first: in `pipeline(wire, share, retry)`, `share` calls `retry`,
 * which calls `wire`.
 */
export function pipeline(wire: Send, ...layers: readonly Layer[]): Send {
  return layers.reduceRight((next, layer) => layer(next), wire);
}

/**
 * Returns a function that sends a call once. It resolves with a response of any status.
 * @throws ApiError: `network`, or `cancelled` when the call's signal was aborted.
 */
export function sendOverWire(wire: () => Promise<Wire>, baseUrl: string): Send {
  const { host } = new URL(baseUrl);
  return async ({ method, target, headers, body, signal }) => {
    const openedWire = await wire();
    throwIfAborted(signal);
    try {
      return await openedWire.exchange({ method, url: baseUrl + target, headers, body, signal });
    } catch (thrown) {
      throwIfAborted(signal);
      throw new ApiError(networkFault(thrown, host));
    }
  };
}
