// Builds the views of a form's fields from the record's values and the draft.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../contract/constantLabel.ts';
import type { DraftValue } from '../../core/drafts/draft.ts';
import type { FieldChoices, OfferedChoices } from './choices.ts';
import { isChosenValue } from './chosenValue.ts';
import type { FieldValue, FieldView, UnloadedListStatus } from './fieldProtocol.ts';
import type { FieldSpec } from './fieldSpec.ts';
import type { RecordForm } from './recordForm.ts';
import type { FieldProblems, FieldValues } from './values.ts';

export interface FormDeps {
  readonly form: RecordForm;
  readonly isNew: boolean;
  /** The values that the server last confirmed, or the initial values of a new record. */
  readonly confirmed: FieldValues;
  readonly touched: Readonly<Record<string, DraftValue>>;
  readonly problems: FieldProblems;
  readonly choices: Pick<FieldChoices, 'choicesFor' | 'defaultStateName'>;
  /** Fields whose choices the user requested. They stay in the form even if the server does not support them. */
  readonly requestedFields: ReadonlySet<string>;
  /** Fields whose values are being saved. */
  readonly fieldsBeingSaved: ReadonlySet<string>;
}

const CONSTANT_PATTERN = /^[\w-]+$/;

/** Returns the views of the fields that the server supports, in the order of the form. */
export function fieldViews(deps: FormDeps): FieldView[] {
  const isInOpenState = !isInClosedState(deps);
  return deps.form.fields.flatMap((spec) => fieldViewOf(spec, deps, isInOpenState));
}

/** Whether the state that the form shows is in the group `completed` or `cancelled`. */
function isInClosedState({ form, confirmed, touched, choices }: FormDeps): boolean {
  const spec = form.fields.find(({ source }) => source === 'states');
  if (spec === undefined) return false;
  const state = touched[spec.name] ?? confirmed[spec.name] ?? null;
  const icon = choices.choicesFor(spec, state)?.choices.find(({ id }) => id === state)?.icon;
  return icon === 'completed' || icon === 'cancelled';
}

function fieldViewOf(
  spec: FieldSpec,
  { confirmed, touched, problems, choices, isNew, requestedFields, fieldsBeingSaved }: FormDeps,
  isInOpenState: boolean,
): FieldView[] {
  const { name, label, kind, source } = spec;
  const draftValue = touched[name];
  const value: FieldValue | undefined = draftValue === undefined ? confirmed[name] : draftValue;
  const offeredChoices = choices.choicesFor(spec, value ?? null);
  // Omits fields that the record does not have. Also omits a field if the server does not support the list of its
  // choices or this is unknown, unless the user edited the field or requested its choices, or a choice is loaded.
  const mayBeUnsupported = offeredChoices?.status === 'unsupported' || offeredChoices?.isSupportUnknown === true;
  const isNeeded = requestedFields.has(name) || draftValue !== undefined || (offeredChoices?.choices.length ?? 0) > 0;
  if (value === undefined || (mayBeUnsupported && !isNeeded)) return [];
  const pending = pendingOf(offeredChoices);
  const problem = problems[name];
  const hint =
    offeredChoices?.status === 'failed'
      ? l10n.t('The options could not be loaded. Refresh to try again.')
      : offeredChoices?.readOnlyReason;
  return [
    {
      name,
      label,
      kind,
      value,
      ...(spec.usesConstantLabels === true && typeof value === 'string' && CONSTANT_PATTERN.test(value)
        ? { valueLabel: constantLabel(value) }
        : {}),
      ...(isNew && source === 'states' && spec.isNeverEmpty === true
        ? { placeholder: choices.defaultStateName ?? l10n.t('Default') }
        : {}),
      touched: draftValue !== undefined,
      optional: offeredChoices?.readOnlyReason === undefined && isOptional(spec, isNew),
      ...(draftValue !== undefined && fieldsBeingSaved.has(name) ? { isSaving: true } : {}),
      ...(!isNew && isChosenValue(spec, value) ? { isSavedAutomatically: true } : {}),
      ...(spec.isSecondary === undefined ? {} : { isSecondary: true }),
      ...(spec.shortcut === undefined ? {} : { shortcut: spec.shortcut }),
      ...(spec.isDueDate !== undefined && isInOpenState ? { isDeadline: true } : {}),
      ...(offeredChoices?.readOnlyReason === undefined ? {} : { readOnly: true }),
      ...(offeredChoices === undefined ? {} : { choices: offeredChoices.choices }),
      ...(kind === 'choice' && (source === 'members' || source === 'people') ? { sortsChoices: true } : {}),
      ...(pending === undefined ? {} : { pending }),
      ...(problem === undefined ? {} : { problem }),
      ...(hint === undefined ? {} : { hint }),
    },
  ];
}

function pendingOf(offeredChoices: OfferedChoices | undefined): UnloadedListStatus | undefined {
  switch (offeredChoices?.status) {
    case 'notLoaded':
    case 'loading':
    case 'failed':
      return offeredChoices.status;
    default:
      return undefined;
  }
}

/** Whether a field of a new record may be omitted, or whether a field of an existing record can be cleared. */
function isOptional(spec: FieldSpec, isNew: boolean): boolean {
  // If the field has a choice `none`, the user clears the field by selecting that choice.
  if (spec.isRequired || spec.choices?.some(({ id }) => id === 'none')) return false;
  return isNew || spec.emptyValue !== undefined;
}
