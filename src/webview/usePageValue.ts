// A hook that reads the page's state in a memoized component deep inside the page.
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { PageContext } from './pageContext.ts';
import type { PageState } from './pageStore.ts';

/**
 * Returns what `select` reads from the page's state, and renders again when that changes. Returns undefined outside of
 * a page.
 */
export function usePageValue<Value>(select: (state: PageState) => Value): Value | undefined {
  const page = useContext(PageContext)?.page;
  const [, tick] = useReducer<number, undefined>((count) => count + 1, 0);
  const shown = useRef<Value | undefined>(undefined);
  shown.current = page && select(page.state);
  useLayoutEffect(
    () =>
      page?.subscribe(() => {
        if (select(page.state) !== shown.current) tick(undefined);
      }),
    [page],
  );
  return shown.current;
}
