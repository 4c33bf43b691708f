// Owns the form: which fields of a record stand in it, and what each shows.
import type { DraftValue } from '../../drafts/draft.ts';
import type { FieldValue, FieldView, PendingChoice } from '../protocol/fields.ts';
import type { FieldChoices, OfferedChoices } from './choices.ts';
import type { FieldSpec } from './fieldSpec.ts';
import type { RecordForm } from './recordForm.ts';
import type { FieldProblems, FieldValues } from './values.ts';

export interface FormDeps {
  readonly kind: RecordForm;
  readonly isNew: boolean;
  /** What the service has, or what a new record starts from. */
  readonly told: FieldValues;
  readonly touched: Readonly<Record<string, DraftValue>>;
  readonly problems: FieldProblems;
  readonly choices: Pick<FieldChoices, 'of'>;
  /** Fields whose choices the person has asked for: they stay, whatever comes of it. */
  readonly asked: ReadonlySet<string>;
}

/** The fields that this server offers, in the order in which they stand. */
export function fieldViews(deps: FormDeps): FieldView[] {
  return deps.kind.fields.flatMap((spec) => fieldOf(spec, deps));
}

function fieldOf(spec: FieldSpec, { told, touched, problems, choices, isNew, asked }: FormDeps): FieldView[] {
  const { name, label, kind } = spec;
  const draft = touched[name];
  const value: FieldValue | undefined = draft === undefined ? told[name] : draft;
  const offer = choices.of(spec, value ?? null);
  // A field that the record lacks is not offered, nor one whose choices the server lacks, or may lack, unless what it
  // holds can be named.
  const isLacking = offer?.status === 'unsupported' || offer?.isUnsure === true;
  const isKept = asked.has(name) || draft !== undefined || (offer?.choices.length ?? 0) > 0;
  if (value === undefined || (isLacking && !isKept)) return [];
  const pending = pendingOf(offer);
  const problem = problems[name];
  const hint = offer?.status === 'failed' ? 'The choices could not be read. Reload to try again.' : offer?.fixed;
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

/**
 * A field of a new record may be left out; that of one which is there can be emptied where its rule has a word for
 * none.
 */
function isOptional(spec: FieldSpec, isNew: boolean): boolean {
  // A set that has a word for none needs no other.
  if (spec.isRequired || spec.choices?.some(({ id }) => id === 'none')) return false;
  return isNew || spec.none !== undefined;
}
