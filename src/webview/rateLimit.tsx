// Owns what a page shows beside something that waits for the server's rate limit.
import type { VNode } from 'preact';
import { Icon } from './button.tsx';
import './rateLimit.css';

/** Empty while nothing waits. `until` is in milliseconds since the epoch. */
export function rateLimitText(until: number | undefined): string {
  return until === undefined ? '' : `Rate limit reached. Requests resume at ${new Date(until).toLocaleTimeString()}.`;
}

export function RateLimit({ until }: { readonly until: number | undefined }): VNode | null {
  if (until === undefined) return null;
  return (
    <p class="rate-limit" data-testid="rate-limit">
      <Icon name="watch" /> {rateLimitText(until)}
    </p>
  );
}
