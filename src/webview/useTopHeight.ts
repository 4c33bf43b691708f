// Sets a CSS property to the height of the sticky top of the page, so that other parts can stick below it.
import { useCallback, useRef } from 'preact/hooks';

/**
 * Returns a ref callback for the element at the top, which sets `--top-height` of its parent to its height.
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
