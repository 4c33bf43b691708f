// Converts field values from records and to requests, compares them, and validates them.
import * as l10n from '@vscode/l10n';
import type * as z from 'zod';
import { storedHtml } from '../../contract/storedHtml.ts';
import type { DraftValue } from '../../drafts/draft.ts';
import { withPeriod } from '../../std/english.ts';
import type { FieldValue } from '../protocol/fields.ts';
import { type FieldSpec, isNone } from './fieldSpec.ts';
import { readJson } from './jsonText.ts';
import type { RecordForm } from './recordForm.ts';

/** The values of the fields, by their names in the body. A missing field is one that the server does not support. */
export type FieldValues = Readonly<Record<string, FieldValue>>;
export type FieldProblems = Readonly<Record<string, string>>;

/** Returns the form's value that is sent as none. */
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

/** Returns the values of the form's fields in a record. */
export function fieldValuesOf(fields: readonly FieldSpec[], record: object): FieldValues {
  const held = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fields.flatMap((spec) => {
      const names = spec.reads ?? [spec.name];
      const name =
        names.find((one) => held[one] !== undefined && held[one] !== null && held[one] !== '') ??
        names.find((one) => one in held);
      if (name === undefined || held[name] === undefined)
        return spec.kind === 'richText' || spec.isRequired ? [[spec.name, blankValueOf(spec)]] : [];
      return [[spec.name, formValue(spec, held[name])]];
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
      return Array.isArray(raw) ? raw.map(bareId) : [];
    case 'choice':
    case 'item':
      return bareId(raw);
    default:
      return textOf(raw);
  }
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : JSON.stringify(raw);
}

function bareId(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw ? String(raw.id) : String(raw);
}

/**
 * Compares lists as sets, because assignees and labels have no order; JSON by its content; and a description by what a
 * server stores of it, so that what the server drops is not taken for a change by another user.
 */
export function isSameFieldValue(one: FieldValue, other: FieldValue, spec?: FieldSpec): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length && one.every((id) => other.includes(id)) && other.every((id) => one.includes(id))
    );
  }
  if (spec?.kind === 'json' && typeof one === 'string' && typeof other === 'string')
    return canonical(one) === canonical(other);
  if (spec?.kind === 'richText' && typeof one === 'string' && typeof other === 'string') {
    return one === other || storedHtml(one) === storedHtml(other);
  }
  if (spec?.kind === 'color' && isNone(one) && isNone(other)) return true;
  if (spec?.kind === 'number' && typeof one === 'string' && typeof other === 'string')
    return one.trim() === other.trim();
  return one === other;
}

function canonical(text: string): string {
  const read = readJson(text.trim() === '' ? '{}' : text);
  return 'problem' in read ? text : JSON.stringify(read.value);
}

/**
 * Returns what is sent for a value, or the problem if it cannot be sent. The value is undefined if the rule does not
 * allow none.
 */
export function toRequestValue(
  spec: FieldSpec,
  value: FieldValue,
): { readonly value: unknown } | { readonly problem: string } {
  // Plane's servers reject an empty description with 400; this is how they store one themselves.
  if (spec.kind === 'richText') return { value: value === '' ? '<p></p>' : value };
  if (spec.kind === 'json') {
    const text = String(value ?? '').trim();
    return text === '' ? { value: {} } : readJson(text);
  }
  if (spec.kind === 'flag') return { value: value === true };
  if (isNone(value) || (typeof value === 'string' && spec.kind === 'number' && value.trim() === ''))
    return { value: spec.none };
  if (spec.kind === 'lines' && Array.isArray(value))
    return { value: value.map((line) => line.trim()).filter((line) => line !== '') };
  if (spec.kind !== 'number') return { value };
  const number = Number(value);
  return { value: Number.isFinite(number) ? number : value };
}

/** Returns what is wrong with one value by the rule of the operations table. */
export function problemOf(spec: FieldSpec, value: FieldValue): string | undefined {
  const sent = toRequestValue(spec, value);
  if ('problem' in sent) return sent.problem;
  const isEmpty = isNone(value) && spec.kind !== 'flag';
  const isLacking = isEmpty && sent.value === undefined && spec.choices === undefined && spec.source !== undefined;
  if (isLacking || (isEmpty && spec.isWanted)) return requiredText(spec);
  const parsed = spec.rule.safeParse(isEmpty && sent.value === undefined ? '' : sent.value);
  const [issue] = parsed.error?.issues ?? [];
  if (issue === undefined) return undefined;
  const isBlankText = spec.kind === 'text' && spec.none === undefined && String(value ?? '').trim() === '';
  return isBlankText ? requiredText(spec) : issueText(issue, spec);
}

function requiredText({ label }: FieldSpec): string {
  return l10n.t('{0} is required.', label);
}

function issueText(issue: z.core.$ZodIssue, spec: FieldSpec): string {
  if (issue.code !== 'invalid_value' || spec.choices === undefined) return withPeriod(issue.message);
  return l10n.t('Select one of {0}.', spec.choices.map(({ label }) => label).join(', '));
}

/** Returns the touched fields that are in the form. */
export function touchedFields(
  fields: readonly FieldSpec[],
  touched: Readonly<Record<string, DraftValue>>,
): (readonly [FieldSpec, FieldValue])[] {
  return fields.flatMap((spec) => {
    const value = touched[spec.name];
    return value === undefined ? [] : [[spec, value] as const];
  });
}

/** Returns what is wrong with the touched values, by their rules and by the order of the dates. */
export function problemsIn(
  kind: RecordForm,
  touched: Readonly<Record<string, DraftValue>>,
  confirmed: FieldValues,
): FieldProblems {
  const problems: Record<string, string> = {};
  for (const [spec, value] of touchedFields(kind.fields, touched)) {
    const problem = problemOf(spec, value);
    if (problem !== undefined) problems[spec.name] = problem;
  }
  return { ...spanProblem(kind, problems, touched, confirmed), ...problems };
}

function spanProblem(
  { span }: RecordForm,
  problems: FieldProblems,
  touched: Readonly<Record<string, DraftValue>>,
  confirmed: FieldValues,
): FieldProblems {
  if (span === undefined) return {};
  const [first, second] = span;
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
      second === 'target_date'
        ? l10n.t('The due date is before the start date.')
        : l10n.t('The end date is before the start date.'),
  };
}

/**
 * Returns the sent fields whose value in the response differs: some servers ignore fields that they do not support
 * without an error.
 */
export function notStored(sent: readonly (readonly [FieldSpec, FieldValue])[], answered: FieldValues): FieldSpec[] {
  return sent.flatMap(([spec, value]) => {
    const kept = answered[spec.name];
    const isText =
      spec.kind === 'richText' || spec.kind === 'text' || spec.kind === 'plainText' || spec.kind === 'lines';
    return isText || isSameFieldValue(value, kept ?? blankValueOf(spec), spec) ? [] : [spec];
  });
}
