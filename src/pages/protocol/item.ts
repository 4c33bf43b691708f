// Owns the words about comments, files and the past of a work item: a part of what page and host say to each other.
import * as z from 'zod';
import { type CodeView, codeMessages } from './code.ts';
import type { FieldProblem } from './record.ts';

/** The most that a page hands over as one message; larger files are chosen by the host's own dialog. */
const MOST_BYTES = 25 * 1024 * 1024;

const seq = z.number();
const id = z.string();
const bytes = z.custom<ArrayBuffer>(
  (value) => value instanceof ArrayBuffer && value.byteLength <= MOST_BYTES,
  'no file that fits',
);

/** What the page says; see `fromPage`. Every one is answered. */
export const itemMessages = [
  /** The comment's text is being changed to this; goes into the draft. Null gives up. */
  z.strictObject({ say: z.literal('editComment'), seq, id, html: z.string().nullable() }),
  /** Send the changed text. Answered when the service has answered. */
  z.strictObject({ say: z.literal('saveComment'), seq, id }),
  z.strictObject({ say: z.literal('deleteComment'), seq, id }),
  /** The files came into sight: list them. */
  z.strictObject({ say: z.literal('showAttachments'), seq }),
  z.strictObject({ say: z.literal('moreAttachments'), seq }),
  /** Let the person choose files of her machine. */
  z.strictObject({ say: z.literal('attachFiles'), seq }),
  /** Attach what was pasted or dropped. Answered with the asset's id when it has arrived. */
  z.strictObject({ say: z.literal('attachBytes'), seq, name: z.string(), type: z.string(), bytes }),
  /** Ends an upload, or forgets one that failed. */
  z.strictObject({ say: z.literal('cancelUpload'), seq, id }),
  z.strictObject({ say: z.literal('retryUpload'), seq, id }),
  z.strictObject({ say: z.literal('openAttachment'), seq, id }),
  z.strictObject({ say: z.literal('saveAttachment'), seq, id }),
  z.strictObject({ say: z.literal('deleteAttachment'), seq, id }),
  /**
   * Fetch a picture: `source` is an asset's id or, where the person has allowed it, an address of somebody else's.
   * Answered with it.
   */
  z.strictObject({ say: z.literal('picture'), seq, source: z.string(), outside: z.boolean() }),
  /** The past was opened: read it. */
  z.strictObject({ say: z.literal('showActivity'), seq }),
  z.strictObject({ say: z.literal('moreActivity'), seq }),
  ...codeMessages,
] as const;
export type ItemMessage = z.output<(typeof itemMessages)[number]>;

/** A picture's bytes and its type as the bytes tell it. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What a discussion's word may be answered with, beside `problem`. */
export interface ItemAnswer {
  readonly problem?: string;
  readonly picture?: Picture;
  /** Id of what was attached. */
  readonly asset?: string;
}

/** What can be done with a comment by the one who reads it. */
export interface CommentDraftView {
  /** Ids of the reader's own comments. */
  readonly mine: readonly string[];
  /** Texts being changed, by the comment's id. */
  readonly edits: Readonly<
    Record<string, { readonly html: string; readonly saving: boolean; readonly overtaken: boolean }>
  >;
  /** Of these, the ones whose comment does not exist any more. */
  readonly orphans: readonly string[];
  /** What came of the last attempt to save or delete a comment, by its id. */
  readonly problems: Readonly<Record<string, string>>;
}

interface AttachmentView {
  readonly id: string;
  readonly name: string;
  /** In words: `4.2 kB`. */
  readonly size: string | undefined;
  readonly author: string | undefined;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  /** Of a kind that is shown as a picture. */
  readonly isPicture: boolean;
  /** Whether it can be opened in the editor. */
  readonly opens: boolean;
  /** A file that is on its way, to the machine or out of the service. */
  readonly busy: 'opening' | 'saving' | 'deleting' | undefined;
}

interface UploadView {
  readonly id: string;
  readonly name: string;
  /** Part that has left, from 0 to 1. */
  readonly part: number;
  /** `1.2 MB of 4 MB`. */
  readonly progress: string;
  /** Why it failed; it can then be tried again. */
  readonly problem?: string;
}

export interface AttachmentsView {
  readonly status: 'unread' | 'loading' | 'ready' | 'failed';
  readonly problem?: FieldProblem;
  readonly items: readonly AttachmentView[];
  readonly more: boolean;
  readonly uploads: readonly UploadView[];
  /** What the service takes at most, in words, once it has said so. */
  readonly largest?: string;
}

export interface ActivityView {
  readonly status: 'unread' | 'loading' | 'ready' | 'failed';
  readonly problem?: FieldProblem;
  /** Newest first; `what` follows the name of `who`. */
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
