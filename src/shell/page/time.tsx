// A relative time that is updated while it is displayed.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { absoluteTime, relativeTime } from './relativeTime.ts';

/** The interval at which a displayed time is updated, in milliseconds. */
const UPDATE_INTERVAL_MS = 60_000;

interface TimeProps {
  readonly at: string;
  readonly now: () => number;
  /**
   * Returns a sentence that contains the relative time. If this function is undefined, only the relative time is shown.
   */
  readonly formatText?: (time: string) => string;
}

/** A relative time with the absolute time as tooltip. Renders nothing if `at` is not a valid time. */
export function Time({ at, now, formatText = (time) => time }: TimeProps): VNode | null {
  const [currentTime, setCurrentTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrentTime(now()), UPDATE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [now]);
  const time = relativeTime(at, currentTime);
  if (time === undefined) return null;
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {formatText(time)}
    </time>
  );
}
