// Lists and removes the pieces of a draft. A piece is an unsent field, comment, edit or new record.
import { type CommentSlot, commentIn, type Draft, withComment, withoutSent } from './draft.ts';

export type DraftPiece =
  /** A new record, with all of its values. */
  | { readonly kind: 'record' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'comment'; readonly slot: CommentSlot }
  /** The edit of an existing comment. */
  | { readonly kind: 'edit'; readonly id: string }
  /** The title of a new sub-item. */
  | { readonly kind: 'subItem' };

/** Returns the pieces of a draft. A comment without text is not a piece, even if the server may have its old text. */
export function piecesOf(draft: Draft): readonly DraftPiece[] {
  if (draft.making !== undefined) return [{ kind: 'record' }];
  const slots: CommentSlot[] = ['composer', 'palette', ...Object.keys(draft.code ?? {}).map((code) => ({ code }))];
  return [
    ...Object.keys(draft.touched).map((name) => ({ kind: 'field', name }) as const),
    ...slots
      .filter((slot) => (commentIn(draft, slot)?.text ?? '') !== '')
      .map((slot) => ({ kind: 'comment', slot }) as const),
    ...Object.keys(draft.edits ?? {}).map((id) => ({ kind: 'edit', id }) as const),
    ...(draft.subItem === undefined ? [] : [{ kind: 'subItem' } as const]),
  ];
}

/** Returns the properties of the draft that change when the piece is removed. */
export function withoutPiece(draft: Draft, piece: DraftPiece): Partial<Draft> {
  switch (piece.kind) {
    case 'record':
      return { touched: {}, base: {}, sent: undefined, making: undefined };
    case 'field':
      return {
        touched: withoutKey(draft.touched, piece.name),
        base: withoutKey(draft.base ?? {}, piece.name),
        ...withoutSent(draft, [piece.name]),
      };
    case 'comment':
      return withComment(draft, piece.slot, undefined);
    case 'edit':
      return { edits: withoutKey(draft.edits ?? {}, piece.id) };
    case 'subItem':
      return { subItem: undefined };
    default:
      return piece satisfies never;
  }
}

/** Returns the number of queued comments in a draft. */
export function queuedIn(draft: Draft): number {
  return commentsIn(draft).filter((comment) => comment?.waiting !== undefined).length;
}

/** Whether the last attempt to send a comment of the draft has failed. */
export function hasFailedComment(draft: Draft): boolean {
  return commentsIn(draft).some((comment) => comment?.failed !== undefined);
}

function commentsIn(draft: Draft) {
  return [draft.composer, draft.palette, ...Object.values(draft.code ?? {})];
}

function withoutKey<T>(values: Readonly<Record<string, T>>, name: string): Record<string, T> {
  const { [name]: _removed, ...others } = values;
  return others;
}
