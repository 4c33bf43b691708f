// Determines the branch and the state for starting work, and the text of the branch step.

import * as l10n from '@vscode/l10n';
import type { State } from '../../contract/resources/state.ts';
import { branchProblem } from '../../core/branches/branchName.ts';
import type { Branch, Head } from '../../shell/git/repository.ts';
import type { WorktreeStart } from '../../shell/git/worktrees.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';

/** The state of a repository, as far as a plan needs it. */
export interface RepositoryState {
  readonly name: string;
  readonly head: Head | undefined;
  readonly branches: readonly Branch[];
  readonly remotes: readonly string[];
  readonly uncommittedCount: number;
  /** The folders of branches that other worktrees have checked out, which git cannot check out here. */
  readonly otherWorktrees: ReadonlyMap<string, string>;
  /** Returns the folder of a worktree for the branch. Undefined if the repository is not in a local folder. */
  readonly worktreeFolder?: (branch: string) => string;
  /** The name of the configured base branch. Set only if the branch does not exist. */
  readonly missingBaseBranch?: string;
}

/**
 * What happens with the branch when work is started. If `base` is undefined, the new branch starts at HEAD. If only a
 * remote has the branch, the checkout creates a local branch, which tracks `trackedBranch`. A branch that another
 * worktree has checked out is `elsewhere`: its folder is opened.
 */
export type BranchStep =
  | { readonly kind: 'create'; readonly name: string; readonly base: string | undefined }
  | { readonly kind: 'checkout'; readonly name: string; readonly trackedBranch?: string }
  | { readonly kind: 'stay'; readonly name: string }
  | { readonly kind: 'elsewhere'; readonly name: string; readonly folder: string }
  | { readonly kind: 'invalid'; readonly problem: string };

/** The branch is checked out in a new folder, which is opened in a new window. The checkout in this folder stays. */
export interface WorktreeStep {
  readonly kind: 'worktree';
  readonly name: string;
  readonly folder: string;
  readonly start: WorktreeStart;
}

/** What the user accepted for the branch. */
export type PlannedBranch = Exclude<BranchStep, { kind: 'invalid' }> | WorktreeStep;

/** Returns the step that does the same in a worktree; undefined if the branch is checked out already, or invalid. */
export function worktreeStep(step: BranchStep, { worktreeFolder }: RepositoryState): WorktreeStep | undefined {
  if (worktreeFolder === undefined || (step.kind !== 'create' && step.kind !== 'checkout')) return undefined;
  return { kind: 'worktree', name: step.name, folder: worktreeFolder(step.name), start: step };
}

export function branchStep(
  typedBranch: string,
  { head, branches, remotes, otherWorktrees }: RepositoryState,
  base: string | undefined,
): BranchStep {
  const name = typedBranch.trim();
  const problem = branchProblem(name);
  if (problem !== undefined) return { kind: 'invalid', problem };
  if (name === head?.branch) return { kind: 'stay', name };
  const folder = otherWorktrees.get(name);
  if (folder !== undefined) return { kind: 'elsewhere', name, folder };
  const localBranches = branches.filter((branch) => !branch.remote);
  if (localBranches.some((branch) => branch.name === name)) return { kind: 'checkout', name };
  const trackedBranch = remotes
    .map((remote) => `${remote}/${name}`)
    .find((remoteName) => branches.some((branch) => branch.remote && branch.name === remoteName));
  if (trackedBranch !== undefined) return { kind: 'checkout', name, trackedBranch };
  const conflictingBranch = localBranches.find(
    (branch) => branch.name.startsWith(`${name}/`) || name.startsWith(`${branch.name}/`),
  );
  if (conflictingBranch !== undefined)
    return {
      kind: 'invalid',
      problem: l10n.t("The branch “{0}” exists, so Git can't create a branch “{1}”.", conflictingBranch.name, name),
    };
  return { kind: 'create', name, base };
}

/** Returns the branch of the work item: the checked-out branch, else another local branch, else a remote branch. */
export function branchOf(
  identifier: string,
  { head, branches, remotes }: RepositoryState,
  identifierIn: (branch: string) => string | undefined,
): string | undefined {
  const isBranchOfItem = (name: string): boolean => identifierIn(name) === identifier;
  if (head?.branch !== undefined && isBranchOfItem(head.branch)) return head.branch;
  const localBranch = branches.find((branch) => !branch.remote && isBranchOfItem(branch.name));
  if (localBranch !== undefined) return localBranch.name;
  const remote = branches.find((branch) => branch.remote && isBranchOfItem(branch.name));
  const remotePrefix = remotes.map((name) => `${name}/`).find((name) => remote?.name.startsWith(name) === true);
  return remotePrefix === undefined ? undefined : remote?.name.slice(remotePrefix.length);
}

/** Returns the name of the checked-out branch or commit, or `HEAD` in a repository without commits. */
export function headText(head: Head | undefined): string {
  if (head?.branch !== undefined) return head.branch;
  return head?.commit === undefined ? 'HEAD' : l10n.t('commit {0}', head.commit.slice(0, 8));
}

/** Returns the text of the branch row. The description contains the base, the repository and uncommitted changes. */
export function branchText(
  step: BranchStep,
  { name, head, uncommittedCount: uncommitted, missingBaseBranch: missingBase }: RepositoryState,
): { readonly label: string; readonly description: string } {
  const repositoryText = l10n.t('in {0}', name);
  const formattedCount = formatCount(uncommitted);
  const changes = plural(uncommitted, {
    one: l10n.t('{0} uncommitted change is kept', formattedCount),
    other: l10n.t('{0} uncommitted changes are kept', formattedCount),
  });
  const uncommittedNote = uncommitted === 0 ? [] : [changes];
  switch (step.kind) {
    case 'create': {
      const baseText =
        missingBase === undefined || step.base !== undefined
          ? l10n.t('from {0}', step.base ?? headText(head))
          : l10n.t('from {0} (the branch “{1}” does not exist)', headText(head), missingBase);
      return {
        label: l10n.t('Create this branch'),
        description: [baseText, repositoryText, ...uncommittedNote].join(' · '),
      };
    }
    case 'checkout':
      return {
        label: l10n.t('Check out this branch'),
        description: [
          step.trackedBranch === undefined
            ? l10n.t({ message: 'exists', comment: ['Describes a branch'] })
            : l10n.t('exists as {0}', step.trackedBranch),
          repositoryText,
          ...uncommittedNote,
        ].join(' · '),
      };
    case 'stay':
      return {
        label: l10n.t('Stay on this branch'),
        description: [l10n.t({ message: 'checked out', comment: ['Describes a branch'] }), repositoryText].join(' · '),
      };
    case 'elsewhere':
      return {
        label: l10n.t('Open the folder of this branch in a new window'),
        description: [l10n.t('checked out in {0}', step.folder), repositoryText].join(' · '),
      };
    case 'invalid':
      return { label: step.problem, description: l10n.t('change the name above') };
    default:
      return step satisfies never;
  }
}

/** Returns the first state of the group, in the project's order of states. */
export function firstStateOf(states: readonly State[], group: string): State | undefined {
  return sortBySequence(states).find((state) => state.group === group);
}

/** Returns all states except the current state. The most likely next state is the first. */
export function nextStates(
  states: readonly State[],
  currentStateId: string | null,
  ending: 'stop' | 'finish',
): State[] {
  const sortedStates = sortBySequence(states).filter((state) => state.id !== currentStateId);
  const groups =
    ending === 'finish'
      ? ['completed', 'started', 'cancelled', 'unstarted', 'backlog']
      : ['unstarted', 'backlog', 'started', 'completed', 'cancelled'];
  const rank = ({ group }: State): number => {
    const groupIndex = groups.indexOf(group ?? '');
    return groupIndex < 0 ? groups.length : groupIndex;
  };
  return sortedStates.sort((entry, other) => rank(entry) - rank(other));
}

function sortBySequence(states: readonly State[]): State[] {
  return [...states].sort((entry, other) => (entry.sequence ?? 0) - (other.sequence ?? 0));
}
