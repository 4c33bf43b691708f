// A hook for indicators that appear only when something takes long, to avoid flicker.
import { useEffect, useState } from 'preact/hooks';

/** Whether `isSo` has been true for this many milliseconds without interruption. */
export function useDelayed(isSo: boolean, milliseconds: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    setHasLasted(false);
    if (!isSo) return undefined;
    const timer = setTimeout(() => setHasLasted(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isSo, milliseconds]);
  return isSo && hasLasted;
}
