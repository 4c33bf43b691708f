// Tests loading large lists in simulated time against a server with the real rate limit.
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/client/api/client.ts';
import type { Urgency } from '../../../src/client/call.ts';
import type { Transport, TransportRequest } from '../../../src/client/transport.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { FakeClock } from '../../support/clock.ts';
import { createGetCall } from './calls.ts';
import { RateLimitedServer } from './rateLimitedServer.ts';

const MINUTE = 60_000;
const ITEM_COUNT = 10_000;
const PAGE_SIZE = 100;
/** Latency in each direction, in milliseconds. */
const LATENCY_MS = 75;
const ROUND_TRIP_MS = 2 * LATENCY_MS;

/** Returns the page of work items that the URL requests. */
function pageAt(url: string): string {
  const cursor = new URL(url).searchParams.get('cursor');
  const page = Number(cursor?.split(':')[1] ?? 0);
  const results = Array.from({ length: PAGE_SIZE }, (_, index) => {
    const number = page * PAGE_SIZE + index + 1;
    return { id: `w${number}`, name: `Item ${number}`, sequence_id: number, project: 'p1' };
  });
  const isLastPage = (page + 1) * PAGE_SIZE >= ITEM_COUNT;
  return JSON.stringify({
    next_cursor: `${PAGE_SIZE}:${page + 1}:0`,
    next_page_results: !isLastPage,
    total_results: ITEM_COUNT,
    results,
  });
}

function createTransport(server: RateLimitedServer): Transport {
  const rejectUnexpected = () => Promise.reject(new Error('unused'));
  return {
    exchange: async ({ url }: TransportRequest) => {
      const answer = await server.send(createGetCall());
      return answer.status === 200
        ? { ...answer, body: url.includes('/work-items/') ? pageAt(url) : '{"id":"u1"}' }
        : answer;
    },
    upload: rejectUnexpected,
    download: rejectUnexpected,
    inspect: rejectUnexpected,
    close: async () => undefined,
  };
}

function openClient(clock: FakeClock, server: RateLimitedServer): Client {
  return createClient({
    baseUrl: 'https://plane.test',
    workspace: 'our-team',
    credential: { kind: 'key', secret: new Secret('plane_api_x'), origin: 'https://plane.test' },
    clock,
    logger: silentLogger,
    transport: createTransport(server),
    random: () => 0,
  });
}

async function listIds(client: Client, urgency: Urgency): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
    const query = cursor === undefined ? {} : { cursor };
    const page = await client.call.listWorkItems({ project_id: 'p1', query }, { urgency });
    ids.push(...page.results.map(({ id }) => id));
    cursor = page.next;
  }
  return ids;
}

/** Advances the simulated time until the work has ended. */
async function whileTimePasses<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const state = { done: false };
  const settledWork = work.finally(() => {
    state.done = true;
  });
  while (!state.done) await clock.advance(25);
  return settledWork;
}

describe('A list of 10,000 work items', () => {
  /** Time for 100 sequential requests: the server accepts the 61st a minute after the first, then 39 others follow. */
  const shortestMs = MINUTE + (ITEM_COUNT / PAGE_SIZE - 60) * ROUND_TRIP_MS;

  it.each([['user'], ['visible']] as const)(
    'is loaded in 100 requests without a 429, in the shortest possible time (urgency %s)',
    async (urgency) => {
      const clock = new FakeClock();
      const server = new RateLimitedServer(clock, { latency: () => LATENCY_MS });
      const client = openClient(clock, server);
      const start = clock.now();
      const ids = await whileTimePasses(clock, listIds(client, urgency));
      const elapsedMs = clock.now() - start;
      expect(new Set(ids).size).toBe(ITEM_COUNT);
      expect([server.servedCount, server.rateLimitedCount]).toEqual([100, 0]);
      expect(elapsedMs).toBeGreaterThanOrEqual(shortestMs - ROUND_TRIP_MS);
      expect(elapsedMs).toBeLessThanOrEqual(shortestMs * 1.03);
      await client.close();
    },
  );

  it('is loaded by two windows with the same key without a 429', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock, { latency: (count) => 40 + ((count * 7919) % 13) * 12 });
    const clients = [openClient(clock, server), openClient(clock, server)];
    const lists = await whileTimePasses(clock, Promise.all(clients.map((window) => listIds(window, 'user'))));
    expect(lists.map((ids) => new Set(ids).size)).toEqual([ITEM_COUNT, ITEM_COUNT]);
    expect([server.servedCount, server.rateLimitedCount]).toEqual([200, 0]);
    await Promise.all(clients.map((window) => window.close()));
  });

  it('is loaded with at most one 429 even if another client sends many requests at once', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock, { latency: () => LATENCY_MS });
    const client = openClient(clock, server);
    const listPromise = listIds(client, 'visible');
    await clock.advance(3000);
    server.acceptFromOthers(40);
    await clock.advance(MINUTE);
    const rateLimitedInFirstMinute = server.rateLimitedCount;
    expect(rateLimitedInFirstMinute).toBeLessThanOrEqual(1);
    expect(new Set(await whileTimePasses(clock, listPromise)).size).toBe(ITEM_COUNT);
    expect(server.rateLimitedCount).toBe(rateLimitedInFirstMinute);
    await client.close();
  });
});

describe('A request of the user', () => {
  it.each([['background'], ['visible']] as const)(
    'is answered within one round trip while a list is loaded with the urgency %s',
    async (urgency) => {
      const clock = new FakeClock();
      const server = new RateLimitedServer(clock, { latency: () => LATENCY_MS });
      const client = openClient(clock, server);
      const listPromise = listIds(client, urgency);
      const waits: number[] = [];
      for (let second = 0; second < 90; second += 30) {
        await clock.advance(29_000);
        const start = clock.now();
        await whileTimePasses(clock, client.call.getCurrentUser({}, { urgency: 'user' }));
        waits.push(clock.now() - start);
      }
      expect(Math.max(...waits)).toBeLessThanOrEqual(ROUND_TRIP_MS + 25);
      await whileTimePasses(clock, listPromise);
      expect(server.rateLimitedCount).toBe(0);
      await client.close();
    },
  );
});
