// Schemas of the project (specification §2, Project).
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { MAX_IDENTIFIER_LENGTH } from '../schema/limits.ts';
import { id, isoTimestamp, numeric, optionalReference, requiredName, tooLongText } from '../schema/wire.ts';

export const project = z.looseObject({
  id,
  name: z.string(),
  identifier: z.string(),
  description: z.string().nullish(),
  created_at: isoTimestamp.nullish(),
  updated_at: isoTimestamp.nullish(),
  archived_at: isoTimestamp.nullish(),
  /** False for a public project that the user has not joined. Requests for its work items then fail with status 403. */
  is_member: z.boolean().nullish(),
  /** The caller's role in the project: 20 for an admin, 15 for a member, 5 for a guest; null if the caller has none. */
  member_role: numeric.nullish(),
  module_view: z.boolean().nullish(),
  total_members: numeric.nullish(),
  default_state: optionalReference.optional(),
  /** The id of the project's estimate system; null if it has none. */
  estimate: optionalReference.optional(),
  /** The IANA name of the time zone whose days the cycles have. */
  timezone: z.string().nullish().catch(undefined),
});
export type Project = z.output<typeof project>;

/** The estimate system of a project. Its points are the estimates that work items can have. */
export const estimate = z.looseObject({ id, name: z.string().nullish() });

/** A point of an estimate system, for example `5` or `XL`. */
export const estimatePoint = z.looseObject({
  id,
  /** The position of the point in the estimate system. */
  key: numeric.nullish(),
  value: z.string(),
});
export type EstimatePoint = z.output<typeof estimatePoint>;

const SPECIAL_CHARACTERS = /[&+,:;$^}{*=?@#|'<>.()%!-]/;

function hasNoSpecialCharacters(text: string): boolean {
  return !SPECIAL_CHARACTERS.test(text);
}

function specialCharactersText(): string {
  return l10n.t("Special characters such as & + , : ; $ - . ( ) aren't allowed.");
}

const fields = {
  name: requiredName.refine(hasNoSpecialCharacters, { error: specialCharactersText }),
  identifier: z
    .string()
    .trim()
    .min(1, { error: () => l10n.t('Enter an identifier.') })
    .max(MAX_IDENTIFIER_LENGTH, { error: () => tooLongText(MAX_IDENTIFIER_LENGTH) })
    .refine(hasNoSpecialCharacters, { error: specialCharactersText }),
  description: z.string().optional(),
  timezone: z.string().optional(),
};
export const newProject = z.strictObject({
  ...fields,
  external_source: z.string().optional(),
  external_id: z.string().optional(),
});

export const projectChanges = z
  .strictObject({ ...fields, default_state: id.nullable(), module_view: z.boolean(), cycle_view: z.boolean() })
  .partial();
