// Tests that quick inputs and progress notifications show a wait for the rate limit.
import { describe, expect, it } from 'vitest';
import { rateLimitMessage } from '../../../src/session/rateLimit.ts';
import { Emitter } from '../../../src/std/event.ts';
import { reportWithRateLimit, showRateLimitInTitle } from '../../../src/workbench/ui/rateLimit.ts';

const UNTIL = Date.UTC(2026, 10, 20, 9, 30, 15);

/** A rate limit that a test sets. */
function rateLimit() {
  const changed = new Emitter<void>();
  const state: { waitingUntil: number | undefined } = { waitingUntil: undefined };
  return {
    limit: {
      get waitingUntil() {
        return state.waitingUntil;
      },
      onDidChange: changed.event,
    },
    wait: (until: number | undefined) => {
      state.waitingUntil = until;
      changed.fire();
    },
  };
}

describe('showRateLimitInTitle', () => {
  it('shows the wait after the title while requests wait', () => {
    const { limit, wait } = rateLimit();
    const picker = { title: 'Change State' } as Parameters<typeof showRateLimitInTitle>[0];
    const shown = showRateLimitInTitle(picker, limit);
    expect(picker.title).toBe('Change State');
    wait(UNTIL);
    expect(picker.title).toBe(`Change State — ${rateLimitMessage(UNTIL)}`);
    wait(undefined);
    expect(picker.title).toBe('Change State');
    shown.dispose();
    wait(UNTIL);
    expect(picker.title).toBe('Change State');
  });
});

describe('reportWithRateLimit', () => {
  it('shows the wait after the message, and only the message when the wait is over', () => {
    const { limit, wait } = rateLimit();
    const seen: { readonly message?: string; readonly increment?: number }[] = [];
    const reporting = reportWithRateLimit({ report: (step) => void seen.push(step) }, limit);
    reporting.report({ message: '1 of 2', increment: 50 });
    expect(seen.at(-1)).toEqual({ message: '1 of 2', increment: 50 });
    wait(UNTIL);
    expect(seen.at(-1)).toEqual({ message: `1 of 2 — ${rateLimitMessage(UNTIL)}` });
    reporting.report({ message: '2 of 2', increment: 50 });
    expect(seen.at(-1)).toEqual({ message: `2 of 2 — ${rateLimitMessage(UNTIL)}`, increment: 50 });
    wait(undefined);
    expect(seen.at(-1)).toEqual({ message: '2 of 2' });
    reporting.dispose();
    wait(UNTIL);
    expect(seen.at(-1)).toEqual({ message: '2 of 2' });
  });
});
