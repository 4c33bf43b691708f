// Tests the record cache: values while changes are unanswered, answered, rejected and late.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordCache } from '../../../src/cache/recordCache.ts';
import { ApiError } from '../../../src/client/apiError.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { settled } from '../../support/clock.ts';
import { deferred } from '../std/deferred.ts';

interface Record_ {
  readonly name: string;
  readonly state: string;
  readonly updated_at: string | undefined;
}

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();
const first: Record_ = { name: 'Fix login', state: 'todo', updated_at: at(0) };
const refusal = new ApiError({ kind: 'rejected', status: 400, detail: 'No', fields: {} });

function cacheWith(record: Record_ = first): { readonly cache: RecordCache<Record_>; readonly fired: string[][] } {
  const cache = new RecordCache<Record_>(systemClock);
  cache.confirm([['w1', record]]);
  const fired: string[][] = [];
  cache.onDidChange((keys) => fired.push([...keys]));
  return { cache, fired };
}

describe('A record from the server', () => {
  it('updates its time when it arrives again, but not when its answer is late', () => {
    let now = 1_000;
    const cache = new RecordCache<Record_>({ ...systemClock, now: () => now });
    cache.restore([['w1', first, 500]]);
    expect(cache.fetchedAt('w1')).toBe(500);
    cache.confirm([['w1', { ...first }]]);
    expect(cache.fetchedAt('w1')).toBe(1_000);
    now = 2_000;
    cache.confirm([['w1', { ...first, updated_at: new Date(0).toISOString() }]]);
    expect(cache.fetchedAt('w1')).toBe(1_000);
    cache.forget('w1');
    expect(cache.fetchedAt('w1')).toBeUndefined();
  });

  it('fires no event if it equals the known record', () => {
    const { cache, fired } = cacheWith();
    cache.confirm([['w1', { ...first }]]);
    expect(fired).toEqual([]);
    cache.confirm([
      ['w1', { ...first, state: 'done' }],
      ['w2', first],
    ]);
    expect(fired).toEqual([['w1', 'w2']]);
  });
});

describe('A change', () => {
  it('is shown at once, and the record from the server stays available', async () => {
    const { cache, fired } = cacheWith();
    const answer = deferred<Record_>();
    const asked = cache.update('w1', { name: 'Fix sign-in' }, () => answer.promise);
    expect(cache.value('w1')).toEqual({ ...first, name: 'Fix sign-in' });
    expect(cache.confirmed('w1')).toBe(first);
    expect(fired).toEqual([['w1']]);
    answer.resolve({ ...first, name: 'Fix sign-in', updated_at: at(1) });
    await asked;
    expect(cache.value('w1')).toBe(cache.confirmed('w1'));
    expect(cache.confirmed('w1')).toMatchObject({ name: 'Fix sign-in', updated_at: at(1) });
    expect(fired).toEqual([['w1'], ['w1']]);
  });

  it('is dropped when it is rejected, and rejects with the same error', async () => {
    const { cache, fired } = cacheWith();
    await expect(cache.update('w1', { name: 'Fix sign-in' }, () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(cache.value('w1')).toEqual(first);
    expect(fired).toEqual([['w1'], ['w1']]);
  });

  it('is queued until the previous one is answered, and both are shown, the later one on top', async () => {
    const { cache } = cacheWith();
    const [one, other] = [deferred<Record_>(), deferred<Record_>()];
    const sent: string[] = [];
    const asks = [
      cache.update('w1', { name: 'A', state: 'done' }, () => (sent.push('A'), one.promise)),
      cache.update('w1', { name: 'B' }, () => (sent.push('B'), other.promise)),
    ];
    await settled();
    expect(sent).toEqual(['A']);
    expect(cache.value('w1')).toMatchObject({ name: 'B', state: 'done' });
    one.resolve({ name: 'A', state: 'done', updated_at: at(1) });
    await asks[0];
    await settled();
    expect(sent).toEqual(['A', 'B']);
    expect(cache.value('w1')).toMatchObject({ name: 'B', state: 'done' });
    other.resolve({ name: 'B', state: 'done', updated_at: at(2) });
    await asks[1];
    expect(cache.confirmed('w1')).toMatchObject({ name: 'B', updated_at: at(2) });
  });

  it('is sent although the previous one was rejected', async () => {
    const { cache } = cacheWith();
    const refused = cache.update('w1', { name: 'A' }, () => Promise.reject(refusal));
    const kept = cache.update('w1', { state: 'done' }, async () => ({ ...first, state: 'done', updated_at: at(1) }));
    await expect(refused).rejects.toBe(refusal);
    await kept;
    expect(cache.value('w1')).toEqual({ name: 'Fix login', state: 'done', updated_at: at(1) });
  });

  it('is not queued behind changes of other records', async () => {
    const { cache } = cacheWith();
    cache.confirm([['w2', { ...first, name: 'Other' }]]);
    const never = new Promise<Record_>(() => undefined);
    void cache.update('w1', { name: 'A' }, () => never);
    await cache.update('w2', { name: 'B' }, async () => ({ ...first, name: 'B' }));
    expect(cache.value('w2')?.name).toBe('B');
  });

  it('that is answered late does not overwrite a newer record', async () => {
    const { cache } = cacheWith();
    const answer = deferred<Record_>();
    const asked = cache.update('w1', { name: 'A' }, () => answer.promise);
    const younger = { name: 'A colleague’s', state: 'done', updated_at: at(5) };
    cache.confirm([['w1', younger]]);
    expect(cache.value('w1')?.name).toBe('A');
    answer.resolve({ name: 'A', state: 'todo', updated_at: at(1) });
    await asked;
    expect(cache.value('w1')).toEqual(younger);
  });

  it('of an unknown record shows nothing until it is answered', async () => {
    const cache = new RecordCache<Record_>(systemClock);
    const asked = cache.update('w1', { name: 'A' }, async () => ({ ...first, name: 'A' }));
    expect(cache.value('w1')).toBeUndefined();
    await asked;
    expect(cache.value('w1')?.name).toBe('A');
  });

  it('is the only one in flight for its record, in order, for any number and any outcomes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (outcomes) => {
        const { cache } = cacheWith();
        const log: string[] = [];
        let expected = first.name;
        const asks = outcomes.map((good, index) =>
          cache.update('w1', { name: `n${index}` }, async () => {
            log.push(`out ${index}`);
            await Promise.resolve();
            log.push(`in ${index}`);
            if (!good) throw refusal;
            expected = `n${index}`;
            return { ...first, name: expected };
          }),
        );
        expect(cache.value('w1')?.name).toBe(`n${outcomes.length - 1}`);
        await Promise.allSettled(asks);
        expect(log).toEqual(outcomes.flatMap((_, index) => [`out ${index}`, `in ${index}`]));
        expect(cache.value('w1')?.name).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });
});

describe('RecordCache', () => {
  it('drops a record that is older than the known one', () => {
    const { cache, fired } = cacheWith({ ...first, updated_at: at(5) });
    cache.confirm([['w1', { ...first, name: 'Old', updated_at: at(4) }]]);
    expect(cache.value('w1')?.name).toBe('Fix login');
    expect(fired).toEqual([]);
  });

  it('compares times as instants, whatever their UTC offset', () => {
    const { cache } = cacheWith({ ...first, updated_at: '2026-11-20T09:05:00+00:00' });
    cache.confirm([['w1', { ...first, name: 'Old', updated_at: '2026-11-20T10:04:00+01:00' }]]);
    cache.confirm([['w1', { ...first, state: 'done', updated_at: '2026-11-20T04:06:00.123456-05:00' }]]);
    expect(cache.value('w1')).toMatchObject({ name: 'Fix login', state: 'done' });
  });

  it('stores a record without a time', () => {
    const { cache } = cacheWith();
    cache.confirm([['w1', { ...first, name: 'Undated', updated_at: undefined }]]);
    expect(cache.value('w1')?.name).toBe('Undated');
  });

  it('fires once for a whole page, with the keys that were stored', () => {
    const { cache, fired } = cacheWith({ ...first, updated_at: at(5) });
    cache.confirm([
      ['w1', { ...first, updated_at: at(1) }],
      ['w2', first],
      ['w3', first],
    ]);
    expect(fired).toEqual([['w2', 'w3']]);
    expect([...cache.all().keys()]).toEqual(['w1', 'w2', 'w3']);
  });

  it('forgets a record, and fires only if there was one', () => {
    const { cache, fired } = cacheWith();
    cache.forget('w9');
    cache.forget('w1');
    expect(cache.value('w1')).toBeUndefined();
    expect(fired).toEqual([['w1']]);
  });
});
