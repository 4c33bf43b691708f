// The visibility that the user chose for the previous comment.
import type { AccessLevel } from '../../contract/resources/comment.ts';

/** Stores the visibility for one account and project. */
export interface LastVisibilityStorage {
  /** Returns `INTERNAL` if the user has chosen none. */
  get(): AccessLevel;
  set(access: AccessLevel): void;
}
