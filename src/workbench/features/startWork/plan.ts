// What starting work does: the branch, the state, and the text of each step. Pure.

import * as l10n from '@vscode/l10n';
import { branchProblem } from '../../../branches/branchName.ts';
import type { State } from '../../../contract/resources/state.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import type { Branch, Head } from '../../git/repository.ts';

/** What a plan needs from a repository. */
export interface RepositoryState {
  readonly name: string;
  readonly head: Head | undefined;
  readonly branches: readonly Branch[];
  readonly remotes: readonly string[];
  readonly uncommitted: number;
  /** The configured base branch, if it does not exist. */
  readonly missingBase?: string;
}

/** `base` undefined means the checked-out commit. `follows` is the remote branch that a new local branch tracks. */
export type BranchStep =
  | { readonly kind: 'create'; readonly name: string; readonly base: string | undefined }
  | { readonly kind: 'checkout'; readonly name: string; readonly follows?: string }
  | { readonly kind: 'stay'; readonly name: string }
  | { readonly kind: 'invalid'; readonly problem: string };

export function branchStep(
  typed: string,
  { head, branches, remotes }: RepositoryState,
  base: string | undefined,
): BranchStep {
  const name = typed.trim();
  const problem = branchProblem(name);
  if (problem !== undefined) return { kind: 'invalid', problem };
  if (name === head?.branch) return { kind: 'stay', name };
  const local = branches.filter((one) => !one.remote);
  if (local.some((one) => one.name === name)) return { kind: 'checkout', name };
  const follows = remotes
    .map((remote) => `${remote}/${name}`)
    .find((one) => branches.some((branch) => branch.remote && branch.name === one));
  if (follows !== undefined) return { kind: 'checkout', name, follows };
  const conflicting = local.find((one) => one.name.startsWith(`${name}/`) || name.startsWith(`${one.name}/`));
  if (conflicting !== undefined)
    return {
      kind: 'invalid',
      problem: l10n.t("The branch “{0}” exists, so Git can't create a branch “{1}”.", conflicting.name, name),
    };
  return { kind: 'create', name, base };
}

/** Returns the existing branch of this work item: the checked-out one, else another local one, else one of a remote. */
export function branchOf(
  identifier: string,
  { head, branches, remotes }: RepositoryState,
  identifierIn: (branch: string) => string | undefined,
): string | undefined {
  const isOwn = (name: string): boolean => identifierIn(name) === identifier;
  if (head?.branch !== undefined && isOwn(head.branch)) return head.branch;
  const local = branches.find((one) => !one.remote && isOwn(one.name));
  if (local !== undefined) return local.name;
  const remote = branches.find((one) => one.remote && isOwn(one.name));
  const prefix = remotes.map((one) => `${one}/`).find((one) => remote?.name.startsWith(one) === true);
  return prefix === undefined ? undefined : remote?.name.slice(prefix.length);
}

/** Returns the name of the checked-out branch or commit; git's own name if there is neither. */
export function headText(head: Head | undefined): string {
  if (head?.branch !== undefined) return head.branch;
  return head?.commit === undefined ? 'HEAD' : l10n.t('commit {0}', head.commit.slice(0, 8));
}

/** Returns the text of the branch row: what will happen, and what to know about it. */
export function branchText(
  step: BranchStep,
  { name, head, uncommitted, missingBase }: RepositoryState,
): { readonly label: string; readonly description: string } {
  const place = l10n.t('in {0}', name);
  const number = formatCount(uncommitted);
  const changes = plural(uncommitted, {
    one: l10n.t('{0} uncommitted change is carried over', number),
    other: l10n.t('{0} uncommitted changes are carried over', number),
  });
  const along = uncommitted === 0 ? [] : [changes];
  switch (step.kind) {
    case 'create': {
      const from =
        missingBase === undefined || step.base !== undefined
          ? l10n.t('from {0}', step.base ?? headText(head))
          : l10n.t('from {0} (the branch “{1}” does not exist)', headText(head), missingBase);
      return { label: l10n.t('Create this branch'), description: [from, place, ...along].join(' · ') };
    }
    case 'checkout':
      return {
        label: l10n.t('Check out this branch'),
        description: [
          step.follows === undefined
            ? l10n.t({ message: 'exists', comment: ['Describes a branch'] })
            : l10n.t('exists as {0}', step.follows),
          place,
          ...along,
        ].join(' · '),
      };
    case 'stay':
      return {
        label: l10n.t('Stay on this branch'),
        description: [l10n.t({ message: 'checked out', comment: ['Describes a branch'] }), place].join(' · '),
      };
    case 'invalid':
      return { label: step.problem, description: l10n.t('change the name above') };
    default:
      return step satisfies never;
  }
}

/** Returns the first state of this group, in the project's order. */
export function firstOf(states: readonly State[], group: string): State | undefined {
  return inOrder(states).find((one) => one.group === group);
}

/** Returns the states that may come next, the most likely first. */
export function nextStates(states: readonly State[], present: string | null, why: 'stop' | 'finish'): State[] {
  const ordered = inOrder(states).filter((one) => one.id !== present);
  const groups =
    why === 'finish'
      ? ['completed', 'started', 'cancelled', 'unstarted', 'backlog']
      : ['unstarted', 'backlog', 'started', 'completed', 'cancelled'];
  const rank = ({ group }: State): number => {
    const at = groups.indexOf(group ?? '');
    return at < 0 ? groups.length : at;
  };
  return ordered.sort((one, other) => rank(one) - rank(other));
}

function inOrder(states: readonly State[]): State[] {
  return [...states].sort((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
}
