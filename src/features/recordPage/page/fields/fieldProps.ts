// The props of a component that shows one field; equal as long as this field does not change.
import type { FieldValue, FieldView } from '../../../../items/form/fieldProtocol.ts';
import { type PageState, type PageStore, valueOf } from '../../../../shell/page/model/pageStore.ts';

/** One field and the value that the page shows. */
export interface FieldProps {
  readonly page: PageStore;
  readonly field: FieldView;
  readonly value: FieldValue;
  /** Whether `value` is an edit that the host has not handled yet. */
  readonly isLocalEdit: boolean;
}

/** Returns the props for the field's current value. */
export function fieldProps(page: PageStore, state: PageState, field: FieldView): FieldProps {
  return { page, field, value: valueOf(state, field.name), isLocalEdit: state.editedValues.has(field.name) };
}
