// Decides which work items a push concerns, and which page of the code host each of them gets as a link. Pure.
import type { IdentifierMatch, IdentifierMatcher } from '../mentions/identifiers.ts';
import { mentionInBranch } from './currentWork.ts';

interface NamedCommit {
  readonly hash: string;
  readonly message: string;
}

/** A work item that a push names. With a `commit`, its page is linked, else that of the branch. */
export interface PushedItem {
  readonly mention: IdentifierMatch;
  readonly commit?: NamedCommit;
}

/** A push of more work items is a merge of other people's work rather than work on each of them. */
const MAX_ITEMS = 5;

/**
 * Returns the work items that the name of the branch and its pushed commits mention. `isShared` is for a main branch:
 * its page says nothing about a work item, so the newest commit of each is linked.
 */
export function pushedItems(
  branch: string,
  commits: readonly NamedCommit[],
  isShared: boolean,
  matcher: IdentifierMatcher,
): readonly PushedItem[] {
  const items = new Map<string, PushedItem>();
  const mention = isShared ? undefined : mentionInBranch(branch, matcher);
  if (mention !== undefined) items.set(mention.identifier, { mention });
  for (const commit of commits)
    for (const found of matcher.find(commit.message))
      if (!items.has(found.identifier))
        items.set(found.identifier, isShared ? { mention: found, commit } : { mention: found });
  return items.size > MAX_ITEMS ? [...items.values()].slice(0, mention === undefined ? 0 : 1) : [...items.values()];
}
