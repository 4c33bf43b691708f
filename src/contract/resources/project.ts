// Schemas of the project (§2, Project).
import * as z from 'zod';
import { MAX_IDENTIFIER_LENGTH, MAX_NAME_LENGTH } from '../limits.ts';
import { id, instant, numeric, optionalReference } from '../wire.ts';

export const project = z.looseObject({
  id,
  name: z.string(),
  identifier: z.string(),
  description: z.string().nullish(),
  created_at: instant.nullish(),
  updated_at: instant.nullish(),
  archived_at: instant.nullish(),
  /** False for a public project that the user has not joined: requests for its work items are answered 403. */
  is_member: z.boolean().nullish(),
  module_view: z.boolean().nullish(),
  total_members: numeric.nullish(),
  default_state: optionalReference.optional(),
});
export type Project = z.output<typeof project>;

const FORBIDDEN = /[&+,:;$^}{*=?@#|'<>.()%!-]/;

const fields = {
  name: z
    .string()
    .trim()
    .min(1, 'A project needs a name')
    .max(MAX_NAME_LENGTH, `At most ${MAX_NAME_LENGTH} characters`)
    .refine((text) => !FORBIDDEN.test(text), 'Leave out special characters such as & + , : ; $ - . ( )'),
  identifier: z
    .string()
    .trim()
    .min(1, 'A project needs an identifier')
    .max(MAX_IDENTIFIER_LENGTH, `At most ${MAX_IDENTIFIER_LENGTH} characters`)
    .refine((text) => !FORBIDDEN.test(text), 'Leave out special characters such as & + , : ; $ - . ( )'),
  description: z.string().optional(),
};
export const newProject = z.strictObject(fields);

export const projectChanges = z
  .strictObject({ ...fields, default_state: id.nullable(), module_view: z.boolean(), cycle_view: z.boolean() })
  .partial();
