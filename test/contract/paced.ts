// Stays within a server's rate limit: waits as its headers require, and retries after a 429.
import { RATE_WINDOW_MS } from '../../src/contract/limits.ts';
import { STATUS } from '../../src/contract/status.ts';
import type { Clock } from '../../src/std/clock.ts';
import type { Door } from './setup.ts';

/** How often one request is sent before its 429 is final. */
const ATTEMPTS = 5;

/**
 * Returns the same fetch for one request at a time. It sends nothing while no requests remain, and retries after a
 * temporary 429.
 */
export function paced(fetch: Door['fetch'], clock: Clock): Door['fetch'] {
  let goOnAt = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const send: Door['fetch'] = async (address, init) => {
    for (let attempt = 1; ; attempt += 1) {
      if (goOnAt > clock.now()) await clock.sleep(goOnAt - clock.now());
      const answer = await fetch(address, init);
      goOnAt = clock.now() + pauseAfter(answer, clock.now());
      if (answer.status !== STATUS.throttled || attempt === ATTEMPTS) return answer;
      await answer.arrayBuffer();
    }
  };
  return (address, init) => {
    const turn = queue.then(() => send(address, init));
    queue = turn.catch(() => undefined);
    return turn;
  };
}

/** Returns the milliseconds until the next request may be sent; at most one window, whatever the headers contain. */
function pauseAfter({ status, headers }: Response, now: number): number {
  const retryAfter = headers.get('Retry-After');
  if (status === STATUS.throttled) return within(retryAfter === null ? RATE_WINDOW_MS : Number(retryAfter) * 1000);
  if (headers.get('X-RateLimit-Remaining') !== '0') return 0;
  return within(Number(headers.get('X-RateLimit-Reset')) * 1000 - now);
}

function within(pause: number): number {
  return Number.isFinite(pause) ? Math.min(Math.max(pause, 0), RATE_WINDOW_MS) : RATE_WINDOW_MS;
}
