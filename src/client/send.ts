// Builds the pipeline: the sending over a wire, and the layers around it.

import { throwIfAborted } from './abort.ts';
import { ApiError } from './apiError.ts';
import type { Layer, Send } from './call.ts';
import { networkFault } from './networkError.ts';
import type { Wire } from './wire.ts';

/**
 * Returns the wire with layers around it, the outermost first: `pipeline(wire, log, share, retry, budget, authenticate,
 * deadline)`.
 */
export function pipeline(wire: Send, ...layers: readonly Layer[]): Send {
  return layers.reduceRight((next, layer) => layer(next), wire);
}

/**
 * Sends a call once, as it is. A response with any status is a success.
 * @throws ApiError: `network`, or `cancelled` when the call's signal was aborted.
 */
export function layered(wire: () => Promise<Wire>, baseUrl: string): Send {
  const { host } = new URL(baseUrl);
  return async ({ method, target, headers, body, signal }) => {
    const opened = await wire();
    throwIfAborted(signal);
    try {
      return await opened.exchange({ method, url: baseUrl + target, headers, body, signal });
    } catch (thrown) {
      throwIfAborted(signal);
      throw new ApiError(networkFault(thrown, host));
    }
  };
}
