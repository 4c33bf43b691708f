// Owns a moment on the page, which grows older while it is looked at.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { absoluteTime, relativeTime } from './relativeTime.ts';

/** How often a shown age is looked at again, in milliseconds. */
const AGES_EVERY = 60_000;

/** Nothing when the moment cannot be read. */
export function Time({ at, now }: { readonly at: string; readonly now: () => number }): VNode | null {
  const [present, setPresent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setPresent(now()), AGES_EVERY);
    return () => clearInterval(timer);
  }, [now]);
  const words = relativeTime(at, present);
  if (words === undefined) return null;
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {words}
    </time>
  );
}
