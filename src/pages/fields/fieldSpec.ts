// Owns what a field is before it holds anything: its kind and its rule as the table's schema says them, and what none
// looks like.
import * as z from 'zod';
import { date, hexColor } from '../../contract/wire.ts';
import { humanize } from '../../std/english.ts';
import type { Choice, FieldKind, FieldValue } from '../protocol/fields.ts';

/** What a field chooses from when its schema does not name the choices. */
export type ChoiceSource = 'states' | 'labels' | 'members' | 'people' | 'modules' | 'types' | 'items';
/** What is read as a whole list. */
export type ListSource = Exclude<ChoiceSource, 'items'>;

/** What the schema of a field cannot say: how it looks, and how the record differs from the body. */
export interface FieldRow {
  /** As in the operation's body. */
  readonly name: string;
  readonly label: string;
  readonly source?: ChoiceSource;
  /** Plain text of several lines. */
  readonly isLong?: true;
  /** The choices of text that its schema checks by a pattern. */
  readonly options?: readonly string[];
  /** `options` hold only where estimates are numbers: see `EstimateScale`. */
  readonly isEstimate?: true;
  /** The icon of each option: a state group's or a priority's. */
  readonly icons?: Readonly<Record<string, string>>;
  /** Where a record keeps what the body calls otherwise; the first that is there is read. */
  readonly reads?: readonly string[];
  /** Another name of the body under which the same value goes along. */
  readonly also?: string;
  /** Servers want it of a new record although the schema lets it be left out. */
  readonly isWanted?: true;
  /** One of its choices always: null, where the rule takes it, would only mean the service's own choice. */
  readonly isChosen?: true;
  /** Goes along with every change. */
  readonly isAlwaysSent?: true;
  /** Servers take it of a new record only, or of one that is there. */
  readonly only?: 'new' | 'there';
}

export interface FieldSpec extends FieldRow {
  readonly kind: FieldKind;
  /** The table's rule for what is sent. */
  readonly rule: z.ZodType;
  /** Must be given for a new record. */
  readonly isRequired: boolean;
  /** How none is sent; undefined when the rule has no word for it. */
  readonly none: null | '' | readonly [] | undefined;
  /** Of a closed set. */
  readonly choices?: readonly Choice[];
}

/** Joins a row with the schema of its body. Throws for a field that the body does not have. */
export function specOf(row: FieldRow, body: z.ZodObject): FieldSpec {
  const rule = body.shape[row.name] as z.ZodType | undefined;
  if (rule === undefined) throw new Error(`the body has no field ${row.name}`);
  const bare = unwrapped(rule);
  const options = row.options ?? optionsOf(bare);
  return {
    ...row,
    rule,
    kind: kindOf(row, bare),
    isRequired: row.isWanted === true || !rule.safeParse(undefined).success,
    none: row.isChosen === true ? undefined : noneOf(rule, bare),
    ...(options === undefined ? {} : { choices: options.map((id) => optionChoice(id, row.icons)) }),
  };
}

/** A value that counts as nothing in the form. */
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

/** Null where the rule takes it, else empty text or an empty list. */
function noneOf(rule: z.ZodType, bare: z.ZodType): FieldSpec['none'] {
  if (rule.safeParse(null).success) return null;
  if (bare instanceof z.ZodArray) return [];
  return rule.safeParse('').success ? '' : undefined;
}

/** The names in a union of a hex colour with a set of names, or the options of a set. */
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
  return { id, label: humanize(id), ...(icon === undefined ? {} : { icon }) };
}
