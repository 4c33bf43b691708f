// Builds the pipeline that sends a call: a function that sends over the transport, and middleware around it.

import { throwIfAborted } from '../abort.ts';
import { ApiError } from '../apiError.ts';
import type { Middleware, Send } from '../call.ts';
import { networkFault } from '../networkError.ts';
import type { Transport } from '../transport.ts';

/**
 * Returns `send` with middleware around it, the outermost first: in `pipeline(send, share, retry)`, `share` calls
 * `retry`, which calls `send`.
 */
export function pipeline(send: Send, ...middleware: readonly Middleware[]): Send {
  return middleware.reduceRight((next, wrap) => wrap(next), send);
}

/**
 * Returns a function that sends a call once. It resolves with a response of any status.
 * @throws ApiError: `network`, or `cancelled` when the call's signal was aborted.
 */
export function sendOverTransport(transport: () => Promise<Transport>, baseUrl: string): Send {
  const { host } = new URL(baseUrl);
  return async ({ method, target, headers, body, signal }) => {
    const openedTransport = await transport();
    throwIfAborted(signal);
    try {
      return await openedTransport.exchange({ method, url: baseUrl + target, headers, body, signal });
    } catch (thrown) {
      throwIfAborted(signal);
      throw new ApiError(networkFault(thrown, host));
    }
  };
}
