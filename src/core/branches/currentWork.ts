// Determines the current work item of a branch from the user's choice or the branch name. Pure.

import { isIdentifier, normalizeIdentifier } from '../../contract/resources/workItem.ts';
import type { ItemAddress } from '../cache/address.ts';
import type { IdentifierMatch, IdentifierMatcher } from '../mentions/identifiers.ts';

/** A work item that the user chose for a branch. Identifier and name are stored, so no request is needed to show it. */
export interface StoredCurrentItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
  /** The branch that was checked out when the user started work, so that the user can return to it. */
  readonly base?: string;
  /** The commit message prefix, which replaces the prefix of the setting; '' for no prefix. */
  readonly message?: string;
}

/**
 * The stored work items by repository, then by branch. Null means that the user cleared the current work item: then the
 * branch name is ignored. The key '' means no repository, or no branch.
 */
export type StoredCurrentItems = Readonly<Record<string, Readonly<Record<string, StoredCurrentItem | null>>>>;

/** A repository and the branch that is checked out in it. */
export interface RepositoryBranch {
  readonly repository: string;
  readonly branch: string;
}

export type CurrentWorkDecision =
  | { readonly by: 'choice'; readonly item: StoredCurrentItem }
  | { readonly by: 'branch'; readonly mention: IdentifierMatch }
  | undefined;

/** The maximum number of branches stored for each repository. */
const MAX_BRANCHES = 100;

/** Returns the current work item of a branch. The user's choice takes precedence over the branch name. */
export function decideCurrentWork(
  stored: StoredCurrentItems,
  { repository, branch }: RepositoryBranch,
  matcher: IdentifierMatcher,
): CurrentWorkDecision {
  const branches = stored[repository] ?? {};
  // A branch may be called `constructor`, which is also an inherited property of every object.
  const chosenItem = Object.hasOwn(branches, branch) ? branches[branch] : undefined;
  if (chosenItem === null) return undefined;
  if (chosenItem !== undefined) return { by: 'choice', item: chosenItem };
  const mention = mentionInBranch(branch, matcher);
  return mention === undefined ? undefined : { by: 'branch', mention };
}

/**
 * Returns the first work item that the branch name mentions. A lowercase identifier counts only at the start of the
 * name or after a slash: elsewhere, a text like `web-2-columns` is usually part of a title.
 */
export function mentionInBranch(branch: string, matcher: IdentifierMatcher): IdentifierMatch | undefined {
  // Branch names often use underscores instead of spaces.
  const name = branch.replaceAll('_', ' ');
  const [exactMatch] = matcher.find(name, 1);
  if (exactMatch !== undefined) return exactMatch;
  const matches = name.split('/').flatMap((part) => matcher.find(normalizeIdentifier(part), 1));
  return matches.find(({ start }) => start === 0);
}

/** Hyphens and minus signs other than that of identifiers, which word processors and chat programs write. */
const OTHER_HYPHENS = /[\u2010-\u2015\u2212]/g;

/**
 * Returns the identifier of the work item if the text is the name of its branch, for example from a web page or a
 * terminal, or starts with its identifier, as a copied row does. Undefined for a plain identifier and an address.
 */
export function pastedIdentifier(text: string, matcher: IdentifierMatcher): string | undefined {
  // The forms of wide characters become plain ones.
  const name = text
    .normalize('NFKC')
    .replace(OTHER_HYPHENS, '-')
    .replace(/^[#*\s]+/, '');
  if (name.includes('://')) return undefined;
  if (/\s/.test(name)) {
    const [match] = matcher.find(name, 1);
    return match?.start === 0 ? match.identifier : undefined;
  }
  if (name === text && isIdentifier(name) && !name.includes('/')) return undefined;
  return mentionInBranch(name, matcher)?.identifier;
}

/**
 * Returns the stored work items after adding the user's choice for this branch as the newest. Removes the oldest
 * choices if the repository has more than `MAX_BRANCHES`.
 */
export function withCurrentItem(
  stored: StoredCurrentItems,
  { repository, branch }: RepositoryBranch,
  item: StoredCurrentItem | null,
): StoredCurrentItems {
  const otherBranches = Object.entries(stored[repository] ?? {}).filter(([one]) => one !== branch);
  return {
    ...stored,
    [repository]: Object.fromEntries([...otherBranches, [branch, item] as const].slice(-MAX_BRANCHES)),
  };
}
