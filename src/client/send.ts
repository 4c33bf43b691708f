// Owns the pipeline: the bare sending over a wire, and the layers around it in the order in which they are read.

import { throwIfStopped } from './abort.ts';
import { FaultError } from './apiError.ts';
import type { Layer, Send } from './call.ts';
import { unreachedBy } from './networkError.ts';
import type { Wire } from './wire.ts';

/** The wire with layers around it, the outermost first: `pipeline(wire, journal, share, retry, budget, authenticate, deadline)`. */
export function pipeline(wire: Send, ...layers: readonly Layer[]): Send {
  return layers.reduceRight((next, layer) => layer(next), wire);
}

/** Sends a call as it is, once. Throws `unreached`, or `stopped` when its signal was aborted; any status is an answer. */
export function over(wire: () => Promise<Wire>, baseUrl: string): Send {
  const { host } = new URL(baseUrl);
  return async ({ method, target, headers, body, signal }) => {
    const opened = await wire();
    throwIfStopped(signal);
    try {
      return await opened.exchange({ method, url: baseUrl + target, headers, body, signal });
    } catch (thrown) {
      throwIfStopped(signal);
      throw new FaultError(unreachedBy(thrown, host));
    }
  };
}
