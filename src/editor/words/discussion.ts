// Owns the words about comments: those that are there, and the one being written.
import * as z from 'zod';
import type { Problem } from './record.ts';

const access = z.enum(['INTERNAL', 'EXTERNAL']);

/** What the page says about comments. */
export const discussionSayings = [
  /** The composer now holds this; goes into the draft. */
  z.strictObject({ say: z.literal('compose'), seq: z.number(), html: z.string(), access }),
  /** Send what the composer holds. Answered when the service has answered. */
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
  readonly problem?: Problem;
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
  readonly problem?: string;
  /** It waits until the service can be reached, or may. */
  readonly wait?: 'offered' | 'waiting';
}

/** The composer's text was taken (sent): empty it. */
export interface ClearComposer {
  readonly say: 'clearComposer';
}
