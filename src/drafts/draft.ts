// Owns drafts: what a person wrote about one record and has not sent.
import * as z from 'zod';
import { ACCESSES } from '../contract/resources/comment.ts';

/** Text, an id or a date, and numbers and JSON as they are typed; a list of ids or lines; a flag; or null for none. */
const draftValue = z.union([z.string(), z.array(z.string()).readonly(), z.boolean(), z.null()]);
const draftValues = z.record(z.string(), draftValue);
export type DraftValue = z.output<typeof draftValue>;

const commentDraft = z.object({
  /** HTML from the page's composer, Markdown from the palette. */
  text: z.string(),
  access: z.enum(ACCESSES),
  /** Goes along as `external_id`, so that a comment whose answer was lost is found again and never sent twice. */
  externalId: z.string(),
  /** The text as it was sent when no answer came: the service may have it. */
  sentText: z.string().optional(),
  /** What was typed in the page while the text is being sent: it is for the comment after it. */
  next: z.object({ text: z.string(), access: z.enum(ACCESSES) }).optional(),
  /**
   * Since when the person lets it wait to be sent until the service can be reached, in milliseconds since the epoch.
   */
  waiting: z.number().optional(),
  /** What was said when the last sending came to nothing. `passing`: the service could not be reached. */
  failed: z.object({ sentence: z.string(), passing: z.boolean() }).optional(),
});
export type CommentDraft = z.output<typeof commentDraft>;

/** A record that is being made. */
const making = z.object({
  /** What the place where it was begun implies. */
  implied: draftValues,
  /** The cycle that a work item is put into once it is there, with its name. */
  cycle: z.object({ id: z.string(), name: z.string() }).optional(),
  /**
   * Goes along as `external_id` where the service takes one, so that a record whose answer was lost is not made twice.
   */
  externalId: z.string(),
  /** Where it was begun, in the words of whoever began it, who is told of them when the record is made. */
  origin: z.string().optional(),
  /** What was sent, and when (milliseconds since the epoch), when no answer came: the service may have it. */
  sent: z.object({ at: z.number(), values: draftValues }).optional(),
});

export const draft = z.object({
  version: z.literal(1),
  /** `PROJ-123 Name`, to name the draft by while nobody is signed in. */
  title: z.string(),
  /** The fields that differ from what the service has, under the wire's names. */
  touched: draftValues,
  /**
   * What the service had of each touched field when it was touched first: whoever changed it since is noticed. Absent
   * in drafts of older versions.
   */
  base: draftValues.optional(),
  /**
   * Fingerprints of what was sent of touched fields without an answer, oldest first: the service may have it. Absent in
   * drafts of version 0.1.0.
   */
  sent: z.record(z.string(), z.array(z.string())).optional(),
  making: making.optional(),
  /** HTML being written in the item's page. */
  composer: commentDraft.optional(),
  /** Markdown being written from the palette. */
  palette: commentDraft.optional(),
  /** Markdown of comments with code, each by the place that it was begun at. */
  code: z.record(z.string(), commentDraft).optional(),
  /**
   * Texts of sent comments being changed, by the comment's id; `base` is what the text was when that began. HTML.
   * `sent` is as for fields.
   */
  edits: z
    .record(z.string(), z.object({ html: z.string(), base: z.string(), sent: z.array(z.string()).optional() }))
    .optional(),
  /** Milliseconds since the epoch of the last change. */
  at: z.number(),
});
export type Draft = z.output<typeof draft>;

/** Where in a draft a comment is being written. */
export type CommentSlot = 'composer' | 'palette' | { readonly code: string };

export function commentIn(one: Draft | undefined, slot: CommentSlot): CommentDraft | undefined {
  return typeof slot === 'string' ? one?.[slot] : one?.code?.[slot.code];
}

/** The part of a draft that holds this comment, or nothing in its place. */
export function withComment(one: Draft, slot: CommentSlot, comment: CommentDraft | undefined): Partial<Draft> {
  if (typeof slot === 'string') return { [slot]: comment };
  const { [slot.code]: _before, ...others } = one.code ?? {};
  return { code: comment === undefined ? others : { ...others, [slot.code]: comment } };
}

/**
 * The comment with this text, which is all of it; what was said of another text is no longer true. `before` is at least
 * its `externalId`.
 */
export function rewriteComment(
  before: Pick<CommentDraft, 'externalId'> & Partial<CommentDraft>,
  text: string,
  access: CommentDraft['access'],
): CommentDraft {
  const { failed, waiting, next: _taken, ...others } = before;
  return {
    ...others,
    text,
    access,
    ...(waiting === undefined || text.trim() === '' ? {} : { waiting }),
    ...(failed === undefined || text !== before.text ? {} : { failed }),
  };
}

/** The part of a draft that holds what was sent without an answer, without these fields. */
export function withoutSent({ sent }: Pick<Draft, 'sent'>, fields: readonly string[]): Pick<Draft, 'sent'> {
  const left = Object.entries(sent ?? {}).filter(([name]) => !fields.includes(name));
  return { sent: left.length === 0 ? undefined : Object.fromEntries(left) };
}

/**
 * The comment together with what was typed after it, where nothing is being sent any more. Only what both may reach is
 * public.
 */
export function joinTexts({ next, ...comment }: CommentDraft): CommentDraft {
  if (next === undefined || next.text === '') return comment;
  const access = comment.access === 'EXTERNAL' && next.access === 'EXTERNAL' ? 'EXTERNAL' : 'INTERNAL';
  return { ...comment, text: comment.text + next.text, access };
}

export function emptyDraft(title: string, at: number): Draft {
  return { version: 1, title, touched: {}, at };
}

/** Nothing in it is worth keeping. */
export function isEmpty(one: Draft): boolean {
  const isUntouched =
    Object.keys(one.touched).length === 0 && one.making === undefined && Object.keys(one.edits ?? {}).length === 0;
  return isUntouched && [one.composer, one.palette, ...Object.values(one.code ?? {})].every(isBlank);
}

function isBlank(comment: CommentDraft | undefined): boolean {
  return comment === undefined || (comment.text === '' && comment.sentText === undefined);
}
