// Describes why a save failed: missing fields, rejected fields, and changes on the server. Pure.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { formatList } from '../../std/english.ts';
import { plural } from '../../std/plural.ts';
import type { RecordForm } from '../fields/recordForm.ts';
import { type FieldProblems, type FieldValues, problemOf } from '../fields/values.ts';
import type { RecordTarget } from './recordTarget.ts';

/** Returns errors for the required fields of a new record that are empty. */
export function missingIn(kind: RecordForm, values: FieldValues): FieldProblems {
  return Object.fromEntries(
    kind.fields.flatMap((spec) => {
      const problem = spec.isRequired ? problemOf(spec, values[spec.name] ?? null, kind) : undefined;
      return problem === undefined ? [] : [[spec.name, problem]];
    }),
  );
}

/** Returns the errors of single fields in the server's response. */
export function problemsOfRefusal({ fields }: RecordForm, fault: Fault): FieldProblems {
  const said = fault.kind === 'rejected' || fault.kind === 'invalidRequest' ? fault.fields : {};
  return Object.fromEntries(
    fields.flatMap(({ name, also }) => {
      const problem = said[name] ?? (also === undefined ? undefined : said[also]);
      return problem === undefined ? [] : [[name, /[.!?]$/.test(problem) ? problem : `${problem}.`]];
    }),
  );
}

/** The start of the message about a failed save. */
export function notSaved({ isNew }: Pick<RecordTarget, 'isNew'>): string {
  return isNew ? l10n.t('Not created') : l10n.t('Not saved');
}

/** Shown if the server may have received the request although no response arrived. */
export function mayHaveArrivedText({ isNew, kind }: Pick<RecordTarget, 'isNew' | 'kind'>): string {
  return isNew
    ? l10n.t('The server may have created the {0}: creating it again checks that first.', kind.noun)
    : l10n.t('The server may have received the changes: saving again is safe.');
}

export function changedOnServer(labels: readonly string[]): string {
  return l10n.t(
    'Not saved: {0} {1} changed by somebody else meanwhile. Choose what to keep.',
    formatList(labels),
    plural(labels.length, { one: 'was', other: 'were' }),
  );
}
