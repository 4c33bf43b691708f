// A relative time that is updated while it is displayed.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { absoluteTime, relativeTime } from './relativeTime.ts';

/** How often a displayed time is updated, in milliseconds. */
const AGES_EVERY = 60_000;

interface TimeProps {
  readonly at: string;
  readonly now: () => number;
  /** Returns the sentence around the relative time. Without it, only the time is shown. */
  readonly textOf?: (time: string) => string;
}

/** Renders nothing when the time cannot be parsed. */
export function Time({ at, now, textOf = (time) => time }: TimeProps): VNode | null {
  const [present, setPresent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setPresent(now()), AGES_EVERY);
    return () => clearInterval(timer);
  }, [now]);
  const time = relativeTime(at, present);
  if (time === undefined) return null;
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {textOf(time)}
    </time>
  );
}
