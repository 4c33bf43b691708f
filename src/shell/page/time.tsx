// Relative times, which are updated while the page is visible.
import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { PageContext } from './pageContext.ts';
import { absoluteTime, relativeTime } from './relativeTime.ts';

/** The interval at which the times of a visible page are updated, in milliseconds. */
const UPDATE_INTERVAL_MS = 60_000;

/** The number of updates. When it changes, what depends on the time renders again. */
const UpdateContext = createContext(0);

/** Updates all times in `children`, also when the page becomes visible. */
export function TimeUpdates({ children }: { readonly children: ComponentChildren }): VNode {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const update = () => setCount(count + 1);
    const timer = document.hidden ? undefined : setTimeout(update, UPDATE_INTERVAL_MS);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [count]);
  return <UpdateContext.Provider value={count}>{children}</UpdateContext.Provider>;
}

/** Returns the current time of the page in milliseconds. The component renders again when times are updated. */
export function useNow(): number {
  useContext(UpdateContext);
  return useContext(PageContext)?.page.now() ?? Date.now();
}

interface TimeProps {
  readonly at: string;
  /**
   * Returns a sentence that contains the relative time. If this function is undefined, only the relative time is shown.
   */
  readonly formatText?: (time: string) => string;
}

/** A relative time with the absolute time as tooltip. Renders nothing if `at` is not a valid time. */
export function Time({ at, formatText = (time) => time }: TimeProps): VNode | null {
  const time = relativeTime(at, useNow());
  if (time === undefined) return null;
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {formatText(time)}
    </time>
  );
}
