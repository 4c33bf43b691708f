// Formats and parses page cursors, `value:offset:is_prev` (specification §4, Pagination).

export interface Cursor {
  /** Page size that the cursor was created for. */
  readonly value: number;
  /** Page number, from 0. */
  readonly offset: number;
  /** Whether the cursor requests the previous page. Servers ignore this flag. */
  readonly isPrev: boolean;
}

export function formatCursor(cursor: Cursor): string {
  return `${cursor.value}:${cursor.offset}:${cursor.isPrev ? 1 : 0}`;
}

/** Returns undefined when the text is not a cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,9}):(\d{1,9}):([01])$/.exec(text);
  if (match === null) return undefined;
  return { value: Number(match[1]), offset: Number(match[2]), isPrev: match[3] === '1' };
}
