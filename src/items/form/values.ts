// Converts field values between records, the form and requests, compares them, and validates them.
import * as l10n from '@vscode/l10n';
import type * as z from 'zod';
import { ITEM_DATES } from '../../contract/resources/workItem.ts';
import { toStoredHtml } from '../../contract/storedHtml.ts';
import type { DraftValue } from '../../core/drafts/draft.ts';
import { parseDate } from '../../std/dates/typedDate.ts';
import { withPeriod } from '../../std/formatText.ts';
import type { FieldValue } from './fieldProtocol.ts';
import { type FieldSpec, isEmptyValue } from './fieldSpec.ts';
import { parseTypedJson } from './jsonText.ts';
import type { RecordForm } from './recordForm.ts';

/** The values of fields, by their names in the request body. Fields that the server does not support are missing. */
export type FieldValues = Readonly<Record<string, FieldValue>>;
export type FieldProblems = Readonly<Record<string, string>>;

/** The date that error messages contain as an example. */
const EXAMPLE_DATE = '2026-11-20';

/** Returns the value that an empty field of this kind has in the form. */
export function blankValueOf({ kind }: FieldSpec): FieldValue {
  switch (kind) {
    case 'choices':
    case 'items':
    case 'lines':
      return [];
    case 'flag':
      return false;
    case 'choice':
    case 'item':
    case 'date':
    case 'color':
      return null;
    default:
      return '';
  }
}

/** Returns the values that the form shows for a record. */
export function fieldValuesOf(fields: readonly FieldSpec[], record: object): FieldValues {
  const recordFields = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fields.flatMap((spec) => {
      const names = spec.namesInRecord ?? [spec.name];
      const name =
        names.find(
          (fieldName) =>
            recordFields[fieldName] !== undefined && recordFields[fieldName] !== null && recordFields[fieldName] !== '',
        ) ?? names.find((fieldName) => fieldName in recordFields);
      if (name === undefined || recordFields[name] === undefined)
        return spec.kind === 'richText' || spec.isRequired ? [[spec.name, blankValueOf(spec)]] : [];
      return [[spec.name, formValue(spec, recordFields[name])]];
    }),
  );
}

function formValue(spec: FieldSpec, raw: unknown): FieldValue {
  if (raw === null || raw === '') return blankValueOf(spec);
  switch (spec.kind) {
    case 'flag':
      return raw === true;
    case 'json':
      return typeof raw === 'object' && Object.keys(raw).length === 0 ? '' : JSON.stringify(raw, undefined, 2);
    case 'date':
      // Some servers send a timestamp where the specification has a date.
      return textOf(raw).slice(0, 10);
    case 'choices':
    case 'items':
    case 'lines':
      return Array.isArray(raw) ? raw.map(idFromRaw) : [];
    case 'choice':
    case 'item':
      return idFromRaw(raw);
    default:
      return textOf(raw);
  }
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : JSON.stringify(raw);
}

function idFromRaw(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw ? String(raw.id) : String(raw);
}

/**
 * Whether two values are equal for the user. Lists are compared as sets, because assignees and labels have no order.
 * JSON is compared by its content. Rich text is compared as a server stores it: markup that the server removes must not
 * look like a change by another user.
 */
export function isSameFieldValue(first: FieldValue, second: FieldValue, spec?: FieldSpec): boolean {
  if (Array.isArray(first) && Array.isArray(second)) {
    return (
      first.length === second.length &&
      first.every((id) => second.includes(id)) &&
      second.every((id) => first.includes(id))
    );
  }
  if (spec?.kind === 'json' && typeof first === 'string' && typeof second === 'string')
    return normalizedJson(first) === normalizedJson(second);
  if (spec?.kind === 'richText' && typeof first === 'string' && typeof second === 'string') {
    return first === second || toStoredHtml(first) === toStoredHtml(second);
  }
  if (spec?.kind === 'color' && isEmptyValue(first) && isEmptyValue(second)) return true;
  if (spec?.kind === 'number' && typeof first === 'string' && typeof second === 'string')
    return first.trim() === second.trim();
  return first === second;
}

function normalizedJson(text: string): string {
  const parsed = parseTypedJson(text.trim() === '' ? '{}' : text);
  return 'problem' in parsed ? text : JSON.stringify(parsed.value);
}

/**
 * Returns the value for the request body, or an error message if the value cannot be converted. The returned value is
 * undefined if the field is empty and its rule does not allow an empty field.
 */
export function toRequestValue(
  spec: FieldSpec,
  value: FieldValue,
): { readonly value: unknown } | { readonly problem: string } {
  // Plane's servers reject an empty string with 400. They store an empty description as an empty paragraph.
  if (spec.kind === 'richText') return { value: value === '' ? '<p></p>' : value };
  if (spec.kind === 'json') {
    const text = String(value ?? '').trim();
    return text === '' ? { value: {} } : parseTypedJson(text);
  }
  if (spec.kind === 'flag') return { value: value === true };
  if (isEmptyValue(value) || (typeof value === 'string' && spec.kind === 'number' && value.trim() === ''))
    return { value: spec.emptyValue };
  if (spec.kind === 'lines' && Array.isArray(value))
    return { value: value.map((line) => line.trim()).filter((line) => line !== '') };
  if (spec.kind !== 'number') return { value };
  const number = Number(value);
  return { value: Number.isFinite(number) ? number : value };
}

/** Validates a value by the rule of its field. Returns an error message, or undefined if the value is valid. */
export function problemOf(spec: FieldSpec, value: FieldValue): string | undefined {
  const conversion = toRequestValue(spec, value);
  if ('problem' in conversion) return conversion.problem;
  const isEmpty = isEmptyValue(value) && spec.kind !== 'flag';
  const hasNoChoice =
    isEmpty && conversion.value === undefined && spec.choices === undefined && spec.source !== undefined;
  if (hasNoChoice || (isEmpty && spec.isRequiredByServers)) return requiredText(spec);
  const parsed = spec.rule.safeParse(isEmpty && conversion.value === undefined ? '' : conversion.value);
  const [issue] = parsed.error?.issues ?? [];
  if (issue === undefined) return undefined;
  const isBlankText = spec.kind === 'text' && spec.emptyValue === undefined && String(value ?? '').trim() === '';
  return isBlankText ? requiredText(spec) : (dateProblem(spec, value) ?? issueText(issue, spec));
}

function requiredText({ label }: FieldSpec): string {
  return l10n.t('{0} is required.', label);
}

/** Returns why a text is not a date; undefined for a field of another kind. */
function dateProblem({ kind }: FieldSpec, value: FieldValue): string | undefined {
  if (kind !== 'date' || typeof value !== 'string') return undefined;
  const parsed = parseDate(value, EXAMPLE_DATE);
  return 'problem' in parsed ? parsed.problem : undefined;
}

function issueText(issue: z.core.$ZodIssue, spec: FieldSpec): string {
  if (issue.code !== 'invalid_value' || spec.choices === undefined) return withPeriod(issue.message);
  return l10n.t('Select one of {0}.', spec.choices.map(({ label }) => label).join(', '));
}

/** Returns the fields of the form that the draft contains, with the draft's values. */
export function touchedFields(
  fields: readonly FieldSpec[],
  touched: Readonly<Record<string, DraftValue>>,
): (readonly [FieldSpec, FieldValue])[] {
  return fields.flatMap((spec) => {
    const value = touched[spec.name];
    return value === undefined ? [] : [[spec, value] as const];
  });
}

/** Validates the draft's values by their rules and by the order of the dates. Returns error messages by field. */
export function problemsIn(
  form: RecordForm,
  touched: Readonly<Record<string, DraftValue>>,
  confirmed: FieldValues,
): FieldProblems {
  const problems: Record<string, string> = {};
  for (const [spec, value] of touchedFields(form.fields, touched)) {
    const problem = problemOf(spec, value);
    if (problem !== undefined) problems[spec.name] = problem;
  }
  return { ...dateRangeProblem(form, problems, touched, confirmed), ...problems };
}

function dateRangeProblem(
  { dateRange }: RecordForm,
  problems: FieldProblems,
  touched: Readonly<Record<string, DraftValue>>,
  confirmed: FieldValues,
): FieldProblems {
  if (dateRange === undefined) return {};
  const [first, second] = dateRange;
  const start = touched[first] === undefined ? confirmed[first] : touched[first];
  const end = touched[second] === undefined ? confirmed[second] : touched[second];
  const isTouched = touched[first] !== undefined || touched[second] !== undefined;
  const areDates =
    problems[first] === undefined &&
    problems[second] === undefined &&
    typeof start === 'string' &&
    typeof end === 'string';
  if (!isTouched || !areDates || start <= end) return {};
  return {
    [touched[second] === undefined ? first : second]:
      dateRange === ITEM_DATES
        ? l10n.t('The due date is before the start date.')
        : l10n.t('The end date is before the start date.'),
  };
}

/**
 * Returns the sent fields whose value in the response differs from the sent value: some servers silently ignore fields
 * that they do not support. Texts are not compared.
 */
export function ignoredFields(
  sentFields: readonly (readonly [FieldSpec, FieldValue])[],
  responseValues: FieldValues,
): FieldSpec[] {
  return sentFields.flatMap(([spec, value]) => {
    const storedValue = responseValues[spec.name];
    const isText =
      spec.kind === 'richText' || spec.kind === 'text' || spec.kind === 'plainText' || spec.kind === 'lines';
    return isText || isSameFieldValue(value, storedValue ?? blankValueOf(spec), spec) ? [] : [spec];
  });
}
