// Owns what an answer tells of the service besides what was asked: how long it took, what time it is there, what is
// left of the limit.
import type { Clock } from '../../std/clock.ts';
import type { Layer, RawAnswer } from '../call.ts';

/** Of one answer. */
export interface Stats {
  readonly status: number;
  /** From the sending to the whole answer. */
  readonly ms: number;
  /**
   * By how many milliseconds the service's clock is ahead of ours, right to about a second; undefined where the answer
   * has no date.
   */
  readonly ahead: number | undefined;
  /** `X-RateLimit-Remaining`. */
  readonly remaining: number | undefined;
  /** Milliseconds until what `X-RateLimit-Reset` says, by the service's own clock. */
  readonly resetsIn: number | undefined;
}

/** Dates in headers are cut off at the second. */
const HALF_A_SECOND = 500;

function number(text: string | undefined): number | undefined {
  return /^\s*\d{1,12}\s*$/.test(text ?? '') ? Number(text) : undefined;
}

/** `from` and `until`: when it was sent and when it had come, in milliseconds since the epoch. */
export function readStats({ status, headers }: RawAnswer, from: number, until: number): Stats {
  const told = Date.parse(headers['date'] ?? '');
  const date = Number.isNaN(told) ? undefined : told + HALF_A_SECOND;
  const reset = number(headers['x-ratelimit-reset']);
  return {
    status,
    ms: until - from,
    ahead: date === undefined ? undefined : Math.round(date - (from + until) / 2),
    remaining: number(headers['x-ratelimit-remaining']),
    resetsIn: reset === undefined ? undefined : reset * 1000 - (date ?? until),
  };
}

/** Remembers those of the latest answer. */
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
