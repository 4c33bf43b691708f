// The message above the rows of a view, which is one line: the side bar is narrow. Tooltips and the log have the rest.
import * as l10n from '@vscode/l10n';
import { formatTime, formatTimeWithSeconds } from '../../../std/formatTime.ts';

/** What the message says. All times are in milliseconds since the epoch; what does not apply is undefined or ''. */
export interface ViewStatus {
  readonly isKeyRejected: boolean;
  /** The filter in little space; see `shortFilterText`. */
  readonly filter: string;
  /** When the server could not be reached for the first time since it last responded. */
  readonly unreachableSince: number | undefined;
  /** When the oldest list of an earlier run was read, which the server has not confirmed yet. */
  readonly staleSince: number | undefined;
  /** When requests of the view that wait for the rate limit are sent. */
  readonly waitingUntil: number | undefined;
}

/** Returns, for example, `Filter: open · me` or `Not reachable since 23:35, shown as of 23:31`; '' if all is usual. */
export function viewMessage(status: ViewStatus, now: number): string {
  const { isKeyRejected, filter, waitingUntil } = status;
  return [
    isKeyRejected ? l10n.t('The server rejects the key or token') : '',
    filter === '' ? '' : l10n.t('Filter: {0}', filter),
    connectionText(status, now),
    waitingUntil === undefined ? '' : l10n.t('Rate limit reached until {0}', formatTimeWithSeconds(waitingUntil)),
  ]
    .filter(Boolean)
    .join(' · ');
}

function connectionText({ unreachableSince, staleSince }: ViewStatus, now: number): string {
  const staleTime = staleSince === undefined ? '' : formatTime(staleSince, now);
  if (unreachableSince === undefined) return staleTime === '' ? '' : l10n.t('Shown as of {0}', staleTime);
  const time = formatTime(unreachableSince, now);
  return staleTime === ''
    ? l10n.t('Not reachable since {0}', time)
    : l10n.t('Not reachable since {0}, shown as of {1}', time, staleTime);
}
