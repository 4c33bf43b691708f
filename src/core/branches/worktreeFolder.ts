// Names the folder of a worktree from the pattern in the settings. Pure.

/** The pattern if the setting is empty or no text. */
const DEFAULT_WORKTREE_FOLDER = '../${repository}-${branch}';

export interface WorktreeNames {
  /** The name of the repository's folder. */
  readonly repository: string;
  readonly branch: string;
  readonly identifier: string;
}

/** Matches characters that are not allowed in names of files on all systems, and those that separate folders. */
const UNUSABLE_CHARACTERS = /[\\/:*?"<>|\p{Cc}]+/gu;

/**
 * Returns the path of the folder, relative to the repository's folder unless the pattern is absolute. The names cannot
 * lead to another folder: their separators become hyphens.
 */
export function worktreeFolder(pattern: string, names: WorktreeNames): string {
  const usedPattern = pattern.trim() === '' ? DEFAULT_WORKTREE_FOLDER : pattern.trim();
  return usedPattern.replace(/\$\{(repository|branch|identifier)\}/g, (_, name: keyof WorktreeNames) =>
    names[name].replace(UNUSABLE_CHARACTERS, '-').replace(/^\.+|[. ]+$/g, ''),
  );
}
