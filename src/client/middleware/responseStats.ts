// Reads from any response its duration, the server's clock and what is left of the rate limit.
import type { Clock } from '../../std/clock.ts';
import type { Layer, RawAnswer } from '../call.ts';

/** Facts of one response. */
export interface Stats {
  readonly status: number;
  /** From sending the request to the end of the response. */
  readonly ms: number;
  /**
   * Milliseconds by which the server's clock is ahead of this machine's, exact to about a second; undefined when the
   * response has no date.
   */
  readonly ahead: number | undefined;
  /** `X-RateLimit-Remaining`. */
  readonly remaining: number | undefined;
  /** Milliseconds until the time in `X-RateLimit-Reset`, by the server's own clock. */
  readonly resetsIn: number | undefined;
}

/** Dates in headers are truncated to the second. */
const ROUNDING_MS = 500;

function number(text: string | undefined): number | undefined {
  return /^\s*\d{1,12}\s*$/.test(text ?? '') ? Number(text) : undefined;
}

/** `from` and `until`: when the request was sent and the response was complete, in milliseconds since the epoch. */
export function readStats({ status, headers }: RawAnswer, from: number, until: number): Stats {
  const header = Date.parse(headers['date'] ?? '');
  const date = Number.isNaN(header) ? undefined : header + ROUNDING_MS;
  const reset = number(headers['x-ratelimit-reset']);
  return {
    status,
    ms: until - from,
    ahead: date === undefined ? undefined : Math.round(date - (from + until) / 2),
    remaining: number(headers['x-ratelimit-remaining']),
    resetsIn: reset === undefined ? undefined : reset * 1000 - (date ?? until),
  };
}

/** Keeps the stats of the latest response. */
export class ResponseStats {
  readonly #clock: Clock;
  #latest: Stats | undefined;

  readonly layer: Layer = (next) => async (call) => {
    const from = this.#clock.now();
    const answer = await next(call);
    this.#latest = readStats(answer, from, this.#clock.now());
    return answer;
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get latest(): Stats | undefined {
    return this.#latest;
  }
}
