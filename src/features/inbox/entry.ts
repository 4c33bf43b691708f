// The entries of the inbox, as they are stored on disk.
import * as z from 'zod';
import type { OfferedLink } from '../../core/cache/itemCode.ts';

/** What changed. A `mention` is in a comment or in the description. */
const CHANGE_KINDS = ['assigned', 'state', 'dueDate', 'comment', 'mention', 'unblocked'] as const;

const changeSchema = z.object({
  /**
   * For a comment: the id of the comment. For any other change: the kind of change and the time of the work item's
   * version, so that all windows create the same id.
   */
  id: z.string(),
  kind: z.enum(CHANGE_KINDS),
  /** In milliseconds since the epoch. */
  at: z.number(),
  /** The name of the user who made the change; absent if unknown. */
  actor: z.string().optional(),
  /** The name of the new state, the new due date, the identifier of the last blocker, or the comment's first line. */
  value: z.string().optional(),
  isRead: z.boolean(),
});
export type InboxChange = Readonly<z.output<typeof changeSchema>>;

const entrySchema = z.object({
  project: z.string(),
  id: z.string(),
  identifier: z.string(),
  name: z.string(),
  /** At least one change, the newest first. */
  changes: z.array(changeSchema).min(1).readonly(),
  /**
   * When the user last marked the entry as read or unread, in milliseconds since the epoch; 0 if the user never did.
   */
  markedAt: z.number(),
});
/** The changes of one work item. */
export type InboxEntry = Readonly<z.output<typeof entrySchema>>;
/** A row of the view: the changes of a work item, or a link that is offered for one. */
export type InboxRow = InboxEntry | OfferedLink;
export type InboxItem = Pick<InboxEntry, 'project' | 'id' | 'identifier' | 'name'>;

export const inboxSchema = z.object({
  version: z.literal(1),
  /** When the inbox was created, in milliseconds since the epoch. Earlier changes are not added. */
  since: z.number(),
  entries: z.array(entrySchema).readonly(),
});
export type Inbox = Readonly<z.output<typeof inboxSchema>>;

export function isOffer(row: InboxRow): row is OfferedLink {
  return 'url' in row;
}
