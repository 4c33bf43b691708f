// The message next to a request that is delayed by the rate limit.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { formatTimeWithSeconds } from '../../std/formatTime.ts';
import { Icon } from './button.tsx';
import './rateLimit.css';

/** Returns the message, or an empty string while no request is delayed. `until` is in milliseconds since the epoch. */
export function rateLimitText(until: number | undefined): string {
  return until === undefined
    ? ''
    : l10n.t("Plane's rate limit is reached. Continues at {0}.", formatTimeWithSeconds(until));
}

export function RateLimitMessage({ until }: { readonly until: number | undefined }): VNode | null {
  if (until === undefined) return null;
  return (
    <p class="rate-limit" data-testid="rate-limit">
      <Icon name="watch" /> {rateLimitText(until)}
    </p>
  );
}
