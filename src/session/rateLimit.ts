// Reports waits for the server's rate limit to everything that shows them.
import * as l10n from '@vscode/l10n';
import type { Client } from '../client/client.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import { formatTimeOfDay } from '../std/formatTime.ts';
import type { Sessions } from './session.ts';

/** The part of a client's allowance that reports waits. `waitingUntil` is in milliseconds since the epoch. */
export type RateLimit = Pick<Client['allowance'], 'waitingUntil' | 'onDidChange'>;

/** Calls `listener` now and at each change with the time at which requests resume; undefined while none waits. */
export function followRateLimit(rateLimit: RateLimit, listener: (until: number | undefined) => void): Disposable {
  listener(rateLimit.waitingUntil);
  return rateLimit.onDidChange(() => listener(rateLimit.waitingUntil));
}

/** Calls `followRateLimit` for the current session, and again whenever the session changes. */
export function followSessionRateLimit(sessions: Sessions, listener: (until: number | undefined) => void): Disposable {
  const disposables = new Disposables();
  let following: Disposable | undefined;
  const follow = (): void => {
    following?.dispose();
    following = undefined;
    if (sessions.current === undefined) listener(undefined);
    else following = followRateLimit(sessions.current.client.allowance, listener);
  };
  disposables.add(sessions.onDidChange(follow));
  disposables.add({ dispose: () => following?.dispose() });
  follow();
  return disposables;
}

/** With seconds, because a wait is at most about a minute. */
export function rateLimitMessage(until: number): string {
  return l10n.t('Rate limit reached. Requests resume at {0}.', formatTimeOfDay(until));
}
