// Lists and removes the entries of a draft. An entry is an unsent field, comment, edit, sub-item or new record.
import { byKind } from '../../std/objects/byKind.ts';
import { type CommentSlot, commentIn, type Draft, isStarted, withComment, withoutFingerprints } from './draft.ts';

export type DraftEntry =
  /** A new record, with all of its values. */
  | { readonly kind: 'record' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'comment'; readonly slot: CommentSlot }
  /** The edit of an existing comment. */
  | { readonly kind: 'edit'; readonly id: string }
  /** The title of a new sub-item. */
  | { readonly kind: 'subItem' }
  /** A new link (`new`), or the edit of an existing link. */
  | { readonly kind: 'link'; readonly id: string }
  /** The description as Markdown. */
  | { readonly kind: 'description' };

/**
 * Returns the entries of a draft. A comment without text is not an entry, even if the server may have received an
 * earlier text. A new record whose page was only opened is not an entry either.
 */
export function entriesOf(draft: Draft): readonly DraftEntry[] {
  if (draft.newRecord !== undefined) return isStarted(draft) ? [{ kind: 'record' }] : [];
  const slots: CommentSlot[] = ['composer', 'palette', ...Object.keys(draft.code ?? {}).map((code) => ({ code }))];
  return [
    ...Object.keys(draft.touched).map((name) => ({ kind: 'field', name }) as const),
    ...slots
      .filter((slot) => (commentIn(draft, slot)?.text ?? '') !== '')
      .map((slot) => ({ kind: 'comment', slot }) as const),
    ...Object.keys(draft.edits ?? {}).map((id) => ({ kind: 'edit', id }) as const),
    ...(draft.subItem === undefined ? [] : [{ kind: 'subItem' } as const]),
    ...Object.keys(draft.links ?? {}).map((id) => ({ kind: 'link', id }) as const),
    ...(draft.description === undefined ? [] : [{ kind: 'description' } as const]),
  ];
}

/** Returns the properties of the draft that change when the entry is removed from it. */
export function withoutEntry(draft: Draft, entry: DraftEntry): Partial<Draft> {
  return byKind(entry, {
    record: () => ({ touched: {}, base: {}, sent: undefined, newRecord: undefined }),
    field: (entry) => ({
      touched: withoutKey(draft.touched, entry.name),
      base: withoutKey(draft.base ?? {}, entry.name),
      ...withoutFingerprints(draft, [entry.name]),
    }),
    comment: (entry) => withComment(draft, entry.slot, undefined),
    edit: (entry) => ({ edits: withoutKey(draft.edits ?? {}, entry.id) }),
    subItem: () => ({ subItem: undefined }),
    link: (entry) => ({ links: withoutKey(draft.links ?? {}, entry.id) }),
    description: () => ({ description: undefined }),
  });
}

/** Returns the number of queued comments in a draft. */
export function queuedCommentCount(draft: Draft): number {
  return commentsIn(draft).filter((comment) => comment?.waiting !== undefined).length;
}

/** Whether the draft contains a comment that could not be sent in the latest attempt. */
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
