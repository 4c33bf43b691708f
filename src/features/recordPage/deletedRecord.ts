// Builds the view of a record that was deleted on the server, and moves its text to a new record.
import * as l10n from '@vscode/l10n';
import type { Draft } from '../../core/drafts/draft.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import { entriesOf } from '../../core/drafts/entries.ts';
import { type FieldValues, isSameFieldValue } from '../../items/form/values.ts';
import { KIND_NAMES } from '../../items/kindNames.ts';
import { entryText } from '../../items/record/draftText.ts';
import { findStartedDraft, type NewRecordLocation, startNewRecord } from '../../items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../items/record/newRecordTarget.ts';
import type { RecordTarget } from '../../items/record/recordTarget.ts';
import type { DeletionView } from '../../shell/protocol/slices.ts';
import type { UserNameLookup } from '../../std/text.ts';

/** `title` is the title of the record before it was deleted. */
export function deletionView({ item }: RecordTarget, draft: Draft | undefined, title: string): DeletionView {
  const text = item === undefined ? l10n.t('{0} was deleted.', title) : l10n.t('This work item was deleted.');
  const hasUnsentText = draft !== undefined && unsentText(draft, () => undefined) !== '';
  return { message: hasUnsentText ? `${text} ${l10n.t('Your text is kept as a draft.')}` : text, hasUnsentText };
}

/** Returns what the user typed or chose and the server has not confirmed, without markup, as one text. */
export function unsentText(draft: Draft, userName: UserNameLookup): string {
  return entriesOf(draft)
    .map((entry) => entryText(draft, entry, userName))
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * Returns the values of a deleted record that the page has never loaded: its name, and the server's values of the
 * fields that the user has changed. The page then shows only these fields.
 */
export function valuesFromDraft({ form }: RecordTarget, { title, base, touched }: Draft): FieldValues | undefined {
  const [name] = form.fields;
  if (name === undefined || Object.keys(touched).length === 0) return undefined;
  const unloadedValues = Object.fromEntries(Object.keys(touched).map((field) => [field, null]));
  return { ...unloadedValues, [name.name]: title.replace(/^\S+-\d+ /, ''), ...base };
}

/**
 * Fills the draft of a new record with the values of the deleted record and the user's edits, and removes these edits
 * from the draft of the deleted record. Resolves with the location of the new record. If an unsent new record already
 * exists at that location, changes nothing and resolves with `hasUnsentDraft`.
 */
export async function startNewRecordFromDeleted(
  draftStore: DraftStore,
  { key: deletedKey, address }: RecordTarget,
  shownValues: FieldValues,
): Promise<{ readonly location: NewRecordLocation; readonly hasUnsentDraft: boolean }> {
  const location = { kind: address.kind, within: address.within };
  if ((await findStartedDraft(draftStore, location)) !== undefined) return { location, hasUnsentDraft: true };
  const newRecord = newRecordTarget(location);
  const { key, form } = newRecord;
  await startNewRecord(draftStore, location, {}, {});
  const deletedDraft = draftStore.get(deletedKey);
  const blankValues = newRecord.confirmed(undefined, undefined) ?? {};
  const values: FieldValues = { ...shownValues, ...deletedDraft?.touched };
  const touched = Object.fromEntries(
    form.fields.flatMap((spec) => {
      const value = values[spec.name];
      const isBlank = value === undefined || isSameFieldValue(value, blankValues[spec.name] ?? null, spec);
      return isBlank ? [] : [[spec.name, value] as const];
    }),
  );
  draftStore.change(key, KIND_NAMES[location.kind].newName(), () => ({ touched }));
  // The new draft must be on disk before the old one is removed.
  await draftStore.flush();
  if (deletedDraft !== undefined)
    draftStore.change(deletedKey, deletedDraft.title, () => ({ touched: {}, base: {}, sent: undefined }));
  return { location, hasUnsentDraft: false };
}
