// A hook that returns the lines of texts that lead to code.
import { useMemo } from 'preact/hooks';
import { type LineLinks, lineKey } from '../../../richText/editor/lineLinks.ts';
import { usePageValue } from '../usePageValue.ts';

/** Returns the lines of stack traces whose files are in the open folders, until they change as the same object. */
export function useLineLinks(): LineLinks {
  const rows = usePageValue(({ model }) => model?.discussion?.code.places.rows);
  return useMemo(
    () =>
      new Map(
        rows?.flatMap(({ id, isStackFrame, detail }) => (isStackFrame === true ? [[lineKey(detail ?? ''), id]] : [])),
      ),
    [rows],
  );
}
