// Determines which fields are saved automatically after the user has chosen a value. Pure.
import type { FieldKind, FieldValue } from './fieldProtocol.ts';
import type { FieldSpec } from './fieldSpec.ts';

/**
 * The kinds of fields whose values the user chooses. Typed values of other kinds can be incomplete until the user
 * saves.
 */
const CHOSEN_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['choice', 'choices', 'item', 'items', 'date', 'flag']);

/** Whether the value of the field is chosen and not typed. In a field for a color, named colors are chosen. */
export function isChosenValue({ kind, choices }: Pick<FieldSpec, 'kind' | 'choices'>, value: FieldValue): boolean {
  return CHOSEN_KINDS.has(kind) || (kind === 'color' && choices?.some(({ id }) => id === value) === true);
}
