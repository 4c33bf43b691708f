// Owns which work item is the current one of a branch: chosen by hand, given up by hand, or named by the branch. Pure.
import type { ItemAddress } from '../cache/address.ts';
import type { IdentifierMatch, Matcher } from '../mentions/identifiers.ts';

/** An item that was chosen for a branch, with enough to name it without asking anybody. */
export interface RememberedItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
  /** The branch on which the person was when she began, to go back to. */
  readonly base?: string;
  /** What commit messages begin with instead of what the setting says; '' where the person wants nothing there. */
  readonly message?: string;
}

/**
 * By repository, then by branch; null where the person wants none, whatever the branch is called. '' stands for no
 * repository, and for no branch.
 */
export type RememberedWork = Readonly<Record<string, Readonly<Record<string, RememberedItem | null>>>>;

/** Where work is done. */
export interface BranchPlace {
  readonly repository: string;
  readonly branch: string;
}

export type CurrentWorkDecision =
  | { readonly by: 'choice'; readonly item: RememberedItem }
  | { readonly by: 'branch'; readonly mention: IdentifierMatch }
  | undefined;

/** Branches of one repository that are remembered. */
const MOST_BRANCHES = 100;

/** What was decided by hand for this very branch goes before what its name says. */
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
 * The first that the name mentions. Small letters count only where a part of the name begins: elsewhere `web-2-columns`
 * is a title.
 */
export function mentionInBranch(branch: string, matcher: Matcher): IdentifierMatch | undefined {
  // In names an underscore stands for a space.
  const name = branch.replaceAll('_', ' ');
  const [exact] = matcher.find(name, 1);
  if (exact !== undefined) return exact;
  const starts = name.split('/').flatMap((part) => matcher.find(part.toUpperCase(), 1));
  return starts.find(({ start }) => start === 0);
}

/** With the decision for this branch; the latest stand last, and the oldest are forgotten. */
export function rememberWork(
  kept: RememberedWork,
  { repository, branch }: BranchPlace,
  item: RememberedItem | null,
): RememberedWork {
  const others = Object.entries(kept[repository] ?? {}).filter(([one]) => one !== branch);
  return { ...kept, [repository]: Object.fromEntries([...others, [branch, item] as const].slice(-MOST_BRANCHES)) };
}
