// Messages about a whole record: loading, saving, and the record's actions.
import * as z from 'zod';
import { type FieldName, fieldName } from './fieldProtocol.ts';

/** Actions other than editing. The kind of a record determines which of these actions it has. */
const RECORD_ACTIONS = [
  'openInBrowser',
  'openParent',
  'startWork',
  'finishWork',
  'newWorkItem',
  'newRequest',
  'addEpics',
  'addProjects',
  'setLabels',
  'addMembers',
  'addTeamspaceProjects',
  'showOverview',
] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/** Actions for one relation, link or comment of a work item. */
const ROW_ACTIONS = ['openRelated', 'removeRelation', 'editLink', 'removeLink', 'copyCommentLink'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

/** The names of all actions that a page can request. */
const PAGE_ACTIONS = [
  ...RECORD_ACTIONS,
  ...ROW_ACTIONS,
  'addRelation',
  'addLink',
  'assignToMe',
  'commentWithCode',
  'changeCycle',
  'changeModule',
  'showDrafts',
  'signInAgain',
  'switchAccount',
  'close',
  'copyUnsent',
  'createAgain',
] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** The messages that the page sends about the whole record. */
export const recordMessages = [
  /** The page is ready to receive the model. Sent once, as the first message. */
  z.strictObject({ type: z.literal('ready'), seq: z.number() }),
  /** Makes the host send all slices, because the page has missed an update. */
  z.strictObject({ type: z.literal('resend'), seq: z.number() }),
  /**
   * Saves all edited fields, or only the fields in `fields`. Answered after the server's response. If `another` is set,
   * the page of a new work item then shows another new work item.
   */
  z.strictObject({
    type: z.literal('save'),
    seq: z.number(),
    fields: z.array(fieldName).optional(),
    another: z.literal(true).optional(),
  }),
  /** Cancels the running save. The host then answers the `save` message. */
  z.strictObject({ type: z.literal('cancelSave'), seq: z.number() }),
  /** Reloads the record and its comments. */
  z.strictObject({ type: z.literal('reload'), seq: z.number() }),
  /** Opens a link in a text, after the host has checked the link's scheme. */
  z.strictObject({ type: z.literal('openLink'), seq: z.number(), href: z.string() }),
  /** Runs an action. `row` is the id of the record that a `RowAction` is for. Answered when the action is done. */
  z.strictObject({
    type: z.literal('act'),
    seq: z.number(),
    action: z.enum(PAGE_ACTIONS),
    row: z.string().optional(),
  }),
  /** The page has sent all edits. `flush` is the number of the host's `flush` message that this message answers. */
  z.strictObject({ type: z.literal('flushed'), seq: z.number(), flush: z.number() }),
] as const;

export interface PageProblem {
  readonly message: string;
  /** Whether a retry may help: the page then shows a Retry button. */
  readonly retry: boolean;
  /** Set if the server rejects the key or token: the page shows a Sign In Again button. */
  readonly signIn?: boolean;
  /**
   * Set if the window does not use the page's account: the page shows this heading, and a button that switches to the
   * account.
   */
  readonly account?: { readonly title: string; readonly button: string };
}

/** A message about the last save, or about a restored draft. */
export interface NoticeView {
  readonly level: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Set if the save failed because of the conflicts that the page shows at their fields. */
  readonly isConflict?: true;
  /** The fields that Retry sends, `all` for all edits; absent if a retry cannot succeed. */
  readonly retry?: readonly FieldName[] | 'all';
}
