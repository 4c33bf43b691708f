// Owns the proof that equal readings under way are one request.
import { describe, expect, it } from 'vitest';
import { share } from '../../../../src/client/middleware/share.ts';
import { settled } from '../../../support/clock.ts';
import { answerOf, byHand, faultFrom, reading, writing } from '../calls.ts';

function shared() {
  const { send, sent } = byHand();
  return { ask: share()(send), sent };
}

describe('sharing', () => {
  it('gives equal readings one answer', async () => {
    const { ask, sent } = shared();
    const both = [ask(reading()), ask(reading())];
    expect(sent).toHaveLength(1);
    sent[0]?.answer(answerOf(200));
    expect(await Promise.all(both)).toEqual([answerOf(200), answerOf(200)]);
  });

  it('gives equal readings one fault', async () => {
    const { ask, sent } = shared();
    const both = [faultFrom(ask(reading())), faultFrom(ask(reading()))];
    sent[0]?.fail({ kind: 'timeout', afterMs: 1 });
    expect(await Promise.all(both)).toEqual([
      { kind: 'timeout', afterMs: 1 },
      { kind: 'timeout', afterMs: 1 },
    ]);
  });

  it('keeps different targets, and writes, apart', () => {
    const { ask, sent } = shared();
    void ask(reading());
    void ask(reading({ target: '/api/v1/users/me/?x=1' }));
    void ask(writing());
    void ask(writing());
    expect(sent).toHaveLength(4);
  });

  it('asks afresh once the answer has come', async () => {
    const { ask, sent } = shared();
    const first = ask(reading());
    sent[0]?.answer(answerOf(200));
    await first;
    void ask(reading());
    expect(sent).toHaveLength(2);
  });

  it('lets one who gives up leave, and the others wait on', async () => {
    const { ask, sent } = shared();
    const leaver = new AbortController();
    const left = faultFrom(ask(reading({ signal: leaver.signal })));
    const stays = ask(reading());
    leaver.abort();
    expect(await left).toEqual({ kind: 'cancelled' });
    expect(sent[0]?.call.signal?.aborted).toBe(false);
    sent[0]?.answer(answerOf(200));
    expect(await stays).toEqual(answerOf(200));
  });

  it('aborts the request when all have left, and asks afresh for whoever comes then', async () => {
    const { ask, sent } = shared();
    const leaver = new AbortController();
    const left = [ask(reading({ signal: leaver.signal })), ask(reading({ signal: leaver.signal }))].map(faultFrom);
    leaver.abort();
    await Promise.all(left);
    expect(sent[0]?.call.signal?.aborted).toBe(true);
    void ask(reading());
    expect(sent).toHaveLength(2);
  });

  it('sends nothing for one who had given up before', async () => {
    const { ask, sent } = shared();
    expect(await faultFrom(ask(reading({ signal: AbortSignal.abort() })))).toEqual({ kind: 'cancelled' });
    expect(sent).toHaveLength(0);
  });

  it('becomes as urgent as its most urgent waiter, and says so', () => {
    const { ask, sent } = shared();
    void ask(reading({ urgency: 'idle' }));
    let rises = 0;
    sent[0]?.call.onDidRise?.(() => {
      rises += 1;
    });
    void ask(reading({ urgency: 'asked' }));
    void ask(reading({ urgency: 'visible' }));
    expect(sent[0]?.call.urgency).toBe('asked');
    expect(rises).toBe(1);
  });

  it('takes nobody on to a reading that began before a write was answered', async () => {
    const { ask, sent } = shared();
    const before = ask(reading());
    const write = ask(writing());
    sent[1]?.answer(answerOf(201));
    await write;
    const after = ask(reading());
    expect(sent).toHaveLength(3);
    sent[0]?.answer(answerOf(200, '"old"'));
    expect((await before).body).toBe('"old"');
    await settled();
    void ask(reading());
    expect(sent).toHaveLength(3);
    sent[2]?.answer(answerOf(200, '"new"'));
    expect((await after).body).toBe('"new"');
  });
});
