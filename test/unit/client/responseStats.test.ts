// Tests what is measured of a response.
import { expect, it } from 'vitest';
import { readStats } from '../../../src/client/middleware/responseStats.ts';

const SENT = Date.parse('2026-11-20T12:00:00Z');
const NOTHING = { status: 200, durationMs: 400, clockAheadMs: undefined, remaining: undefined, resetsInMs: undefined };

it.each([
  [{}, {}],
  [{ 'x-ratelimit-remaining': '0' }, { remaining: 0 }],
  [{ 'x-ratelimit-remaining': ' 59 ' }, { remaining: 59 }],
  [{ 'x-ratelimit-remaining': '-1' }, {}],
  [{ 'x-ratelimit-remaining': 'many' }, {}],
  [{ 'x-ratelimit-remaining': '1'.repeat(13) }, {}],
  // A server truncates its time to whole seconds, so half a second is added; the middle of the request is at 200 ms.
  [{ date: 'Fri, 20 Nov 2026 12:00:10 GMT' }, { clockAheadMs: 10_300 }],
  [{ date: 'yesterday' }, {}],
  [{ 'x-ratelimit-reset': String(SENT / 1000 + 30) }, { resetsInMs: 29_600 }],
  [
    { 'x-ratelimit-reset': String(SENT / 1000 + 30), date: 'Fri, 20 Nov 2026 12:00:10 GMT' },
    { clockAheadMs: 10_300, resetsInMs: 19_500 },
  ],
])('A response with the headers %j says %j', (headers, said) => {
  expect(readStats({ status: 200, headers, body: '' }, SENT, SENT + 400)).toEqual({ ...NOTHING, ...said });
});
