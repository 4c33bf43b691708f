// Finds the branches and commits whose name or message contains a work item's identifier. Pure.
import { normalizeIdentifier } from '../../contract/resources/workItem.ts';
import { createIdentifierFinder } from '../mentions/identifierFinder.ts';

export interface NamedBranch {
  readonly name: string;
  readonly remote: boolean;
}

/** Whether a branch name contains the identifier, ignoring case: `feature/web-12-sign-in`. */
export function isBranchOf(identifier: string, name: string): boolean {
  // Every character except letters and digits separates words in a branch name, also an underscore.
  return createIdentifierFinder(identifier)(normalizeIdentifier(name).replaceAll('_', '/')).length > 0;
}

/**
 * Whether a commit message contains the identifier. Case is ignored in the first line, because it may contain a branch
 * name, and matters in the other lines.
 */
export function isCommitOf(identifier: string, message: string): boolean {
  const findIdentifier = createIdentifierFinder(identifier);
  const [firstLine = ''] = message.split('\n');
  return findIdentifier(message).length > 0 || findIdentifier(normalizeIdentifier(firstLine)).length > 0;
}

/** Returns the branches of a work item. A branch that exists locally and on a remote is returned once, as local. */
export function branchesOf<Branch extends NamedBranch>(
  identifier: string,
  branches: readonly Branch[],
): readonly Branch[] {
  const itemBranches = branches.filter(({ name }) => isBranchOf(identifier, name));
  const localNames = new Set(itemBranches.filter(({ remote }) => !remote).map(({ name }) => name));
  return itemBranches.filter(
    ({ name, remote }) => !remote || !(localNames.has(name.slice(name.indexOf('/') + 1)) || name.endsWith('/HEAD')),
  );
}

/** Returns a POSIX extended regular expression for `git log --grep`; the caller must match it ignoring case. */
export function commitPattern(identifier: string): string {
  return `${identifier.replaceAll(/[\\.[\]{}()*+?^$|]/g, '\\$&')}([^0-9]|$)`;
}
