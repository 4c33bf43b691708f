// The visibility that the user chose for the previous comment.
import type { Access } from '../../contract/resources/comment.ts';

/** Stores the visibility for one account and project. */
export interface LastVisibilityStore {
  /** Returns `INTERNAL` if the user has chosen none. */
  get(): Access;
  set(access: Access): void;
}
