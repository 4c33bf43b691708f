// Tests when a write of an agent counts as confirmed, exceeds the limit, or counts as repeated.
import { describe, expect, it } from 'vitest';
import { UnansweredWrites } from '../../../src/agents/unansweredWrites.ts';
import { ShownConfirmations } from '../../../src/agents/writes/shownConfirmations.ts';
import { WriteLimit } from '../../../src/agents/writes/writeLimit.ts';
import { FakeClock } from '../../support/clock.ts';

describe('A write of an agent', () => {
  it('is confirmed only once, and only by a confirmation of the same call with the same change', () => {
    const shownConfirmations = new ShownConfirmations(new FakeClock());
    shownConfirmations.add('update WEB-1', 'Todo to Done');
    expect(shownConfirmations.consume('update WEB-2', 'Todo to Done')).toBe(false);
    expect(shownConfirmations.consume('update WEB-1', 'Todo to Done')).toBe(true);
    expect(shownConfirmations.consume('update WEB-1', 'Todo to Done')).toBe(false);
  });

  it('is not confirmed if the value on the server has changed since the confirmation was shown', () => {
    const shownConfirmations = new ShownConfirmations(new FakeClock());
    shownConfirmations.add('update WEB-1', 'Todo to Done');
    expect(shownConfirmations.consume('update WEB-1', 'In Review to Done')).toBe(false);
    expect(shownConfirmations.consume('update WEB-1', 'Todo to Done')).toBe(false);
  });

  it('is not confirmed by a confirmation that is older than ten minutes', async () => {
    const clock = new FakeClock();
    const shownConfirmations = new ShownConfirmations(clock);
    shownConfirmations.add('update WEB-1', 'Todo to Done');
    await clock.advance(600_001);
    expect(shownConfirmations.consume('update WEB-1', 'Todo to Done')).toBe(false);
  });

  it('is over the limit if the permitted number of writes was sent with its account within the last minute', async () => {
    const clock = new FakeClock();
    const limit = new WriteLimit(clock, 3);
    for (let count = 0; count < 3; count += 1) {
      expect(limit.isReached('a')).toBe(false);
      limit.add('a');
      await clock.advance(10_000);
    }
    expect(limit.isReached('a')).toBe(true);
    expect(limit.isReached('b')).toBe(false);
    await clock.advance(30_001);
    expect(limit.isReached('a')).toBe(false);
    expect(new WriteLimit(clock, 0).isReached('a')).toBe(true);
  });

  it('has the same external id when it is repeated within an hour of an attempt that got no response', async () => {
    const clock = new FakeClock();
    const ids = ['one', 'two', 'three'];
    const unansweredWrites = new UnansweredWrites(clock, () => ids.shift() ?? '');
    expect(unansweredWrites.begin('create A')).toEqual({ externalId: 'one', isRepeated: false });
    expect(unansweredWrites.begin('create A')).toEqual({ externalId: 'one', isRepeated: true });
    unansweredWrites.end('create A');
    expect(unansweredWrites.begin('create A')).toEqual({ externalId: 'two', isRepeated: false });
    await clock.advance(3_600_000);
    expect(unansweredWrites.begin('create A')).toEqual({ externalId: 'three', isRepeated: false });
  });
});
