// Owns what in git belongs to a work item: branches whose names, and commits whose messages, carry its identifier.
// Pure.
import { matcherFor } from '../mentions/matcherFor.ts';

export interface NamedBranch {
  readonly name: string;
  readonly remote: boolean;
}

/** Whether a branch's name carries the identifier, in whatever case: `feature/web-12-sign-in`. */
export function isBranchOf(identifier: string, name: string): boolean {
  // A branch's words are joined by all kinds of signs, an underscore among them.
  return matcherFor(identifier)(name.toUpperCase().replaceAll('_', '/')).length > 0;
}

/**
 * Whether a commit's message carries it: in whatever case in its first line, where the name of a branch may stand, else
 * as it is written.
 */
export function isCommitOf(identifier: string, message: string): boolean {
  const find = matcherFor(identifier);
  const [subject = ''] = message.split('\n');
  return find(message).length > 0 || find(subject.toUpperCase()).length > 0;
}

/** Each branch once: one that is at a remote as well is shown as the local one. */
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

/** For git: an extended regular expression, whatever the case. */
export function commitPattern(identifier: string): string {
  return `${identifier.replaceAll(/[\\.[\]{}()*+?^$|]/g, '\\$&')}([^0-9]|$)`;
}
