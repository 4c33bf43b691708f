// Defines the draft of a record: text and field values that the user has entered but not sent.
import * as z from 'zod';
import { ACCESS_LEVELS } from '../../contract/resources/comment.ts';

/** Text (also an id, a date, a number or JSON, as typed), a list of ids or lines, a boolean, or null for no value. */
const draftValue = z.union([z.string(), z.array(z.string()).readonly(), z.boolean(), z.null()]);
const draftValues = z.record(z.string(), draftValue);
export type DraftValue = z.output<typeof draftValue>;

const commentDraft = z.object({
  /** HTML if the user typed the text in the page's composer, Markdown if the user typed it in the Command Palette. */
  text: z.string(),
  access: z.enum(ACCESS_LEVELS),
  /** Sent as `external_id`. If a response is lost, Contrail finds the comment by this id and does not send it again. */
  externalId: z.string(),
  /** The text of the latest request that ended without a response: the server may have received this text. */
  sentText: z.string().optional(),
  /** Text that the user types in the page while the comment is being sent. It belongs to the next comment. */
  next: z.object({ text: z.string(), access: z.enum(ACCESS_LEVELS) }).optional(),
  /** When the user queued the comment, in milliseconds since the epoch; absent if the comment is not queued. */
  waiting: z.number().optional(),
  /** The error message of the latest attempt to send the comment. `isTemporary`: the server could not be reached. */
  failed: z
    .object({ sentence: z.string(), passing: z.boolean() })
    .transform(({ sentence, passing }) => ({ problem: sentence, isTemporary: passing }))
    .optional(),
});
export type CommentDraft = z.output<typeof commentDraft>;

/** The title of a new sub-item, typed on the page of its parent. */
const subItemDraft = z.object({
  name: z.string(),
  /**
   * The title that is being sent. While `pending` is set, `name` is the title that the user has typed since the request
   * started.
   */
  pending: z.string().optional(),
  /** The titles that are sent after `pending`, in this order. */
  queued: z.array(z.string()).readonly().optional(),
  /** The title of the latest request that ended without a response: the server may have created the sub-item. */
  lost: z.string().optional(),
  /** Sent as `external_id`, so that no sub-item is created twice when a response was lost. */
  externalId: z.string(),
});

const descriptionDraft = z.object({
  markdown: z.string(),
  /** The HTML that the Markdown was created from. The placeholders in the Markdown stand for blocks of this HTML. */
  source: z.string().optional(),
  /** The fingerprint of the HTML that the server had when the description was last read or saved. */
  base: z.string().optional(),
  /** The fingerprints of the HTML of requests without a response, oldest first: the server may have received it. */
  sent: z.array(z.string()).optional(),
});
export type DescriptionDraft = z.output<typeof descriptionDraft>;

/** A new record that has not been created on the server. */
const storedNewRecord = z.object({
  /** Values that the command has set, for example the parent of a new sub-item. */
  implied: draftValues,
  /**
   * The cycle that the new work item is added to. `isChosen`: the user chose the cycle on the page of the new work
   * item.
   */
  cycle: z.object({ id: z.string(), name: z.string(), isChosen: z.boolean().optional() }).optional(),
  /** The modules that the new work item is added to, on servers where a work item can be in several modules. */
  modules: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .readonly()
    .optional(),
  /** Whether the user chose the modules on the page of the new work item. */
  areModulesChosen: z.boolean().optional(),
  /**
   * Sent as `external_id` if the kind of record has this field, so that no record is created twice when a response was
   * lost.
   */
  externalId: z.string(),
  /**
   * Where the user started to create the record, for example the location of a TODO comment in a file. Passed to the
   * listener that is called after the record was created.
   */
  origin: z.string().optional(),
  /**
   * Values and time (milliseconds since the epoch) of a request that ended without a response: the record may exist on
   * the server.
   */
  sent: z.object({ at: z.number(), values: draftValues }).optional(),
});
const newRecord = storedNewRecord.transform(({ implied, ...others }) => ({ ...others, initialValues: implied }));

/** The key of a new link among the links of a draft. */
export const NEW_LINK = 'new';

const storedDraft = z.object({
  version: z.literal(1),
  /** `PROJ-123 Name`, to show the draft while its record is not in the cache. */
  title: z.string(),
  /** The values of fields that the user has changed, by the field's name in the API. */
  touched: draftValues,
  /**
   * The server's value of each edited field at the time of the user's first change, to detect changes of other users.
   * Absent in drafts of older versions.
   */
  base: draftValues.optional(),
  /**
   * By field: fingerprints of values whose requests ended without a response, oldest first. The server may have
   * received these values. Absent in drafts of version 0.1.0.
   */
  sent: z.record(z.string(), z.array(z.string())).optional(),
  making: newRecord.optional(),
  /** The comment in the composer of the work item's page, as HTML. */
  composer: commentDraft.optional(),
  /** The comment from the Command Palette, as Markdown. */
  palette: commentDraft.optional(),
  /** Comments with code, as Markdown, by the location in the code where the user started the comment. */
  code: z.record(z.string(), commentDraft).optional(),
  /**
   * Edited texts of existing comments, as HTML, by the comment's id. `base` is the text when the edit started; `sent`
   * has the fingerprints of the texts that were sent.
   */
  edits: z
    .record(z.string(), z.object({ html: z.string(), base: z.string(), sent: z.array(z.string()).optional() }))
    .optional(),
  subItem: subItemDraft.optional(),
  /** The web address and the title of a link: of a new link under the key `new`, otherwise by the id of the link. */
  links: z.record(z.string(), z.object({ url: z.string().optional(), title: z.string().optional() })).optional(),
  /** The description as the user edits it in a text editor. */
  description: descriptionDraft.optional(),
  /** Time of the latest change, in milliseconds since the epoch. */
  at: z.number(),
});

type ParsedDraft = Omit<z.output<typeof storedDraft>, 'making'> & {
  readonly newRecord?: z.output<typeof newRecord> | undefined;
};

/**
 * Parses a draft from disk. On disk, some properties still have their names of version 0.1.0, because windows with
 * different versions of Contrail share the files. `toStoredDraft` is the inverse.
 */
export const draft = storedDraft.transform(
  ({ making, ...others }): ParsedDraft => (making === undefined ? others : { ...others, newRecord: making }),
);
export type Draft = z.output<typeof draft>;

/** Returns the draft as it is written to disk. */
export function toStoredDraft({ newRecord: record, composer, palette, code, ...others }: Draft): z.input<typeof draft> {
  const commentsByPlace = Object.entries(code ?? {}).map(
    ([place, comment]) => [place, commentOnDisk(comment)] as const,
  );
  return {
    ...others,
    ...(record === undefined ? {} : { making: newRecordOnDisk(record) }),
    ...(composer === undefined ? {} : { composer: commentOnDisk(composer) }),
    ...(palette === undefined ? {} : { palette: commentOnDisk(palette) }),
    ...(code === undefined ? {} : { code: Object.fromEntries(commentsByPlace) }),
  };
}

function newRecordOnDisk({ initialValues, ...others }: NonNullable<Draft['newRecord']>): z.input<typeof newRecord> {
  return { ...others, implied: initialValues };
}

function commentOnDisk({ failed, ...others }: CommentDraft): z.input<typeof commentDraft> {
  if (failed === undefined) return others;
  return { ...others, failed: { sentence: failed.problem, passing: failed.isTemporary } };
}

/**
 * Returns the modules that the user chose for a new work item; undefined if the user chose no modules, or has edited
 * the field `module` since.
 */
export function chosenModules(content: Draft | undefined): NonNullable<Draft['newRecord']>['modules'] {
  return content?.touched['module'] === undefined ? content?.newRecord?.modules : undefined;
}

/** Identifies one comment of a draft. */
export type CommentSlot = 'composer' | 'palette' | { readonly code: string };

export function commentIn(content: Draft | undefined, slot: CommentSlot): CommentDraft | undefined {
  return typeof slot === 'string' ? content?.[slot] : content?.code?.[slot.code];
}

/**
 * Returns the properties of the draft that change when `comment` is stored in it. If `comment` is undefined, the stored
 * comment is removed.
 */
export function withComment(content: Draft, slot: CommentSlot, comment: CommentDraft | undefined): Partial<Draft> {
  if (typeof slot === 'string') return { [slot]: comment };
  const { [slot.code]: _before, ...others } = content.code ?? {};
  return { code: comment === undefined ? others : { ...others, [slot.code]: comment } };
}

/**
 * Returns the comment with `text` in place of its previous text, and without `next`. If the text has changed, drops the
 * error message of the latest attempt. A comment whose text is blank is no longer queued. For a new comment, `before`
 * has only an `externalId`.
 */
export function updateCommentDraft(
  before: Pick<CommentDraft, 'externalId'> & Partial<CommentDraft>,
  text: string,
  access: CommentDraft['access'],
): CommentDraft {
  const { failed, waiting, next: _next, ...others } = before;
  return {
    ...others,
    text,
    access,
    ...(waiting === undefined || text.trim() === '' ? {} : { waiting }),
    ...(failed === undefined || text !== before.text ? {} : { failed }),
  };
}

/** Returns the property `sent` of a draft, without the fingerprints of the fields in `fields`. */
export function withoutFingerprints({ sent }: Pick<Draft, 'sent'>, fields: readonly string[]): Pick<Draft, 'sent'> {
  const remainingFingerprints = Object.entries(sent ?? {}).filter(([name]) => !fields.includes(name));
  return { sent: remainingFingerprints.length === 0 ? undefined : Object.fromEntries(remainingFingerprints) };
}

/**
 * Appends the text that was typed while the comment was being sent. Called after sending has ended. The access of the
 * result is `EXTERNAL` only if both texts have the access `EXTERNAL`.
 */
export function appendNextText({ next, ...comment }: CommentDraft): CommentDraft {
  if (next === undefined || next.text === '') return comment;
  const access = comment.access === 'EXTERNAL' && next.access === 'EXTERNAL' ? 'EXTERNAL' : 'INTERNAL';
  return { ...comment, text: comment.text + next.text, access };
}

export function emptyDraft(title: string, at: number): Draft {
  return { version: 1, title, touched: {}, at };
}

/** Whether the user has edited a field of the new record, or chosen its cycle or modules. */
export function isEdited(content: Draft | undefined): boolean {
  const { touched = {}, newRecord } = content ?? {};
  return Object.keys(touched).length > 0 || newRecord?.cycle?.isChosen === true || newRecord?.areModulesChosen === true;
}

/**
 * Whether one of these is true: the user has edited the new record, the request to create it ended without a response,
 * or its draft has an `origin`.
 */
export function isStarted(content: Draft | undefined): boolean {
  const { sent, origin } = content?.newRecord ?? {};
  return isEdited(content) || sent !== undefined || origin !== undefined;
}

/** Whether the draft has no content, so that it can be deleted. */
export function isEmpty(content: Draft): boolean {
  const isUntouched =
    Object.keys(content.touched).length === 0 &&
    content.newRecord === undefined &&
    content.subItem === undefined &&
    content.description === undefined &&
    Object.keys(content.links ?? {}).length === 0 &&
    Object.keys(content.edits ?? {}).length === 0;
  return isUntouched && [content.composer, content.palette, ...Object.values(content.code ?? {})].every(isBlank);
}

function isBlank(comment: CommentDraft | undefined): boolean {
  return comment === undefined || (comment.text === '' && comment.sentText === undefined);
}
