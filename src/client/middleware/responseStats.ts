// Measures the duration of responses, and reads time and rate limit from their headers.
import type { Clock } from '../../std/clock.ts';
import type { Middleware, RawResponse } from '../call.ts';

/** Measurements of one response. */
export interface ResponseMeasurements {
  readonly status: number;
  /** Milliseconds from sending the request to the end of the response. */
  readonly durationMs: number;
  /**
   * Milliseconds by which the server's clock is ahead of the clock of this machine, accurate to about a second;
   * undefined when the response has no `Date`.
   */
  readonly clockAheadMs: number | undefined;
  /** The value of the header `X-RateLimit-Remaining`. */
  readonly remaining: number | undefined;
  /** Milliseconds until the time in `X-RateLimit-Reset`, according to the server's clock. */
  readonly resetsInMs: number | undefined;
}

/** Added to a date in a header, because servers truncate dates to whole seconds. In milliseconds. */
const ROUNDING_MS = 500;

function parseCount(text: string | undefined): number | undefined {
  return /^\s*\d{1,12}\s*$/.test(text ?? '') ? Number(text) : undefined;
}

/**
 * Returns the measurements of a response. `from` is when the request was sent, `until` when the response was complete,
 * both in milliseconds since the epoch.
 */
export function readStats({ status, headers }: RawResponse, from: number, until: number): ResponseMeasurements {
  const headerTime = Date.parse(headers['date'] ?? '');
  const serverTime = Number.isNaN(headerTime) ? undefined : headerTime + ROUNDING_MS;
  const resetSeconds = parseCount(headers['x-ratelimit-reset']);
  return {
    status,
    durationMs: until - from,
    clockAheadMs: serverTime === undefined ? undefined : Math.round(serverTime - (from + until) / 2),
    remaining: parseCount(headers['x-ratelimit-remaining']),
    resetsInMs: resetSeconds === undefined ? undefined : resetSeconds * 1000 - (serverTime ?? until),
  };
}

/** Stores the measurements of the latest response. */
export class ResponseStats {
  readonly #clock: Clock;
  #latest: ResponseMeasurements | undefined;

  readonly middleware: Middleware = (next) => async (call) => {
    const from = this.#clock.now();
    const response = await next(call);
    this.#latest = readStats(response, from, this.#clock.now());
    return response;
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get latest(): ResponseMeasurements | undefined {
    return this.#latest;
  }
}
