// Messages and models of comments, files and activity of a work item.
import * as z from 'zod';
import { type CodeView, codeMessages } from './code.ts';
import type { FieldProblem } from './record.ts';

/** Largest file that a page may post as one message; larger files are chosen in the host's own dialog. */
const MOST_BYTES = 25 * 1024 * 1024;

const seq = z.number();
const id = z.string();
const bytes = z.custom<ArrayBuffer>(
  (value) => value instanceof ArrayBuffer && value.byteLength <= MOST_BYTES,
  'no file that fits',
);

/** The messages that the page sends; see `fromPage`. Each one gets an answer. */
export const itemMessages = [
  /** The new text of an edited comment, stored in the draft. Null discards the edit. */
  z.strictObject({ type: z.literal('editComment'), seq, id, html: z.string().nullable() }),
  /** Send the edited text. Answered after the server's response. */
  z.strictObject({ type: z.literal('saveComment'), seq, id }),
  z.strictObject({ type: z.literal('deleteComment'), seq, id }),
  /** The file section became visible: load the list. */
  z.strictObject({ type: z.literal('showAttachments'), seq }),
  z.strictObject({ type: z.literal('moreAttachments'), seq }),
  /** Let the user choose local files. */
  z.strictObject({ type: z.literal('attachFiles'), seq }),
  /** Attach what was pasted or dropped. Answered with the asset's id after the upload. */
  z.strictObject({ type: z.literal('attachBytes'), seq, name: z.string(), mediaType: z.string(), bytes }),
  /** Cancel a running upload, or remove a failed one. */
  z.strictObject({ type: z.literal('cancelUpload'), seq, id }),
  z.strictObject({ type: z.literal('retryUpload'), seq, id }),
  z.strictObject({ type: z.literal('openAttachment'), seq, id }),
  z.strictObject({ type: z.literal('saveAttachment'), seq, id }),
  z.strictObject({ type: z.literal('deleteAttachment'), seq, id }),
  /**
   * Fetch a picture: `source` is the id of an asset or, if the user allowed it, an address outside of the server.
   * Answered with the picture.
   */
  z.strictObject({ type: z.literal('picture'), seq, source: z.string(), outside: z.boolean() }),
  /** The activity section was opened: load it. */
  z.strictObject({ type: z.literal('showActivity'), seq }),
  z.strictObject({ type: z.literal('moreActivity'), seq }),
  ...codeMessages,
] as const;
export type ItemMessage = z.output<(typeof itemMessages)[number]>;

/** The bytes of a picture, and its type as determined from the bytes. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What the answer to a message of the discussion may contain. */
export interface ItemAnswer {
  readonly problem?: string;
  readonly picture?: Picture;
  /** Id of the attached file. */
  readonly asset?: string;
}

/** What the user can do with comments. */
export interface CommentDraftView {
  /** Ids of the user's own comments. */
  readonly mine: readonly string[];
  /** Edited texts by comment id. */
  readonly edits: Readonly<
    Record<string, { readonly html: string; readonly saving: boolean; readonly overtaken: boolean }>
  >;
  /** Those of the edited comments that do not exist any more. */
  readonly orphans: readonly string[];
  /** Error of the last attempt to save or delete a comment, by its id. */
  readonly problems: Readonly<Record<string, string>>;
}

interface AttachmentView {
  readonly id: string;
  readonly name: string;
  /** Formatted size: `4.2 kB`. */
  readonly size: string | undefined;
  readonly author: string | undefined;
  /** Timestamp (ISO 8601). */
  readonly createdAt: string | undefined;
  /** Whether the file is of a type that is shown as a picture. */
  readonly isPicture: boolean;
  /** Whether it can be opened in the editor. */
  readonly opens: boolean;
  /** The operation that is running for the file. */
  readonly busy: 'opening' | 'saving' | 'deleting' | undefined;
}

interface UploadView {
  readonly id: string;
  readonly name: string;
  /** Part that is sent, from 0 to 1. */
  readonly part: number;
  /** For example `1.2 MB of 4 MB`. */
  readonly progress: string;
  /** Why the upload failed; it can then be retried. */
  readonly problem?: string;
}

export interface AttachmentsView {
  readonly status: 'unread' | 'loading' | 'ready' | 'failed';
  readonly problem?: FieldProblem;
  readonly items: readonly AttachmentView[];
  readonly more: boolean;
  readonly uploads: readonly UploadView[];
  /** Largest size that the server accepts, formatted, after the server has reported it. */
  readonly largest?: string;
}

export interface ActivityView {
  readonly status: 'unread' | 'loading' | 'ready' | 'failed';
  readonly problem?: FieldProblem;
  /** Newest first; `what` is the text that follows the name `who`. */
  readonly items: readonly {
    readonly id: string;
    readonly who: string;
    readonly what: string;
    readonly at: string | undefined;
  }[];
  readonly more: boolean;
}

export interface ItemView {
  readonly comments: CommentDraftView;
  readonly attachments: AttachmentsView;
  readonly activity: ActivityView;
  readonly code: CodeView;
}
