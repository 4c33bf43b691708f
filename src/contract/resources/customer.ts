// Schemas of the customer (specification §2, Customer).
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { id, isoTimestamp, numeric, requestNumber, requiredName } from '../schema/wire.ts';

export const customer = z.looseObject({
  id,
  name: z.string(),
  email: z.string().nullish(),
  description_html: z.string().nullish(),
  website_url: z.string().nullish(),
  domain: z.string().nullish(),
  employees: numeric.nullish(),
  stage: z.string().nullish(),
  contract_status: z.string().nullish(),
  revenue: z.union([z.string(), z.number()]).nullish(),
  customer_request_count: numeric.nullish(),
  created_at: isoTimestamp.nullish(),
  updated_at: isoTimestamp.nullish(),
});
export type Customer = z.output<typeof customer>;

const editableFields = {
  name: requiredName,
  /** Null clears the email address. */
  email: z
    .email({ error: () => l10n.t('Use an email address such as ann@example.com.') })
    .nullable()
    .optional(),
  description_html: z.string().optional(),
  website_url: z.string().optional(),
  domain: z.string().optional(),
  employees: requestNumber
    .int({ error: () => l10n.t('Use a whole number.') })
    .nonnegative({ error: () => l10n.t('Use a number that is 0 or higher.') })
    .nullable()
    .optional(),
  stage: z.string().optional(),
  contract_status: z.string().optional(),
  revenue: z.string().optional(),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
};
export const newCustomer = z.strictObject(editableFields);
export const customerChanges = z.strictObject(editableFields).partial();
