// Owns what a part of the page that shows one field gets: nothing of the other fields, so that it is left alone when
// they change.
import type { FieldValue, FieldView } from '../../pages/protocol/fields.ts';
import { type PageState, type PageStore, valueOf } from '../pageStore.ts';

/** One field, with the value that the page shows. */
export interface FieldProps {
  readonly page: PageStore;
  readonly field: FieldView;
  readonly value: FieldValue;
  /** The page holds a later value than the host. */
  readonly isOwn: boolean;
}

/** Returns what is shown of a field at present. */
export function fieldProps(page: PageStore, state: PageState, field: FieldView): FieldProps {
  return { page, field, value: valueOf(state, field.name), isOwn: state.own.has(field.name) };
}
