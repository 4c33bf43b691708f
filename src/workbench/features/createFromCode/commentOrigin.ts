// The line of the file that a work item is created from, as a draft stores it.
import { parseJson } from '../../../std/json.ts';

export interface CommentOrigin {
  /** The URI of the file. */
  readonly uri: string;
  /** Counts from 0, at the time when the draft was created. */
  readonly line: number;
  /** The whole line. */
  readonly text: string;
}

export function originSummary({ uri, line, text }: CommentOrigin): string {
  return JSON.stringify({ kind: 'comment', uri, line, text });
}

/** Undefined if the origin is not a comment. */
export function commentOrigin(origin: string): CommentOrigin | undefined {
  const read = parseJson(origin);
  if (
    typeof read !== 'object' ||
    read === null ||
    !('kind' in read && 'uri' in read && 'line' in read && 'text' in read)
  )
    return undefined;
  const { kind, uri, line, text } = read;
  const isOne = kind === 'comment' && typeof uri === 'string' && typeof line === 'number' && typeof text === 'string';
  return isOne ? { uri, line, text } : undefined;
}
