// Owns drafts: what a person wrote about one work item and has not sent.
import * as z from 'zod';
import { ACCESSES } from '../contract/resources/comment.ts';

/** Text, an id or a date; a list of ids; or null for none. */
const draftValue = z.union([z.string(), z.array(z.string()).readonly(), z.null()]);
export type DraftValue = z.output<typeof draftValue>;

const commentDraft = z.object({
  /** HTML from the page's composer, Markdown from the palette. */
  text: z.string(),
  access: z.enum(ACCESSES),
  /** Goes along as `external_id`, so that a comment whose answer was lost is found again and never sent twice. */
  externalId: z.string(),
  /** The text as it was sent when no answer came: the service may have it. */
  sentText: z.string().optional(),
});
export type CommentDraft = z.output<typeof commentDraft>;

export const draft = z.object({
  version: z.literal(1),
  /** `PROJ-123 Name`, to name the draft by while nobody is signed in. */
  title: z.string(),
  /** The fields that differ from what the service has, under the wire's names. */
  touched: z.record(z.string(), draftValue),
  /** HTML being written in the item's page. */
  composer: commentDraft.optional(),
  /** Markdown being written from the palette. */
  palette: commentDraft.optional(),
  /** Milliseconds since the epoch of the last change. */
  at: z.number(),
});
export type Draft = z.output<typeof draft>;

export function emptyDraft(title: string, at: number): Draft {
  return { version: 1, title, touched: {}, at };
}

/** Nothing in it is worth keeping. */
export function isEmpty(one: Draft): boolean {
  return Object.keys(one.touched).length === 0 && isBlank(one.composer) && isBlank(one.palette);
}

function isBlank(comment: CommentDraft | undefined): boolean {
  return comment === undefined || (comment.text === '' && comment.sentText === undefined);
}
