// Defines drafts: what the user wrote about one record and has not sent.
import * as z from 'zod';
import { ACCESSES } from '../contract/resources/comment.ts';

/** Text, an id, a date, a number or JSON as typed; a list of ids or lines; a flag; or null for no value. */
const draftValue = z.union([z.string(), z.array(z.string()).readonly(), z.boolean(), z.null()]);
const draftValues = z.record(z.string(), draftValue);
export type DraftValue = z.output<typeof draftValue>;

const commentDraft = z.object({
  /** HTML from the page's composer, Markdown from the palette. */
  text: z.string(),
  access: z.enum(ACCESSES),
  /** Sent as `external_id`, so that a comment whose response was lost is found again and never sent twice. */
  externalId: z.string(),
  /** The text that was sent when no response was received: the server may have it. */
  sentText: z.string().optional(),
  /** Text that was typed in the page while the comment is being sent: it belongs to the next comment. */
  next: z.object({ text: z.string(), access: z.enum(ACCESSES) }).optional(),
  /** When the user queued it until the server can be reached, in milliseconds since the epoch. */
  waiting: z.number().optional(),
  /** The error message of the last attempt to send it. `passing`: the server could not be reached. */
  failed: z.object({ sentence: z.string(), passing: z.boolean() }).optional(),
});
export type CommentDraft = z.output<typeof commentDraft>;

/** A new record that has not been created on the server. */
const making = z.object({
  /** Values that follow from the place where the user started to create the record. */
  implied: draftValues,
  /** The cycle that a work item is added to after it is created, with its name. */
  cycle: z.object({ id: z.string(), name: z.string() }).optional(),
  /** Sent as `external_id` where the server has one, so that a record whose response was lost is not created twice. */
  externalId: z.string(),
  /** Identifies the code that started the creation; it is passed back when the record is created. */
  origin: z.string().optional(),
  /** What was sent, and when (milliseconds since the epoch), when no response was received: the server may have it. */
  sent: z.object({ at: z.number(), values: draftValues }).optional(),
});

export const draft = z.object({
  version: z.literal(1),
  /** `PROJ-123 Name`, to show the draft while the user is signed out. */
  title: z.string(),
  /** Fields that differ from the server's, under their names in the API. */
  touched: draftValues,
  /**
   * The server's value of each touched field when it was first touched, to detect changes of other users. Absent in
   * drafts of older versions.
   */
  base: draftValues.optional(),
  /**
   * Fingerprints of values of touched fields that were sent without a response, oldest first: the server may have them.
   * Absent in drafts of version 0.1.0.
   */
  sent: z.record(z.string(), z.array(z.string())).optional(),
  making: making.optional(),
  /** Comment in the item's page. HTML. */
  composer: commentDraft.optional(),
  /** Comment from the Command Palette. Markdown. */
  palette: commentDraft.optional(),
  /** Comments with code, by the place in the code where each was started. Markdown. */
  code: z.record(z.string(), commentDraft).optional(),
  /**
   * Edited texts of existing comments, by the comment's id. HTML. `base` is the text when the edit started; `sent` is
   * as for fields.
   */
  edits: z
    .record(z.string(), z.object({ html: z.string(), base: z.string(), sent: z.array(z.string()).optional() }))
    .optional(),
  /** Time of the last change, in milliseconds since the epoch. */
  at: z.number(),
});
export type Draft = z.output<typeof draft>;

/** Which comment of a draft. */
export type CommentSlot = 'composer' | 'palette' | { readonly code: string };

export function commentIn(one: Draft | undefined, slot: CommentSlot): CommentDraft | undefined {
  return typeof slot === 'string' ? one?.[slot] : one?.code?.[slot.code];
}

/** Returns the changes of a draft that set this comment, or remove it. */
export function withComment(one: Draft, slot: CommentSlot, comment: CommentDraft | undefined): Partial<Draft> {
  if (typeof slot === 'string') return { [slot]: comment };
  const { [slot.code]: _before, ...others } = one.code ?? {};
  return { code: comment === undefined ? others : { ...others, [slot.code]: comment } };
}

/**
 * Returns the comment with this complete text. An error message about another text is dropped. `before` has at least an
 * `externalId`.
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

/** Returns the part of a draft that records what was sent without a response, without these fields. */
export function withoutSent({ sent }: Pick<Draft, 'sent'>, fields: readonly string[]): Pick<Draft, 'sent'> {
  const left = Object.entries(sent ?? {}).filter(([name]) => !fields.includes(name));
  return { sent: left.length === 0 ? undefined : Object.fromEntries(left) };
}

/**
 * Returns the comment joined with the text that was typed while it was being sent, for use after sending has ended. The
 * result is `EXTERNAL` only when both are.
 */
export function joinTexts({ next, ...comment }: CommentDraft): CommentDraft {
  if (next === undefined || next.text === '') return comment;
  const access = comment.access === 'EXTERNAL' && next.access === 'EXTERNAL' ? 'EXTERNAL' : 'INTERNAL';
  return { ...comment, text: comment.text + next.text, access };
}

export function emptyDraft(title: string, at: number): Draft {
  return { version: 1, title, touched: {}, at };
}

/** Whether the draft has no content to keep. */
export function isEmpty(one: Draft): boolean {
  const isUntouched =
    Object.keys(one.touched).length === 0 && one.making === undefined && Object.keys(one.edits ?? {}).length === 0;
  return isUntouched && [one.composer, one.palette, ...Object.values(one.code ?? {})].every(isBlank);
}

function isBlank(comment: CommentDraft | undefined): boolean {
  return comment === undefined || (comment.text === '' && comment.sentText === undefined);
}
