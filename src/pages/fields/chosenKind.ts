// Determines which fields are saved automatically after the user has chosen a value. Pure.
import type { FieldKind } from '../protocol/fields.ts';

/**
 * The kinds of fields whose values the user chooses. Typed values of other kinds can be incomplete until the user
 * saves.
 */
const CHOSEN_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['choice', 'choices', 'item', 'items', 'date', 'flag']);

/** Whether the values of fields of this kind are chosen and not typed. */
export function isChosenKind(kind: FieldKind): boolean {
  return CHOSEN_KINDS.has(kind);
}
