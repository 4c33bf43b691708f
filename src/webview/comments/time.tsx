// A relative time that is updated while it is displayed.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { absoluteTime, relativeTime } from './relativeTime.ts';

/** How often a displayed time is updated, in milliseconds. */
const AGES_EVERY = 60_000;

/** Renders nothing when the time cannot be parsed. */
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
