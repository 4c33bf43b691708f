// Decides in which order the work items of projects are read in the background. Pure.

/** The properties of a project that decide how early it is read. */
export interface ProjectUse {
  readonly id: string;
  /** Whether the settings of the open folder name the project. */
  readonly isBound: boolean;
  /** Whether the user has opened its work items in a view recently. */
  readonly isOpened: boolean;
  /** Whether the user has pinned or recently viewed one of its work items. */
  readonly isRemembered: boolean;
  /** Whether a known work item of the project is assigned to the user. */
  readonly hasAssigned: boolean;
  /** The number of its work items; undefined if it is not known. */
  readonly size: number | undefined;
}

/**
 * Returns the projects in the order in which they are read: the project of the folder first, then opened ones, then
 * those with pinned or recent work items, then those with work items that are assigned to the user, then all others.
 * Within a rank, the smallest comes first, because it is complete after the fewest requests.
 */
export function inReadingOrder(projects: readonly ProjectUse[]): readonly ProjectUse[] {
  return projects.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      (one.size ?? Number.MAX_SAFE_INTEGER) - (other.size ?? Number.MAX_SAFE_INTEGER) ||
      (one.id < other.id ? -1 : 1),
  );
}

/** Whether the user uses the project, so that changes should be shown soon. */
export function isInUse({ isBound, isOpened, isRemembered, hasAssigned }: ProjectUse): boolean {
  return isBound || isOpened || isRemembered || hasAssigned;
}

function rankOf({ isBound, isOpened, isRemembered, hasAssigned }: ProjectUse): number {
  return [isBound, isOpened, isRemembered, hasAssigned, true].indexOf(true);
}
