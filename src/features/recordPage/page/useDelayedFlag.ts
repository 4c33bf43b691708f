// A hook for indicators that appear only when an operation takes long, to avoid flicker.
import { useEffect, useState } from 'preact/hooks';

/** Returns whether `isActive` has been true for this many milliseconds without interruption. */
export function useDelayedFlag(isActive: boolean, milliseconds: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    setHasElapsed(false);
    if (!isActive) return undefined;
    const timer = setTimeout(() => setHasElapsed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isActive, milliseconds]);
  return isActive && hasElapsed;
}
