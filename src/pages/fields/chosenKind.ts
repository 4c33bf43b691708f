// Decides which fields are saved as soon as the user has chosen a value. Pure.
import type { FieldKind } from '../protocol/fields.ts';

/** The kinds of fields whose values are chosen. The values of all other kinds are typed, so they may be incomplete. */
const CHOSEN_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['choice', 'choices', 'item', 'items', 'date', 'flag']);

/** Whether the values of fields of this kind are chosen and not typed. */
export function isChosenKind(kind: FieldKind): boolean {
  return CHOSEN_KINDS.has(kind);
}
