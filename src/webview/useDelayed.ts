// Owns what is shown only when something takes long, so that nothing flashes.
import { useEffect, useState } from 'preact/hooks';

/** Whether it has been so for this many milliseconds without a break. */
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
