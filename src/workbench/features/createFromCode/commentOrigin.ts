// Owns where a work item was begun that came from a comment: which line of which file, as a draft keeps it.
import { parseJson } from '../../../std/json.ts';

export interface CommentOrigin {
  /** Of the file. */
  readonly uri: string;
  /** Counted from 0, when it was begun. */
  readonly line: number;
  /** The whole line. */
  readonly text: string;
}

export function originText({ uri, line, text }: CommentOrigin): string {
  return JSON.stringify({ kind: 'comment', uri, line, text });
}

/** Undefined for the origin of anything else. */
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
