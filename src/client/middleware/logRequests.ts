// Logs the operation, the outcome and the duration of each call, never a URL, a header or a body.
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import { faultOf } from '../apiError.ts';
import type { Call, Middleware } from '../call.ts';

function isSuccess({ operation }: Call, status: number): boolean {
  return status < (operation.returns.shape === 'redirect' ? 400 : 300);
}

/** Returns middleware that logs each call: with level `debug` if it succeeded or was canceled, else with `warn`. */
export function logRequests(logger: Logger, clock: Clock): Middleware {
  return (next) => async (call) => {
    const startedAt = clock.now();
    const valuesToLog = (details: Readonly<Record<string, string | number>>) => ({
      operation: call.name,
      ...details,
      ms: clock.now() - startedAt,
    });
    try {
      const response = await next(call);
      logger.write(
        isSuccess(call, response.status) ? 'debug' : 'warn',
        'response',
        valuesToLog({ status: response.status }),
      );
      return response;
    } catch (thrown) {
      const fault = faultOf(thrown);
      const reason = fault.kind === 'network' ? { reason: fault.reason, detail: fault.detail } : {};
      logger.write(
        fault.kind === 'cancelled' ? 'debug' : 'warn',
        'no response',
        valuesToLog({ fault: fault.kind, ...reason }),
      );
      throw thrown;
    }
  };
}
