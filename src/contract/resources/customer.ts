// Schemas of the customer (§2, Customer).
import * as z from 'zod';
import { id, instant, numeric, someNumber } from '../wire.ts';

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
  created_at: instant.nullish(),
  updated_at: instant.nullish(),
});
export type Customer = z.output<typeof customer>;

const editable = {
  name: z.string().trim().min(1, 'A customer needs a name').max(255, 'At most 255 characters'),
  /** Null clears it. */
  email: z.email('Use an e-mail address such as ann@example.com').nullable().optional(),
  description_html: z.string().optional(),
  website_url: z.string().optional(),
  domain: z.string().optional(),
  employees: someNumber.int('Use a whole number').nonnegative('Use a number that is not below 0').nullable().optional(),
  stage: z.string().optional(),
  contract_status: z.string().optional(),
  revenue: z.string().optional(),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
};
export const newCustomer = z.strictObject(editable);
export const customerChanges = z.strictObject(editable).partial();
