// A hook that reads the page's state in a memoized component deep inside the page.
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { PageState } from './model/pageStore.ts';
import { PageContext } from './pageContext.ts';

/**
 * Returns the value that `select` reads from the page's state, and renders the component again when the value changes.
 * Returns undefined outside of a page.
 */
export function usePageValue<Value>(select: (state: PageState) => Value): Value | undefined {
  const page = useContext(PageContext)?.page;
  const [, renderAgain] = useReducer<number, undefined>((count) => count + 1, 0);
  const renderedValue = useRef<Value | undefined>(undefined);
  renderedValue.current = page && select(page.state);
  useLayoutEffect(
    () =>
      page?.subscribe(() => {
        if (select(page.state) !== renderedValue.current) renderAgain(undefined);
      }),
    [page],
  );
  return renderedValue.current;
}
