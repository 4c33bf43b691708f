// Schemas of a work item's comment (specification §2, Work item comment).
import * as z from 'zod';
import { id, idOf, isoTimestamp, optionalReference } from '../schema/wire.ts';

export const ACCESS_LEVELS = ['INTERNAL', 'EXTERNAL'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export const comment = z.looseObject({
  id,
  comment_html: z.string().nullish(),
  comment_json: z.unknown().optional(),
  access: z.string().nullish(),
  /** The author, as a user or an id. Some servers send only `created_by`. */
  actor: optionalReference.optional(),
  created_by: optionalReference.optional(),
  /**
   * The comment that this comment replies to. Open-source servers send this field, but do not accept it in a request.
   */
  parent: optionalReference.optional(),
  created_at: isoTimestamp.nullish(),
  updated_at: isoTimestamp.nullish(),
  external_source: z.string().nullish(),
  external_id: z.string().nullish(),
});
export type Comment = z.output<typeof comment>;

/** Returns the id of the user who wrote the comment. */
export function authorOf({ actor, created_by }: Comment): string | undefined {
  const author = actor ?? created_by;
  return author === null || author === undefined ? undefined : idOf(author);
}

const fields = {
  comment_html: z.string().optional(),
  comment_json: z.record(z.string(), z.unknown()).optional(),
  access: z.enum(ACCESS_LEVELS).optional(),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
};
export const newComment = z.strictObject(fields);
export type NewComment = z.input<typeof newComment>;
export const commentChanges = z.strictObject(fields);
