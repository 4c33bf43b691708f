// Builds the form of a record: which fields it has, and what each of them shows.
import * as l10n from '@vscode/l10n';
import type { DraftValue } from '../../drafts/draft.ts';
import type { FieldValue, FieldView, PendingChoice } from '../protocol/fields.ts';
import type { FieldChoices, OfferedChoices } from './choices.ts';
import type { FieldSpec } from './fieldSpec.ts';
import type { RecordForm } from './recordForm.ts';
import type { FieldProblems, FieldValues } from './values.ts';

export interface FormDeps {
  readonly kind: RecordForm;
  readonly isNew: boolean;
  /** What the server has, or the initial values of a new record. */
  readonly confirmed: FieldValues;
  readonly touched: Readonly<Record<string, DraftValue>>;
  readonly problems: FieldProblems;
  readonly choices: Pick<FieldChoices, 'of'>;
  /** Fields whose choices the user requested: they stay in the form, whatever the result is. */
  readonly asked: ReadonlySet<string>;
}

/** Returns the fields that the server supports, in the order of the form. */
export function fieldViews(deps: FormDeps): FieldView[] {
  return deps.kind.fields.flatMap((spec) => fieldOf(spec, deps));
}

function fieldOf(spec: FieldSpec, { confirmed, touched, problems, choices, isNew, asked }: FormDeps): FieldView[] {
  const { name, label, kind } = spec;
  const draft = touched[name];
  const value: FieldValue | undefined = draft === undefined ? confirmed[name] : draft;
  const offer = choices.of(spec, value ?? null);
  // Omits fields that the record does not have. Also omits fields whose choices the server does not support, or
  // possibly does not, unless the field has a value that can be named.
  const isLacking = offer?.status === 'unsupported' || offer?.isUnsure === true;
  const isKept = asked.has(name) || draft !== undefined || (offer?.choices.length ?? 0) > 0;
  if (value === undefined || (isLacking && !isKept)) return [];
  const pending = pendingOf(offer);
  const problem = problems[name];
  const hint =
    offer?.status === 'failed' ? l10n.t('The options could not be loaded. Refresh to try again.') : offer?.fixed;
  return [
    {
      name,
      label,
      kind,
      value,
      touched: draft !== undefined,
      optional: offer?.fixed === undefined && isOptional(spec, isNew),
      ...(offer?.fixed === undefined ? {} : { readOnly: true }),
      ...(offer === undefined ? {} : { choices: offer.choices }),
      ...(pending === undefined ? {} : { pending }),
      ...(problem === undefined ? {} : { problem }),
      ...(hint === undefined ? {} : { hint }),
    },
  ];
}

function pendingOf(offer: OfferedChoices | undefined): PendingChoice | undefined {
  switch (offer?.status) {
    case 'unread':
    case 'reading':
    case 'failed':
      return offer.status;
    default:
      return undefined;
  }
}

/** A field of a new record may be omitted. A field of an existing record can be emptied if its rule allows none. */
function isOptional(spec: FieldSpec, isNew: boolean): boolean {
  // A set with the choice `none` needs no other empty value.
  if (spec.isRequired || spec.choices?.some(({ id }) => id === 'none')) return false;
  return isNew || spec.none !== undefined;
}
