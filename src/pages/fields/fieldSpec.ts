// Describes a field without its value: its kind and its rule, from the schema of the operation.
import * as z from 'zod';
import { constantLabel } from '../../contract/constantLabel.ts';
import { date, hexColor } from '../../contract/wire.ts';
import type { Choice, FieldKind, FieldValue } from '../protocol/fields.ts';

/** Where a field gets its choices from if its schema does not list them. */
export type ChoiceSource = 'states' | 'labels' | 'members' | 'people' | 'modules' | 'types' | 'items';
/** A source that is loaded as a whole list. */
export type ChoiceListSource = Exclude<ChoiceSource, 'items'>;

/** What the schema of a field does not contain: its display, and how the record differs from the request body. */
export interface FieldRow {
  /** As in the body of the operation. */
  readonly name: string;
  /** A function, because the language is not set yet when this module is loaded. */
  readonly label: () => string;
  readonly source?: ChoiceSource;
  /** Plain text with several lines. */
  readonly isLong?: true;
  /** The choices of a text that the schema checks with a pattern. */
  readonly options?: readonly string[];
  /** `options` apply only if estimates are numbers; see `EstimateScale`. */
  readonly isEstimate?: true;
  /** The icon of each option: a state group or a priority. */
  readonly icons?: Readonly<Record<string, string>>;
  /** Names of the field in the record, if they differ from the body; the first one with a value is read. */
  readonly reads?: readonly string[];
  /** Another name in the body that is sent with the same value. */
  readonly also?: string;
  /** Servers require it for a new record although the schema marks it as optional. */
  readonly isWanted?: true;
  /** Always has one of its choices: null, if the rule allows it, would only select the server's default. */
  readonly isChosen?: true;
  /** Sent with every change. */
  readonly isAlwaysSent?: true;
  /** Servers accept it only for a new record, or only for an existing one. */
  readonly only?: 'new' | 'there';
}

export interface FieldSpec extends Omit<FieldRow, 'label'> {
  readonly label: string;
  readonly kind: FieldKind;
  /** The rule of the operations table for the value that is sent. */
  readonly rule: z.ZodType;
  /** Required for a new record. */
  readonly isRequired: boolean;
  /** The value that is sent for none; undefined if the rule does not allow none. */
  readonly none: null | '' | readonly [] | undefined;
  /** The choices of a closed set. */
  readonly choices?: readonly Choice[];
}

/**
 * Combines a row with the schema of its body.
 * @throws if the body does not have the field
 */
export function specOf(row: FieldRow, body: z.ZodObject): FieldSpec {
  const rule = body.shape[row.name] as z.ZodType | undefined;
  if (rule === undefined) throw new Error(`the body has no field ${row.name}`);
  const bare = unwrapped(rule);
  const options = row.options ?? optionsOf(bare);
  return {
    ...row,
    label: row.label(),
    rule,
    kind: kindOf(row, bare),
    isRequired: row.isWanted === true || !rule.safeParse(undefined).success,
    none: row.isChosen === true ? undefined : noneOf(rule, bare),
    ...(options === undefined ? {} : { choices: options.map((id) => optionChoice(id, row.icons)) }),
  };
}

/** Whether the form shows the value as empty. */
export function isNone(value: FieldValue): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

function kindOf({ name, source, isLong, options }: FieldRow, bare: z.ZodType): FieldKind {
  if (source === 'items') return bare instanceof z.ZodArray ? 'items' : 'item';
  if (source !== undefined) return bare instanceof z.ZodArray ? 'choices' : 'choice';
  if (isLong) return 'plainText';
  if (name.endsWith('_html')) return 'richText';
  if (isColor(bare)) return 'color';
  if (options !== undefined || bare instanceof z.ZodEnum) return 'choice';
  if (bare === date) return 'date';
  if (bare instanceof z.ZodNumber) return 'number';
  if (bare instanceof z.ZodBoolean) return 'flag';
  if (bare instanceof z.ZodRecord) return 'json';
  return bare instanceof z.ZodArray ? 'lines' : 'text';
}

/** Returns null if the rule allows it, otherwise an empty string or array. */
function noneOf(rule: z.ZodType, bare: z.ZodType): FieldSpec['none'] {
  if (rule.safeParse(null).success) return null;
  if (bare instanceof z.ZodArray) return [];
  return rule.safeParse('').success ? '' : undefined;
}

/** Returns the names in a union of a hex color and an enum, or the options of an enum. */
function optionsOf(bare: z.ZodType): readonly string[] | undefined {
  const named = bare instanceof z.ZodUnion ? bare.options.find((one) => one instanceof z.ZodEnum) : bare;
  return named instanceof z.ZodEnum ? named.options.map(String) : undefined;
}

function isColor(bare: z.ZodType): boolean {
  return bare === hexColor || (bare instanceof z.ZodUnion && bare.options.some((one) => one === hexColor));
}

function unwrapped(rule: z.ZodType): z.ZodType {
  return rule instanceof z.ZodOptional || rule instanceof z.ZodNullable ? unwrapped(rule.unwrap() as z.ZodType) : rule;
}

function optionChoice(id: string, icons: FieldRow['icons']): Choice {
  const icon = icons?.[id];
  return { id, label: constantLabel(id), ...(icon === undefined ? {} : { icon }) };
}
