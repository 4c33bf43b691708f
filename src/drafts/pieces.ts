// Owns the pieces of a draft: each field, comment and change of a comment that is not sent.
import { type CommentSlot, commentIn, type Draft, withComment, withoutSent } from './draft.ts';

export type DraftPiece =
  /** A record that is being made, with all that is filled in. */
  | { readonly kind: 'record' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'comment'; readonly slot: CommentSlot }
  /** The change of a sent comment. */
  | { readonly kind: 'edit'; readonly id: string };

/** A comment that was emptied again is none, although it may have arrived. */
export function piecesOf(draft: Draft): readonly DraftPiece[] {
  if (draft.making !== undefined) return [{ kind: 'record' }];
  const slots: CommentSlot[] = ['composer', 'palette', ...Object.keys(draft.code ?? {}).map((code) => ({ code }))];
  return [
    ...Object.keys(draft.touched).map((name) => ({ kind: 'field', name }) as const),
    ...slots
      .filter((slot) => (commentIn(draft, slot)?.text ?? '') !== '')
      .map((slot) => ({ kind: 'comment', slot }) as const),
    ...Object.keys(draft.edits ?? {}).map((id) => ({ kind: 'edit', id }) as const),
  ];
}

/** The part of a draft that is other without the piece. */
export function withoutPiece(draft: Draft, piece: DraftPiece): Partial<Draft> {
  switch (piece.kind) {
    case 'record':
      return { touched: {}, base: {}, sent: undefined, making: undefined };
    case 'field':
      return {
        touched: without(draft.touched, piece.name),
        base: without(draft.base ?? {}, piece.name),
        ...withoutSent(draft, [piece.name]),
      };
    case 'comment':
      return withComment(draft, piece.slot, undefined);
    case 'edit':
      return { edits: without(draft.edits ?? {}, piece.id) };
    default:
      return piece satisfies never;
  }
}

/** How many comments of a draft wait to be sent. */
export function queuedIn(draft: Draft): number {
  return [draft.composer, draft.palette, ...Object.values(draft.code ?? {})].filter((one) => one?.waiting !== undefined)
    .length;
}

function without<T>(values: Readonly<Record<string, T>>, name: string): Record<string, T> {
  const { [name]: _gone, ...others } = values;
  return others;
}
