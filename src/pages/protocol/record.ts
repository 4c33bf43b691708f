// Owns the words about the record as a whole: reading it, saving it, and what else can be done with it.
import * as z from 'zod';

/** What can be done with a record beside editing it; which of them depends on its kind. */
const RECORD_ACTIONS = [
  'copyIdentifier',
  'copyLink',
  'startWork',
  'openInBrowser',
  'openParent',
  'newWorkItem',
  'newRequest',
  'addEpics',
  'addProjects',
  'setLabels',
  'addMembers',
  'addTeamspaceProjects',
] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/** What can be done on any page. */
const PAGE_ACTIONS = [...RECORD_ACTIONS, 'showDrafts', 'signInAgain'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** What the page says about the whole of it. */
export const recordMessages = [
  /** The page is up and wants to be told. Said once, first. */
  z.strictObject({ say: z.literal('ready'), seq: z.number() }),
  /** Send every slice: an update is missing. */
  z.strictObject({ say: z.literal('resend'), seq: z.number() }),
  /** Send the touched fields. Answered when the service has answered. */
  z.strictObject({ say: z.literal('save'), seq: z.number() }),
  /** End the save that is under way: it is answered then. */
  z.strictObject({ say: z.literal('cancelSave'), seq: z.number() }),
  /** Read the record, and its comments, again. */
  z.strictObject({ say: z.literal('reload'), seq: z.number() }),
  /** The page responds with the record's texts in it (`texts` of the model is `awaited`). */
  z.strictObject({ say: z.literal('textsShown'), seq: z.number() }),
  /** Show the texts that are collapsed. */
  z.strictObject({ say: z.literal('expandTexts'), seq: z.number() }),
  /** Open a link of the text outside, after the host's scheme check. */
  z.strictObject({ say: z.literal('openLink'), seq: z.number(), href: z.string() }),
  /** One of the record's own actions, or one that every page has. */
  z.strictObject({ say: z.literal('act'), seq: z.number(), action: z.enum(PAGE_ACTIONS) }),
  /** What the host asked to be handed (`flush`) has been handed. */
  z.strictObject({ say: z.literal('flushed'), seq: z.number(), flush: z.number() }),
] as const;

export interface FieldProblem {
  readonly message: string;
  /** Whether trying again may help: shows a Retry button that says `reload`. */
  readonly retry: boolean;
  /** The server rejects the key or token: shows a Sign In Again button. */
  readonly signIn?: boolean;
}
