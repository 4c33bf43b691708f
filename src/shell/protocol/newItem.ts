// Messages and model of the suggestions on the page of a new work item.
import * as z from 'zod';

export interface NewItemView {
  /**
   * The values of the work item that the user created most recently in the project, as text; absent if all their fields
   * already have a value.
   */
  readonly lastValues?: string;
  /** Work items of the project whose titles are similar to the typed title. */
  readonly similarItems: readonly { readonly id: string; readonly identifier: string; readonly name: string }[];
}

export const newItemMessages = [
  /** Sets the values of `lastValues` in the fields that are empty. */
  z.strictObject({ type: z.literal('useLastValues'), seq: z.number() }),
  /** Opens one of the `similarItems`. */
  z.strictObject({ type: z.literal('openSimilar'), seq: z.number(), id: z.string() }),
] as const;
