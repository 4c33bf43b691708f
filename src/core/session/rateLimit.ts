// Reports when requests wait for the server's rate limit, so that the user interface can show it.
import * as l10n from '@vscode/l10n';
import type { Client } from '../../client/api/client.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { formatTimeWithSeconds } from '../../std/formatTime.ts';
import type { Sessions } from './session.ts';

/** Reports when requests wait for the rate limit. `waitingUntil` is in milliseconds since the epoch. */
export type RateLimitStatus = Pick<Client['allowance'], 'waitingUntil' | 'onDidChange'>;

/**
 * Calls `listener` immediately and after each change, with the time at which the waiting requests are sent, or
 * undefined if no request waits.
 */
export function observeRateLimit(
  rateLimit: RateLimitStatus,
  listener: (until: number | undefined) => void,
): Disposable {
  listener(rateLimit.waitingUntil);
  return rateLimit.onDidChange(() => listener(rateLimit.waitingUntil));
}

/** Calls `observeRateLimit` for the current session, and again whenever the session changes. */
export function observeSessionRateLimit(sessions: Sessions, listener: (until: number | undefined) => void): Disposable {
  const disposables = new DisposableStore();
  let subscription: Disposable | undefined;
  const observeCurrentSession = (): void => {
    subscription?.dispose();
    subscription = undefined;
    if (sessions.current === undefined) listener(undefined);
    else subscription = observeRateLimit(sessions.current.client.allowance, listener);
  };
  disposables.add(sessions.onDidChange(observeCurrentSession));
  disposables.add({ dispose: () => subscription?.dispose() });
  observeCurrentSession();
  return disposables;
}

/** The message shows the time with seconds, because requests wait for at most about a minute. */
export function rateLimitMessage(until: number): string {
  return l10n.t("Plane's rate limit is reached. Continues at {0}.", formatTimeWithSeconds(until));
}
