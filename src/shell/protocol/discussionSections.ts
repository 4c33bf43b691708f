// Messages and models of the sections of a work item page that `Discussion` handles: comment edits and deletions,
// files, activity, relations, links, sub-items and code.
import * as z from 'zod';
import type { PageProblem } from '../../items/form/recordProtocol.ts';
import { type CodeView, codeMessages } from './code.ts';
import { type LinksView, linkedMessages, type RelationsView } from './linked.ts';
import { subItemMessages } from './subItems.ts';

/**
 * The maximum size of a file that a page may post as one message. Larger files must be chosen in VS Code's file dialog.
 */
const MAX_POSTED_BYTES = 25 * 1024 * 1024;

const seq = z.number();
const id = z.string();
const bytes = z.custom<ArrayBuffer>(
  (value) => value instanceof ArrayBuffer && value.byteLength <= MAX_POSTED_BYTES,
  'no file that fits',
);

/** The messages that the page sends about these sections. The host answers each message. */
export const discussionMessages = [
  /** The new text of an edited comment, which the host stores in the draft. Null discards the edit. */
  z.strictObject({ type: z.literal('editComment'), seq, id, html: z.string().nullable() }),
  /** Sends the edited text. Answered after the server's response. */
  z.strictObject({ type: z.literal('saveComment'), seq, id }),
  /**
   * Deletes the comment after some seconds. Answered when the comment is deleted or the user has undone the deletion.
   */
  z.strictObject({ type: z.literal('deleteComment'), seq, id }),
  /** Undoes a deletion before it is sent: keeps the comment or the attachment. */
  z.strictObject({ type: z.literal('undoDeletion'), seq, id }),
  /** Loads the list of files, when its section becomes visible. */
  z.strictObject({ type: z.literal('showAttachments'), seq }),
  z.strictObject({ type: z.literal('moreAttachments'), seq }),
  /** Lets the user choose local files, and attaches them. */
  z.strictObject({ type: z.literal('attachFiles'), seq }),
  /** Attaches a file that the user pasted or dropped. Answered with the asset's id after the upload. */
  z.strictObject({ type: z.literal('attachBytes'), seq, name: z.string(), mediaType: z.string(), bytes }),
  /** Cancels a running upload, or removes a failed one from the list. */
  z.strictObject({ type: z.literal('cancelUpload'), seq, id }),
  z.strictObject({ type: z.literal('retryUpload'), seq, id }),
  z.strictObject({ type: z.literal('openAttachment'), seq, id }),
  z.strictObject({ type: z.literal('saveAttachment'), seq, id }),
  /** Deletes the file after some seconds, see `deleteComment`. */
  z.strictObject({ type: z.literal('deleteAttachment'), seq, id }),
  /**
   * Downloads a picture. `source` is the id of an asset or, if `isExternal` is true, a URL of another server, from
   * which the user has allowed to load pictures. Answered with the picture.
   */
  z.strictObject({ type: z.literal('picture'), seq, source: z.string(), isExternal: z.boolean() }),
  /** Loads the activities of the work item, which the page then shows between the comments. */
  z.strictObject({ type: z.literal('showActivity'), seq }),
  z.strictObject({ type: z.literal('hideActivity'), seq }),
  z.strictObject({ type: z.literal('moreActivity'), seq }),
  ...linkedMessages,
  ...codeMessages,
  ...subItemMessages,
] as const;
export type DiscussionMessage = z.output<(typeof discussionMessages)[number]>;

/** The bytes of a picture, and the MIME type determined from the bytes. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The content of an answer to one of the `discussionMessages`. `problem` is a message for the user. */
export interface DiscussionAnswer {
  readonly problem?: string;
  readonly picture?: Picture;
  /** Id of the attached file. */
  readonly asset?: string;
  /** The title of the sub-item that could not be created. */
  readonly title?: string;
}

/** Which comments the user has written, with the edits, deletions and errors of these comments. */
export interface CommentEditsView {
  /** Ids of the user's own comments. */
  readonly mine: readonly string[];
  /** Ids of the comments that will be deleted unless the user undoes the deletion. */
  readonly deleted?: readonly string[];
  /** Edited texts by comment id. */
  readonly edits: Readonly<
    Record<string, { readonly html: string; readonly saving: boolean; readonly isChangedOnServer: boolean }>
  >;
  /** Ids of comments that have a draft of an edit, but do not exist on the server any more. */
  readonly orphans: readonly string[];
  /** The error of the last attempt to save or delete a comment, by comment id. */
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
  /** Whether the page shows the file as a picture. */
  readonly isPicture: boolean;
  /** Whether the file can be opened in an editor tab. */
  readonly canBeOpened: boolean;
  /** The operation that is running for the file. */
  readonly busy: 'opening' | 'saving' | 'deleting' | undefined;
  /** Set if the file will be deleted unless the user undoes the deletion. */
  readonly isDeleted?: true;
}

interface UploadView {
  readonly id: string;
  readonly name: string;
  /** The fraction of the file that has been sent, from 0 to 1. */
  readonly part: number;
  /** The progress as text, for example `1.2 MB of 4 MB`. */
  readonly progress: string;
  /** The error message of a failed upload, which can be retried. */
  readonly problem?: string;
}

export interface AttachmentsView {
  readonly status: 'notLoaded' | 'loading' | 'ready' | 'failed';
  readonly problem?: PageProblem;
  readonly items: readonly AttachmentView[];
  readonly more: boolean;
  readonly uploads: readonly UploadView[];
  /** The formatted size limit of the server; undefined until the server has reported it. */
  readonly maxFileSize?: string;
}

export interface ActivityView {
  /**
   * Whether the page shows the activities. The host stores the value, because VS Code destroys a page that is not
   * visible.
   */
  readonly isShown: boolean;
  readonly status: 'notLoaded' | 'loading' | 'ready' | 'failed';
  readonly problem?: PageProblem;
  /** The activities, newest first. `changeText` follows the name of the user. */
  readonly items: readonly {
    readonly id: string;
    readonly userName: string;
    readonly changeText: string;
    readonly at: string | undefined;
  }[];
  readonly more: boolean;
}

export interface DiscussionView {
  readonly comments: CommentEditsView;
  readonly attachments: AttachmentsView;
  readonly activity: ActivityView;
  readonly relations: RelationsView;
  readonly links: LinksView;
  readonly code: CodeView;
}
