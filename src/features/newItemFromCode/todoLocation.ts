// Converts the location of a TODO comment to the text that a draft stores, and back.
import { parseJson } from '../../std/json.ts';

export interface TodoLocation {
  /** The URI of the file that contains the comment. */
  readonly uri: string;
  /** The line number when the draft was created. The first line is 0. */
  readonly line: number;
  /** The text of the whole line that contains the comment. */
  readonly text: string;
  /** The identifier in the comment that the identifier of the new work item replaces. */
  readonly replaces?: string | undefined;
}

export function formatTodoLocation({ uri, line, text, replaces }: TodoLocation): string {
  return JSON.stringify({ kind: 'comment', uri, line, text, replaces });
}

/** Parses the text that `formatTodoLocation` returns. Returns undefined for any other text. */
export function parseTodoLocation(storedText: string): TodoLocation | undefined {
  const parsedLocation = parseJson(storedText);
  if (
    typeof parsedLocation !== 'object' ||
    parsedLocation === null ||
    !('kind' in parsedLocation && 'uri' in parsedLocation && 'line' in parsedLocation && 'text' in parsedLocation)
  )
    return undefined;
  const { kind, uri, line, text } = parsedLocation;
  const isTodoLocation =
    kind === 'comment' && typeof uri === 'string' && typeof line === 'number' && typeof text === 'string';
  const replaces = 'replaces' in parsedLocation ? parsedLocation.replaces : undefined;
  return isTodoLocation ? { uri, line, text, ...(typeof replaces === 'string' ? { replaces } : {}) } : undefined;
}
