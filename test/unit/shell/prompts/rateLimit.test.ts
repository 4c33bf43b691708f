// Tests that quick inputs and progress notifications show a wait for the rate limit.
import { describe, expect, it } from 'vitest';
import { rateLimitMessage } from '../../../../src/core/session/rateLimit.ts';
import { reportWithRateLimit, showRateLimitInTitle } from '../../../../src/shell/prompts/rateLimit.ts';
import { Emitter } from '../../../../src/std/event.ts';

const UNTIL = Date.UTC(2026, 10, 20, 9, 30, 15);

/** Returns a rate limit whose state a test can change. */
function createRateLimit() {
  const changeEmitter = new Emitter<void>();
  const state: { waitingUntil: number | undefined } = { waitingUntil: undefined };
  return {
    limit: {
      get waitingUntil() {
        return state.waitingUntil;
      },
      onDidChange: changeEmitter.event,
    },
    setWaitingUntil: (until: number | undefined) => {
      state.waitingUntil = until;
      changeEmitter.fire();
    },
  };
}

describe('showRateLimitInTitle', () => {
  it('appends the rate limit message to the title while requests wait, until the listener is disposed', () => {
    const { limit, setWaitingUntil } = createRateLimit();
    const picker = { title: 'Change State' } as Parameters<typeof showRateLimitInTitle>[0];
    const titleListener = showRateLimitInTitle(picker, limit);
    expect(picker.title).toBe('Change State');
    setWaitingUntil(UNTIL);
    expect(picker.title).toBe(`Change State — ${rateLimitMessage(UNTIL)}`);
    setWaitingUntil(undefined);
    expect(picker.title).toBe('Change State');
    titleListener.dispose();
    setWaitingUntil(UNTIL);
    expect(picker.title).toBe('Change State');
  });
});

describe('reportWithRateLimit', () => {
  it('appends the rate limit message to the progress message while requests wait', () => {
    const { limit, setWaitingUntil } = createRateLimit();
    const reports: { readonly message?: string; readonly increment?: number }[] = [];
    const reporter = reportWithRateLimit({ report: (step) => void reports.push(step) }, limit);
    reporter.report({ message: '1 of 2', increment: 50 });
    expect(reports.at(-1)).toEqual({ message: '1 of 2', increment: 50 });
    setWaitingUntil(UNTIL);
    expect(reports.at(-1)).toEqual({ message: `1 of 2 — ${rateLimitMessage(UNTIL)}` });
    reporter.report({ message: '2 of 2', increment: 50 });
    expect(reports.at(-1)).toEqual({ message: `2 of 2 — ${rateLimitMessage(UNTIL)}`, increment: 50 });
    setWaitingUntil(undefined);
    expect(reports.at(-1)).toEqual({ message: '2 of 2' });
    reporter.dispose();
    setWaitingUntil(UNTIL);
    expect(reports.at(-1)).toEqual({ message: '2 of 2' });
  });
});
