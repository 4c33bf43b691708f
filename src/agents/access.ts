// What the tools read with: the session, the time, and requests that nothing else needs.
import { raceAbort } from '../client/abort.ts';
import type { CallOptions } from '../client/call.ts';
import type { Session } from '../session/session.ts';
import type { Clock } from '../std/clock.ts';
import { ToolProblem } from './toolProblem.ts';

/** One call of a tool. */
export interface AgentAccess {
  readonly session: Session;
  readonly clock: Clock;
  /** Aborted when the call is canceled or takes too long. */
  readonly signal: AbortSignal;
}

/** While less than this share of the rate limit is unused, tools wait, so that the user's own requests do not. */
const SPARE_SHARE = 0.25;
const POLL_MS = 250;
/** How long a tool waits for requests before it reports that it waits, in milliseconds. */
export const MAX_WAIT_MS = 20_000;

/**
 * Waits until the rate limit has requests to spare, and returns the options of a request that others may overtake.
 * Rejects with an ApiError if the call is canceled.
 * @throws ToolProblem after `MAX_WAIT_MS`
 */
export async function spareRequest({ session, clock, signal }: AgentAccess): Promise<CallOptions> {
  const { allowance } = session.client;
  const end = clock.now() + MAX_WAIT_MS;
  while (allowance.unusedShare < SPARE_SHARE || allowance.waitingUntil !== undefined) {
    if (clock.now() >= end) throw new ToolProblem(waitText(allowance.limit));
    await raceAbort(clock.sleep(POLL_MS), signal);
  }
  return { urgency: 'background', signal };
}

function waitText(limit: number): string {
  return (
    `Waiting: the server allows ${limit} requests a minute, and tools use only those that the user leaves unused. ` +
    'Nothing was read or changed. Call the tool again in a minute.'
  );
}
