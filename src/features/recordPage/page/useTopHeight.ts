// Sets a CSS property to the height of the top of the page, which does not scroll, so that other parts stay below it.
import { useCallback, useRef } from 'preact/hooks';

/** Returns a ref callback for the top element. It stores the height of the element in its parent's `--top-height`. */
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
