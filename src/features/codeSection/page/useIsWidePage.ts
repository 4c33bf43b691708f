// Whether the page is wide enough for the section Code beside the text.
import { useEffect, useState } from 'preact/hooks';

/** The media query for pages with a column of properties; see `app.css` and `properties.css`. */
const WIDE_PAGE_QUERY = '(min-width: 840px)';

/** Returns whether the page is wide, so that the section Code is in the column of properties. */
export function useIsWidePage(): boolean {
  const [isWidePage, setIsWidePage] = useState(() => matchMedia(WIDE_PAGE_QUERY).matches);
  useEffect(() => {
    const query = matchMedia(WIDE_PAGE_QUERY);
    const update = () => setIsWidePage(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isWidePage;
}
