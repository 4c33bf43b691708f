// Tests the record cache: values while changes are pending, and after responses and rejections.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import { RecordCache } from '../../../../src/core/cache/recordCache.ts';
import { systemClock } from '../../../../src/std/clock.ts';
import { flushPromises } from '../../../support/clock.ts';
import { deferred } from '../../std/deferred.ts';

interface TestRecord {
  readonly name: string;
  readonly state: string;
  readonly updated_at: string | undefined;
}

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();
const initialRecord: TestRecord = { name: 'Fix login', state: 'todo', updated_at: timeAt(0) };
const rejection = new ApiError({ kind: 'rejected', status: 400, detail: 'No', fields: {} });

function createCache(record: TestRecord = initialRecord): {
  readonly cache: RecordCache<TestRecord>;
  readonly firedKeys: string[][];
} {
  const cache = new RecordCache<TestRecord>(systemClock);
  cache.confirm([['w1', record]]);
  const firedKeys: string[][] = [];
  cache.onDidChange((keys) => firedKeys.push([...keys]));
  return { cache, firedKeys };
}

describe('A record from the server', () => {
  it('sets the time at which the record was last received, unless the received version is older than the stored one', () => {
    let now = 1_000;
    const cache = new RecordCache<TestRecord>({ ...systemClock, now: () => now });
    cache.restore([['w1', initialRecord, 500]]);
    expect(cache.fetchedAt('w1')).toBe(500);
    cache.confirm([['w1', { ...initialRecord }]]);
    expect(cache.fetchedAt('w1')).toBe(1_000);
    now = 2_000;
    cache.confirm([['w1', { ...initialRecord, updated_at: new Date(0).toISOString() }]]);
    expect(cache.fetchedAt('w1')).toBe(1_000);
    cache.forget(['w1']);
    expect(cache.fetchedAt('w1')).toBeUndefined();
  });

  it('fires no event if it equals the stored record', () => {
    const { cache, firedKeys } = createCache();
    cache.confirm([['w1', { ...initialRecord }]]);
    expect(firedKeys).toEqual([]);
    cache.confirm([
      ['w1', { ...initialRecord, state: 'done' }],
      ['w2', initialRecord],
    ]);
    expect(firedKeys).toEqual([['w1', 'w2']]);
  });
});

describe('A record that is gone from the server', () => {
  it('stays stored and is marked until the server sends it again', async () => {
    const { cache, firedKeys } = createCache();
    cache.markGone('w1');
    cache.markGone('w1');
    expect([cache.value('w1'), cache.isGone('w1'), firedKeys]).toEqual([initialRecord, true, [['w1']]]);
    cache.confirm([['w1', { ...initialRecord }]]);
    expect([cache.isGone('w1'), firedKeys]).toEqual([false, [['w1'], ['w1']]]);
    cache.markGone('w1');
    await cache.update('w1', { state: 'done' }, async () => ({ ...initialRecord, state: 'done' }));
    expect(cache.isGone('w1')).toBe(false);
  });

  it('stays marked when a copy is restored that the server sent earlier', () => {
    const { cache } = createCache();
    cache.markGone('w1');
    cache.restore([['w1', { ...initialRecord }, 1]]);
    expect(cache.isGone('w1')).toBe(true);
  });

  it('is not marked if the cache does not have it', () => {
    const { cache, firedKeys } = createCache();
    cache.markGone('w2');
    expect([cache.isGone('w2'), firedKeys]).toEqual([false, []]);
  });
});

describe('A change of a record', () => {
  it('is applied at once, and the record from the server stays available', async () => {
    const { cache, firedKeys } = createCache();
    const response = deferred<TestRecord>();
    const update = cache.update('w1', { name: 'Fix sign-in' }, () => response.promise);
    expect(cache.value('w1')).toEqual({ ...initialRecord, name: 'Fix sign-in' });
    expect(cache.confirmed('w1')).toBe(initialRecord);
    expect(firedKeys).toEqual([['w1']]);
    response.resolve({ ...initialRecord, name: 'Fix sign-in', updated_at: timeAt(1) });
    await update;
    expect(cache.value('w1')).toBe(cache.confirmed('w1'));
    expect(cache.confirmed('w1')).toMatchObject({ name: 'Fix sign-in', updated_at: timeAt(1) });
    expect(firedKeys).toEqual([['w1'], ['w1']]);
  });

  it('is no longer applied when the server rejects it, and its promise rejects with the same error', async () => {
    const { cache, firedKeys } = createCache();
    await expect(cache.update('w1', { name: 'Fix sign-in' }, () => Promise.reject(rejection))).rejects.toBe(rejection);
    expect(cache.value('w1')).toEqual(initialRecord);
    expect(firedKeys).toEqual([['w1'], ['w1']]);
  });

  it('is applied at once over an earlier change, and sent after the earlier change has ended', async () => {
    const { cache } = createCache();
    const [firstResponse, secondResponse] = [deferred<TestRecord>(), deferred<TestRecord>()];
    const sentNames: string[] = [];
    const updates = [
      cache.update('w1', { name: 'A', state: 'done' }, () => (sentNames.push('A'), firstResponse.promise)),
      cache.update('w1', { name: 'B' }, () => (sentNames.push('B'), secondResponse.promise)),
    ];
    await flushPromises();
    expect(sentNames).toEqual(['A']);
    expect(cache.value('w1')).toMatchObject({ name: 'B', state: 'done' });
    firstResponse.resolve({ name: 'A', state: 'done', updated_at: timeAt(1) });
    await updates[0];
    await flushPromises();
    expect(sentNames).toEqual(['A', 'B']);
    expect(cache.value('w1')).toMatchObject({ name: 'B', state: 'done' });
    secondResponse.resolve({ name: 'B', state: 'done', updated_at: timeAt(2) });
    await updates[1];
    expect(cache.confirmed('w1')).toMatchObject({ name: 'B', updated_at: timeAt(2) });
  });

  it('is sent even if an earlier change was rejected', async () => {
    const { cache } = createCache();
    const rejectedUpdate = cache.update('w1', { name: 'A' }, () => Promise.reject(rejection));
    const laterUpdate = cache.update('w1', { state: 'done' }, async () => ({
      ...initialRecord,
      state: 'done',
      updated_at: timeAt(1),
    }));
    await expect(rejectedUpdate).rejects.toBe(rejection);
    await laterUpdate;
    expect(cache.value('w1')).toEqual({ name: 'Fix login', state: 'done', updated_at: timeAt(1) });
  });

  it('does not wait for changes of other records', async () => {
    const { cache } = createCache();
    cache.confirm([['w2', { ...initialRecord, name: 'Other' }]]);
    const pendingResponse = new Promise<TestRecord>(() => undefined);
    void cache.update('w1', { name: 'A' }, () => pendingResponse);
    await cache.update('w2', { name: 'B' }, async () => ({ ...initialRecord, name: 'B' }));
    expect(cache.value('w2')?.name).toBe('B');
  });

  it('does not replace a newer record with its late response', async () => {
    const { cache } = createCache();
    const response = deferred<TestRecord>();
    const update = cache.update('w1', { name: 'A' }, () => response.promise);
    const newerRecord = { name: 'A colleague’s', state: 'done', updated_at: timeAt(5) };
    cache.confirm([['w1', newerRecord]]);
    expect(cache.value('w1')?.name).toBe('A');
    response.resolve({ name: 'A', state: 'todo', updated_at: timeAt(1) });
    await update;
    expect(cache.value('w1')).toEqual(newerRecord);
  });

  it('is applied only after the response if the record is not in the cache', async () => {
    const cache = new RecordCache<TestRecord>(systemClock);
    const update = cache.update('w1', { name: 'A' }, async () => ({ ...initialRecord, name: 'A' }));
    expect(cache.value('w1')).toBeUndefined();
    await update;
    expect(cache.value('w1')?.name).toBe('A');
  });

  it('is sent after all earlier changes of the record have ended, regardless of their outcomes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (outcomes) => {
        const { cache } = createCache();
        const log: string[] = [];
        let expected = initialRecord.name;
        const updates = outcomes.map((succeeds, index) =>
          cache.update('w1', { name: `n${index}` }, async () => {
            log.push(`out ${index}`);
            await Promise.resolve();
            log.push(`in ${index}`);
            if (!succeeds) throw rejection;
            expected = `n${index}`;
            return { ...initialRecord, name: expected };
          }),
        );
        expect(cache.value('w1')?.name).toBe(`n${outcomes.length - 1}`);
        await Promise.allSettled(updates);
        expect(log).toEqual(outcomes.flatMap((_, index) => [`out ${index}`, `in ${index}`]));
        expect(cache.value('w1')?.name).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });
});

describe('RecordCache', () => {
  it('drops a record that is older than the stored record', () => {
    const { cache, firedKeys } = createCache({ ...initialRecord, updated_at: timeAt(5) });
    cache.confirm([['w1', { ...initialRecord, name: 'Old', updated_at: timeAt(4) }]]);
    expect(cache.value('w1')?.name).toBe('Fix login');
    expect(firedKeys).toEqual([]);
  });

  it('compares times with different UTC offsets correctly', () => {
    const { cache } = createCache({ ...initialRecord, updated_at: '2026-11-20T09:05:00+00:00' });
    cache.confirm([['w1', { ...initialRecord, name: 'Old', updated_at: '2026-11-20T10:04:00+01:00' }]]);
    cache.confirm([['w1', { ...initialRecord, state: 'done', updated_at: '2026-11-20T04:06:00.123456-05:00' }]]);
    expect(cache.value('w1')).toMatchObject({ name: 'Fix login', state: 'done' });
  });

  it('stores a record that does not contain the time of its last change', () => {
    const { cache } = createCache();
    cache.confirm([['w1', { ...initialRecord, name: 'Undated', updated_at: undefined }]]);
    expect(cache.value('w1')?.name).toBe('Undated');
  });

  it('fires one event for a page of records, with the keys of the records that were stored', () => {
    const { cache, firedKeys } = createCache({ ...initialRecord, updated_at: timeAt(5) });
    cache.confirm([
      ['w1', { ...initialRecord, updated_at: timeAt(1) }],
      ['w2', initialRecord],
      ['w3', initialRecord],
    ]);
    expect(firedKeys).toEqual([['w2', 'w3']]);
    expect([...cache.all().keys()]).toEqual(['w1', 'w2', 'w3']);
  });

  it('forgets a record, and fires an event only if the record was stored', () => {
    const { cache, firedKeys } = createCache();
    cache.forget(['w9']);
    cache.forget(['w1']);
    expect(cache.value('w1')).toBeUndefined();
    expect(firedKeys).toEqual([['w1']]);
  });
});
