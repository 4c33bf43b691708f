// Logs each call: operation, outcome and duration. Never an address, a header or a body.
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import { faultOf } from '../apiError.ts';
import type { Call, Layer } from '../call.ts';

function isGood({ operation }: Call, status: number): boolean {
  return status < (operation.returns.shape === 'redirect' ? 400 : 300);
}

/** Success is logged at `debug`, any other status and every fault at `warn`; a call that was cancelled at `debug`. */
export function logRequests(logger: Logger, clock: Clock): Layer {
  return (next) => async (call) => {
    const start = clock.now();
    const facts = (more: Readonly<Record<string, string | number>>) => ({
      operation: call.name,
      ...more,
      ms: clock.now() - start,
    });
    try {
      const answer = await next(call);
      logger.write(isGood(call, answer.status) ? 'debug' : 'warn', 'answered', facts({ status: answer.status }));
      return answer;
    } catch (thrown) {
      const fault = faultOf(thrown);
      const reason = fault.kind === 'network' ? { reason: fault.reason, detail: fault.detail } : {};
      logger.write(
        fault.kind === 'cancelled' ? 'debug' : 'warn',
        'not answered',
        facts({ fault: fault.kind, ...reason }),
      );
      throw thrown;
    }
  };
}
