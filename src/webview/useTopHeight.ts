// Tells the styles how high the sticky top of the page is, so that other parts can stick below it.
import { useCallback, useRef } from 'preact/hooks';

/**
 * Returns a reference for the top's element, which sets `--top-height` of the parent element to the height of the top.
 */
export function useTopHeight(): (top: HTMLElement | null) => void {
  const observerRef = useRef<ResizeObserver | undefined>(undefined);
  return useCallback((top: HTMLElement | null) => {
    observerRef.current?.disconnect();
    if (!top) return;
    observerRef.current = new ResizeObserver(() =>
      top.parentElement?.style.setProperty('--top-height', `${top.offsetHeight}px`),
    );
    observerRef.current.observe(top);
  }, []);
}
