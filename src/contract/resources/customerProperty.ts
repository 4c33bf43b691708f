// Schemas of the customer property (specification §2, Customer property): a field of every customer.
import * as z from 'zod';
import { id, jsonObject, numeric, requestNumber } from '../schema/wire.ts';

const PROPERTY_TYPES = [
  'TEXT',
  'DATETIME',
  'DECIMAL',
  'BOOLEAN',
  'OPTION',
  'RELATION',
  'URL',
  'EMAIL',
  'FILE',
  'FORMULA',
] as const;
const PROPERTY_RELATION_TYPES = ['ISSUE', 'USER', 'RELEASE'] as const;

export const customerProperty = z.looseObject({
  id,
  name: z.string().nullish(),
  display_name: z.string().nullish(),
  description: z.string().nullish(),
  property_type: z.string().nullish(),
  relation_type: z.string().nullish(),
  is_required: z.boolean().nullish(),
  is_multi: z.boolean().nullish(),
  is_active: z.boolean().nullish(),
  sort_order: numeric.nullish(),
  default_value: z.array(z.string()).nullish(),
  settings: z.unknown().optional(),
  validation_rules: z.unknown().optional(),
  logo_props: z.unknown().optional(),
});
export type CustomerProperty = z.output<typeof customerProperty>;

/**
 * All fields are optional in the specification. To create a property, real servers require `display_name` and
 * `property_type`.
 */
export const customerPropertyFields = z
  .strictObject({
    name: z.string(),
    display_name: z.string(),
    description: z.string(),
    property_type: z.enum(PROPERTY_TYPES),
    relation_type: z.enum(PROPERTY_RELATION_TYPES).nullable(),
    is_required: z.boolean(),
    is_multi: z.boolean(),
    is_active: z.boolean(),
    sort_order: requestNumber,
    default_value: z.array(z.string()),
    settings: jsonObject,
    validation_rules: jsonObject,
    logo_props: jsonObject,
    external_source: z.string(),
    external_id: z.string(),
  })
  .partial();
