// Schemas of the label, which belongs to a project.
import * as z from 'zod';
import { hexColor, id, numeric, optionalReference, requestNumber, requiredName } from '../schema/wire.ts';

export const label = z.looseObject({
  id,
  name: z.string(),
  color: z.string().nullish(),
  description: z.string().nullish(),
  parent: optionalReference.optional(),
  sort_order: numeric.nullish(),
});

const editableFields = {
  name: requiredName,
  color: hexColor.optional(),
  description: z.string().optional(),
  parent: id.nullable().optional(),
  sort_order: requestNumber.optional(),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
};
export const newLabel = z.strictObject(editableFields);
export const labelChanges = z.strictObject(editableFields).partial();
