// Determines the current work item of a branch: chosen or cleared by the user, or named by the
// branch. Pure.
import type { ItemAddress } from '../cache/address.ts';
import type { IdentifierMatch, Matcher } from '../mentions/identifiers.ts';

/** A work item chosen for a branch, with enough to show it without a request. */
export interface RememberedCurrentItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
  /** The branch that was checked out when the user started work, to return to. */
  readonly base?: string;
  /** Overrides the commit message prefix of the setting; '' for no prefix. */
  readonly message?: string;
}

/**
 * By repository, then by branch; null if the user cleared the current work item, even if the branch name mentions one.
 * '' means no repository, or no branch.
 */
export type RememberedWork = Readonly<Record<string, Readonly<Record<string, RememberedCurrentItem | null>>>>;

/** A repository and the branch that is checked out in it. */
export interface BranchPlace {
  readonly repository: string;
  readonly branch: string;
}

export type CurrentWorkDecision =
  | { readonly by: 'choice'; readonly item: RememberedCurrentItem }
  | { readonly by: 'branch'; readonly mention: IdentifierMatch }
  | undefined;

/** The number of branches remembered for each repository. */
const MOST_BRANCHES = 100;

/**
 * Returns the current work item of a branch. The user's choice for this branch takes precedence over the branch name.
 */
export function decideCurrentWork(
  kept: RememberedWork,
  { repository, branch }: BranchPlace,
  matcher: Matcher,
): CurrentWorkDecision {
  const branches = kept[repository] ?? {};
  // A branch may be called `constructor`.
  const own = Object.hasOwn(branches, branch) ? branches[branch] : undefined;
  if (own === null) return undefined;
  if (own !== undefined) return { by: 'choice', item: own };
  const mention = mentionInBranch(branch, matcher);
  return mention === undefined ? undefined : { by: 'branch', mention };
}

/**
 * Returns the first work item that the name mentions. Lowercase mentions count only at the start of a part of the name:
 * in other places, `web-2-columns` is part of a title.
 */
export function mentionInBranch(branch: string, matcher: Matcher): IdentifierMatch | undefined {
  // Branch names often use underscores instead of spaces.
  const name = branch.replaceAll('_', ' ');
  const [exact] = matcher.find(name, 1);
  if (exact !== undefined) return exact;
  const starts = name.split('/').flatMap((part) => matcher.find(part.toUpperCase(), 1));
  return starts.find(({ start }) => start === 0);
}

/**
 * Returns the remembered work with the choice for this branch added. The newest is last, and the oldest are dropped.
 */
export function rememberWork(
  kept: RememberedWork,
  { repository, branch }: BranchPlace,
  item: RememberedCurrentItem | null,
): RememberedWork {
  const others = Object.entries(kept[repository] ?? {}).filter(([one]) => one !== branch);
  return { ...kept, [repository]: Object.fromEntries([...others, [branch, item] as const].slice(-MOST_BRANCHES)) };
}
