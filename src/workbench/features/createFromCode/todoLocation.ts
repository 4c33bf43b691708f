// Converts the location of a TODO comment to the text that a draft stores, and back.
import { parseJson } from '../../../std/json.ts';

export interface TodoLocation {
  /** The URI of the file that contains the comment. */
  readonly uri: string;
  /** The line number when the draft was created. The first line is 0. */
  readonly line: number;
  /** The text of the whole line that contains the comment. */
  readonly text: string;
}

export function formatCommentOrigin({ uri, line, text }: TodoLocation): string {
  return JSON.stringify({ kind: 'comment', uri, line, text });
}

/** Parses the text that `formatTodoLocation` returns. Returns undefined for any other text. */
export function parseCommentOrigin(origin: string): TodoLocation | undefined {
  const parsedOrigin = parseJson(origin);
  if (
    typeof parsedOrigin !== 'object' ||
    parsedOrigin === null ||
    !('kind' in parsedOrigin && 'uri' in parsedOrigin && 'line' in parsedOrigin && 'text' in parsedOrigin)
  )
    return undefined;
  const { kind, uri, line, text } = parsedOrigin;
  const isCommentOrigin =
    kind === 'comment' && typeof uri === 'string' && typeof line === 'number' && typeof text === 'string';
  return isCommentOrigin ? { uri, line, text } : undefined;
}
