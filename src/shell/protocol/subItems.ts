// Messages and models of the sub-items of a work item.
import * as z from 'zod';
import type { Choice } from '../../items/form/fieldProtocol.ts';

const seq = z.number();
const id = z.string();

/** The messages that the page sends about sub-items. The host answers each message. */
export const subItemMessages = [
  /** The title typed for a new sub-item, which the host stores in the draft. */
  z.strictObject({ type: z.literal('editSubItem'), seq, name: z.string() }),
  /**
   * Creates a sub-item with this title, and empties the draft. While another sub-item is being created, this one waits.
   * An empty title continues with the titles that wait since an earlier one could not be created. Answered after the
   * server's response.
   */
  z.strictObject({ type: z.literal('addSubItem'), seq, name: z.string() }),
  z.strictObject({ type: z.literal('openSubItem'), seq, id }),
  /** Removes the parent of a sub-item. */
  z.strictObject({ type: z.literal('moveOutSubItem'), seq, id }),
] as const;
export type SubItemMessage = z.output<(typeof subItemMessages)[number]>;

export interface SubItemView {
  readonly id: string;
  /** `PROJ-123`; empty if the project is not loaded. */
  readonly identifier: string;
  readonly name: string;
  /** Undefined if the state's name is not loaded. */
  readonly state?: Choice;
  /** The names of the assignees, separated by commas. */
  readonly assignees: string;
}

export interface SubItemsView {
  /** The sub-items, oldest first. */
  readonly items: readonly SubItemView[];
  /** Whether all work items of the project are loaded, so that no sub-item is missing. */
  readonly isComplete: boolean;
  /** The stored title of the next sub-item. */
  readonly draft: string;
  /**
   * The title of the sub-item that is being created. While it is set, `draft` is the text that was typed since the
   * request started.
   */
  readonly pending?: string;
  /** Says which sub-items are being created, and which ones wait. */
  readonly progress?: string;
  /** The error message of the last attempt to create a sub-item. */
  readonly problem?: string;
}
