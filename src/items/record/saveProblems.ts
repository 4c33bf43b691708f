// Returns error messages for failed saves: invalid or rejected fields, changes on the server. Pure.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { formatList, withPeriod } from '../../std/formatText.ts';
import { plural } from '../../std/plural.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { type FieldProblems, type FieldValues, problemOf } from '../form/values.ts';
import type { RecordTarget } from './recordTarget.ts';

/** Returns errors for the required fields of a new record that are empty. */
export function missingFieldProblems(form: RecordForm, values: FieldValues): FieldProblems {
  return Object.fromEntries(
    form.fields.flatMap((spec) => {
      const problem = spec.isRequired ? problemOf(spec, values[spec.name] ?? null) : undefined;
      return problem === undefined ? [] : [[spec.name, problem]];
    }),
  );
}

/** Returns the errors of a rejected or invalid request that are about single fields. */
export function problemsOfRejection({ fields }: RecordForm, fault: Fault): FieldProblems {
  const rejections = fault.kind === 'rejected' || fault.kind === 'invalidRequest' ? fault.fields : {};
  return Object.fromEntries(
    fields.flatMap(({ name, alsoSentAs }) => {
      const problem = rejections[name] ?? (alsoSentAs === undefined ? undefined : rejections[alsoSentAs]);
      return problem === undefined ? [] : [[name, withPeriod(problem)]];
    }),
  );
}

/** Returns the message for a failed save. `reason` consists of complete sentences. */
export function notSavedText({ isNew }: Pick<RecordTarget, 'isNew'>, reason: string): string {
  return isNew ? l10n.t('Not created. {0}', reason) : l10n.t('Not saved. {0}', reason);
}

/** Returns the message for fields whose values are invalid and therefore not sent. */
export function invalidFieldsText({ isNew }: Pick<RecordTarget, 'isNew'>, labels: readonly string[]): string {
  const names = formatList(labels);
  return isNew
    ? l10n.t('Not created: {0} must be corrected first.', names)
    : l10n.t('Not saved: {0} must be corrected first.', names);
}

/** Returns the message for a request without a response that the server may have received. */
export function mayHaveArrivedText({ isNew }: Pick<RecordTarget, 'isNew'>): string {
  return isNew
    ? l10n.t('The server may have created it. If you try again, Contrail checks first.')
    : l10n.t('The server may have received the changes. Saving again is safe.');
}

export function changedOnServerText(labels: readonly string[]): string {
  const names = formatList(labels);
  return plural(labels.length, {
    one: l10n.t('Not saved: {0} was changed on the server. Choose which version to keep.', names),
    other: l10n.t('Not saved: {0} were changed on the server. Choose which version to keep.', names),
  });
}
