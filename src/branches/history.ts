// Finds the branches and commits of a work item: those whose name or message contains its
// identifier. Pure.
import { matcherFor } from '../mentions/matcherFor.ts';

export interface NamedBranch {
  readonly name: string;
  readonly remote: boolean;
}

/** Whether a branch name contains the identifier, ignoring case: `feature/web-12-sign-in`. */
export function isBranchOf(identifier: string, name: string): boolean {
  // Many characters separate the words of a branch name, including underscores.
  return matcherFor(identifier)(name.toUpperCase().replaceAll('_', '/')).length > 0;
}

/**
 * Whether a commit message contains the identifier: ignoring case in the first line, which may contain a branch name,
 * and case-sensitive in the rest.
 */
export function isCommitOf(identifier: string, message: string): boolean {
  const find = matcherFor(identifier);
  const [subject = ''] = message.split('\n');
  return find(message).length > 0 || find(subject.toUpperCase()).length > 0;
}

/** Returns the branches of a work item. A branch that also exists on a remote is returned once, as the local one. */
export function branchesOf<Branch extends NamedBranch>(
  identifier: string,
  branches: readonly Branch[],
): readonly Branch[] {
  const own = branches.filter(({ name }) => isBranchOf(identifier, name));
  const local = new Set(own.filter(({ remote }) => !remote).map(({ name }) => name));
  return own.filter(
    ({ name, remote }) => !remote || !(local.has(name.slice(name.indexOf('/') + 1)) || name.endsWith('/HEAD')),
  );
}

/** Returns an extended regular expression for `git log --grep`, to be matched ignoring case. */
export function commitPattern(identifier: string): string {
  return `${identifier.replaceAll(/[\\.[\]{}()*+?^$|]/g, '\\$&')}([^0-9]|$)`;
}
