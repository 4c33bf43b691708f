// Messages and models of a whole record: loading, saving, and its actions.
import * as z from 'zod';

/** Actions of a record beside editing it; which ones it has depends on its kind. */
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

/** Actions that any page can request. */
const PAGE_ACTIONS = [...RECORD_ACTIONS, 'showDrafts', 'signInAgain'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** The messages that the page sends about the whole record. */
export const recordMessages = [
  /** The page is ready to receive the model. Sent once, as the first message. */
  z.strictObject({ type: z.literal('ready'), seq: z.number() }),
  /** Send every slice, because an update is missing. */
  z.strictObject({ type: z.literal('resend'), seq: z.number() }),
  /** Send the touched fields. Answered after the server's response. */
  z.strictObject({ type: z.literal('save'), seq: z.number() }),
  /** Cancel the save that is running; it is answered then. */
  z.strictObject({ type: z.literal('cancelSave'), seq: z.number() }),
  /** Reload the record and its comments. */
  z.strictObject({ type: z.literal('reload'), seq: z.number() }),
  /** The page responds after it has shown the record's texts (`texts` of the model is `awaited`). */
  z.strictObject({ type: z.literal('textsShown'), seq: z.number() }),
  /** Show the collapsed texts. */
  z.strictObject({ type: z.literal('expandTexts'), seq: z.number() }),
  /** Open a link of the text, after the host has checked its scheme. */
  z.strictObject({ type: z.literal('openLink'), seq: z.number(), href: z.string() }),
  /** Run an action of the record, or one that every page has. */
  z.strictObject({ type: z.literal('act'), seq: z.number(), action: z.enum(PAGE_ACTIONS) }),
  /** The page has sent what the host requested with `flush`. */
  z.strictObject({ type: z.literal('flushed'), seq: z.number(), flush: z.number() }),
] as const;

export interface FieldProblem {
  readonly message: string;
  /** Whether a retry may help: shows a Retry button that sends `reload`. */
  readonly retry: boolean;
  /** The server rejects the key or token: shows a Sign In Again button. */
  readonly signIn?: boolean;
}
