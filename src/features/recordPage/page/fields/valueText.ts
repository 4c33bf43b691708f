// Returns the value of a field as text, for screen readers and messages.
import type { FieldValue, FieldView } from '../../../../items/form/fieldProtocol.ts';
import { dateText } from '../../../../shell/page/controls/dateText.ts';

/** Returns `State In Review`; only the label for a text, which may be long, and for a value whose name is not loaded. */
export function fieldWithValue({ label, kind, choices }: FieldView, value: FieldValue, today: string): string {
  const names =
    kind === 'date' && typeof value === 'string'
      ? [dateText(value, today, false)]
      : (Array.isArray(value) ? value : [value]).flatMap(
          (id) => choices?.find((choice) => choice.id === id)?.label ?? [],
        );
  return [label, names.join(', ')].filter(Boolean).join(' ');
}
