// Derives the kind and the validation rule of a form's field from the schema of the API operation.
import * as z from 'zod';
import { constantLabel } from '../../contract/constantLabel.ts';
import { date, hexColor } from '../../contract/schema/wire.ts';
import type { FieldTraits, ValueSource } from '../fields.ts';
import type { Choice, FieldKind, FieldValue } from './fieldProtocol.ts';

/** A source whose choices are loaded as a complete list. The choices of `items` are search results. */
export type ChoiceListSource = Exclude<ValueSource, 'items'>;

/** How the form shows a field, and how the field in the record differs from the field in the request body. */
export interface FieldDefinition extends FieldTraits {
  /** The name of the field in the request body. */
  readonly name: string;
  /** Returns the label. A function, because the language is not set yet when this module is loaded. */
  readonly label: () => string;
  /** The list that contains the choices of a field if its schema does not contain them. */
  readonly source?: ValueSource;
  /** Set if the value is plain text with several lines. */
  readonly isMultiline?: true;
  /** Set if the value is any text, but usually a constant of the API that has a label. */
  readonly usesConstantLabels?: true;
  /**
   * Names of the field in the record, if they differ from the name in the request body. The first name with a value is
   * used.
   */
  readonly namesInRecord?: readonly string[];
  /** The name of another field of the request body that is sent with the same value. */
  readonly alsoSentAs?: string;
  /** Set if servers require the field for a new record although the schema marks it as optional. */
  readonly isRequiredByServers?: true;
  /** Set if every update request must contain the field. */
  readonly isAlwaysSent?: true;
  /** Set if servers accept the field only for a new record (`new`), or only for an existing record (`there`). */
  readonly onlyFor?: 'new' | 'there';
}

export interface FieldSpec extends Omit<FieldDefinition, 'label'> {
  readonly label: string;
  readonly kind: FieldKind;
  /** The schema of the value in the request body. */
  readonly rule: z.ZodType;
  /** Whether a new record needs a value. */
  readonly isRequired: boolean;
  /** The value that is sent to clear the field; undefined if the rule does not allow an empty field. */
  readonly emptyValue: null | '' | readonly [] | undefined;
  /** The choices, if the schema or `options` contains them. */
  readonly choices?: readonly Choice[];
}

/**
 * Combines the definition of a field with the schema of the request body.
 * @throws if the body does not have the field
 */
export function specOf(definition: FieldDefinition, body: z.ZodObject): FieldSpec {
  const rule = body.shape[definition.name] as z.ZodType | undefined;
  if (rule === undefined) throw new Error(`the body has no field ${definition.name}`);
  const unwrappedRule = unwrapRule(rule);
  const options = definition.options ?? optionsOf(unwrappedRule);
  return {
    ...definition,
    label: definition.label(),
    rule,
    kind: kindOf(definition, unwrappedRule),
    isRequired: definition.isRequiredByServers === true || !rule.safeParse(undefined).success,
    emptyValue: definition.isNeverEmpty === true ? undefined : emptyValueOf(rule, unwrappedRule),
    ...(options === undefined ? {} : { choices: options.map((id) => optionChoice(id, definition.icons)) }),
  };
}

/** Whether the form shows the value as empty. */
export function isEmptyValue(value: FieldValue): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

function kindOf({ name, source, isMultiline: isLong, options }: FieldDefinition, unwrappedRule: z.ZodType): FieldKind {
  if (source === 'items') return unwrappedRule instanceof z.ZodArray ? 'items' : 'item';
  if (source !== undefined) return unwrappedRule instanceof z.ZodArray ? 'choices' : 'choice';
  if (isLong) return 'plainText';
  if (name.endsWith('_html')) return 'richText';
  if (isColor(unwrappedRule)) return 'color';
  if (options !== undefined || unwrappedRule instanceof z.ZodEnum) return 'choice';
  if (unwrappedRule === date) return 'date';
  if (unwrappedRule instanceof z.ZodNumber) return 'number';
  if (unwrappedRule instanceof z.ZodBoolean) return 'flag';
  if (unwrappedRule instanceof z.ZodRecord) return 'json';
  return unwrappedRule instanceof z.ZodArray ? 'lines' : 'text';
}

/** Returns null if the rule allows null, an empty array for a list, or an empty string if the rule allows it. */
function emptyValueOf(rule: z.ZodType, unwrappedRule: z.ZodType): FieldSpec['emptyValue'] {
  if (rule.safeParse(null).success) return null;
  if (unwrappedRule instanceof z.ZodArray) return [];
  return rule.safeParse('').success ? '' : undefined;
}

/** Returns the options of an enum, or of the enum in a union of a hex color and an enum. */
function optionsOf(unwrappedRule: z.ZodType): readonly string[] | undefined {
  const enumRule =
    unwrappedRule instanceof z.ZodUnion
      ? unwrappedRule.options.find((option) => option instanceof z.ZodEnum)
      : unwrappedRule;
  return enumRule instanceof z.ZodEnum ? enumRule.options.map(String) : undefined;
}

function isColor(unwrappedRule: z.ZodType): boolean {
  return (
    unwrappedRule === hexColor ||
    (unwrappedRule instanceof z.ZodUnion && unwrappedRule.options.some((option) => option === hexColor))
  );
}

function unwrapRule(rule: z.ZodType): z.ZodType {
  return rule instanceof z.ZodOptional || rule instanceof z.ZodNullable ? unwrapRule(rule.unwrap() as z.ZodType) : rule;
}

function optionChoice(id: string, icons: FieldDefinition['icons']): Choice {
  const icon = icons?.[id];
  return { id, label: constantLabel(id), ...(icon === undefined ? {} : { icon }) };
}
