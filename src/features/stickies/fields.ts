// The fields of a sticky that the Stickies view edits: name, text and color.
import * as l10n from '@vscode/l10n';
import type { Sticky } from '../../contract/resources/sticky.ts';
import { recordKey } from '../../core/cache/address.ts';
import type { Draft } from '../../core/drafts/draft.ts';
import { type RecordForm, recordFormOf } from '../../items/form/recordForm.ts';
import { STICKY_FIELDS, type StickyField } from '../../shell/protocol/stickies.ts';

export type StickyValues = Readonly<Record<StickyField, string>>;

/** Returns the key of the sticky's record and draft. */
export function stickyKey(id: string): string {
  return recordKey({ kind: 'sticky', within: '', id });
}

/** Returns the form of a sticky, with only the fields that the view shows. */
export function stickyForm(): RecordForm {
  const form = recordFormOf('sticky', false);
  return { ...form, fields: form.fields.filter(({ name }) => isStickyField(name)) };
}

/** Returns the sticky's values; a missing value is an empty string. */
export function stickyValues({ name, description_html, background_color, color }: Sticky): StickyValues {
  return {
    name: name ?? '',
    description_html: description_html ?? '',
    background_color: background_color ?? color ?? '',
  };
}

/** Returns the values of a sticky. The values that the user has edited are taken from its draft. */
export function applyDraft(values: StickyValues, touched: Draft['touched']): StickyValues {
  const editedEntries = STICKY_FIELDS.filter((field) => touched[field] !== undefined).map((field) => [
    field,
    String(touched[field] ?? ''),
  ]);
  return { ...values, ...Object.fromEntries(editedEntries) };
}

export function stickyTitle(sticky: Sticky | undefined): string {
  return sticky?.name ? l10n.t('Sticky {0}', sticky.name) : l10n.t('Sticky');
}

function isStickyField(name: string): boolean {
  return STICKY_FIELDS.some((field) => field === name);
}
