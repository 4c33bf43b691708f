// Sorts the projects in the order in which their work items are read in the background. Pure.

/** The properties by which projects are sorted. */
export interface ProjectUse {
  readonly id: string;
  /** Whether the settings of the open folder name the project. */
  readonly isBound: boolean;
  /** Whether the user has recently opened the work items of the project in a view. */
  readonly isOpened: boolean;
  /** Whether the user has pinned or recently viewed a work item of the project. */
  readonly isPinnedOrRecent: boolean;
  /** Whether a loaded work item of the project is assigned to the user. */
  readonly hasAssignedItems: boolean;
  /** The number of work items in the project; undefined if unknown. */
  readonly size: number | undefined;
}

/**
 * Returns the projects in the order in which they are read: first the project of the open folder, then projects that
 * the user has recently opened, then projects with pinned or recent work items, then projects with work items that are
 * assigned to the user, then all others. Within a rank, smaller projects come first, because they need fewer requests.
 */
export function sortByReadingPriority(projects: readonly ProjectUse[]): readonly ProjectUse[] {
  return projects.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      (one.size ?? Number.MAX_SAFE_INTEGER) - (other.size ?? Number.MAX_SAFE_INTEGER) ||
      (one.id < other.id ? -1 : 1),
  );
}

/** Whether the user uses the project, so that it must be checked for changes often. */
export function isInUse({ isBound, isOpened, isPinnedOrRecent, hasAssignedItems }: ProjectUse): boolean {
  return isBound || isOpened || isPinnedOrRecent || hasAssignedItems;
}

function rankOf({ isBound, isOpened, isPinnedOrRecent, hasAssignedItems }: ProjectUse): number {
  return [isBound, isOpened, isPinnedOrRecent, hasAssignedItems, true].indexOf(true);
}
