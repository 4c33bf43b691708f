// Owns the words about comments: those that are there, and the one being written.
import * as z from 'zod';
import type { FieldProblem } from './record.ts';

const access = z.enum(['INTERNAL', 'EXTERNAL']);

/** What the page says about comments. */
export const discussionMessages = [
  /**
   * The composer now holds this; goes into the draft. `after` is the `seq` of the `sendComment` whose text it follows,
   * where the page shows only what was typed since.
   */
  z.strictObject({
    say: z.literal('compose'),
    seq: z.number(),
    html: z.string(),
    access,
    after: z.number().optional(),
  }),
  /** Send what the composer holds; the page's composer is empty from now on. Answered when the service has answered. */
  z.strictObject({ say: z.literal('sendComment'), seq: z.number() }),
  /** Let what the composer holds wait until the service can be reached, or keep it as a draft only. */
  z.strictObject({ say: z.literal('waitToSend'), seq: z.number(), wait: z.boolean() }),
  /** Fetch the next page of comments. */
  z.strictObject({ say: z.literal('moreComments'), seq: z.number() }),
] as const;

export interface CommentView {
  readonly id: string;
  readonly author: string;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  readonly edited: boolean;
  readonly access: 'INTERNAL' | 'EXTERNAL' | undefined;
  /** As the service gave it: other people's HTML, to be sanitised where it is shown. */
  readonly html: string;
}

/** Every comment read so far. */
export interface CommentsView {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly problem?: FieldProblem;
  /** Oldest first. */
  readonly items: readonly CommentView[];
  /** How many more there are, when there are more. */
  readonly more?: number;
}

/** The comment being written. */
export interface ComposerView {
  readonly html: string;
  readonly access: 'INTERNAL' | 'EXTERNAL';
  readonly sending: boolean;
  /** The comment that is being sent. `html` above is what was typed since. */
  readonly pending?: { readonly html: string; readonly access: 'INTERNAL' | 'EXTERNAL' };
  /** The `seq` of the `sendComment` that sends it: goes along with what is composed. */
  readonly after?: number;
  /** Its text cannot be changed: it is being sent from elsewhere. */
  readonly locked?: true;
  readonly problem?: string;
  /** It waits until the service can be reached, or may. */
  readonly wait?: 'offered' | 'waiting';
}
