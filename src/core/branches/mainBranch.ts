// The branches that collect the work of others, so that they belong to no single work item.

/** The names of main branches, in the order in which they are searched for. */
export const MAIN_BRANCH_NAMES: readonly string[] = ['main', 'master'];
const SHARED_BRANCH_NAMES: ReadonlySet<string> = new Set([...MAIN_BRANCH_NAMES, 'trunk', 'develop', 'development']);

/** Whether the branch has a usual name of a shared branch, or is one of `baseBranches`: `main` or `origin/main`. */
export function isSharedBranch(branch: string, baseBranches: readonly string[]): boolean {
  return (
    SHARED_BRANCH_NAMES.has(branch.toLowerCase()) ||
    baseBranches.some((base) => base === branch || base.endsWith(`/${branch}`))
  );
}
