// Owns which work item is the current one of a branch: chosen by hand, given up by hand, or named by the branch. Pure.
import type { ItemAddress } from '../store/address.ts';

/** An item that was chosen for a branch, with enough to name it without asking anybody. */
export interface KeptItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
  /** The branch on which the person was when she began, to go back to. */
  readonly base?: string;
  /** What commit messages begin with instead of what the setting says; '' where the person wants nothing there. */
  readonly message?: string;
}

/** By repository, then by branch; null where the person wants none, whatever the branch is called. '' stands for no repository, and for no branch. */
export type KeptWork = Readonly<Record<string, Readonly<Record<string, KeptItem | null>>>>;

/** Where work is done. */
export interface Place {
  readonly repository: string;
  readonly branch: string;
}

export type Decided =
  | { readonly by: 'choice'; readonly item: KeptItem }
  | { readonly by: 'branch'; readonly identifier: string }
  | undefined;

/** Branches of one repository that are remembered. */
const MOST_BRANCHES = 100;

/** What was decided by hand for this very branch goes before what its name says. `identifiersIn` knows only identifiers of known projects. */
export function decideWork(kept: KeptWork, { repository, branch }: Place, identifiersIn: (text: string) => readonly string[]): Decided {
  const own = kept[repository]?.[branch];
  if (own === null) return undefined;
  if (own !== undefined) return { by: 'choice', item: own };
  const identifier = branch === '' ? undefined : identifierOfBranch(branch, identifiersIn);
  return identifier === undefined ? undefined : { by: 'branch', identifier };
}

/** Small letters count only where a part of the name begins: `web-2-column` is a title more often than an item elsewhere. */
export function identifierOfBranch(branch: string, identifiersIn: (text: string) => readonly string[]): string | undefined {
  const [exact] = identifiersIn(branch);
  if (exact !== undefined) return exact;
  const starts = branch.split('/').map((part) => part.toUpperCase());
  return starts.map((part) => identifiersIn(part).find((one) => part.startsWith(one))).find((one) => one !== undefined);
}

/** With the decision for this branch; the latest stand last, and the oldest are forgotten. */
export function keepWork(kept: KeptWork, { repository, branch }: Place, item: KeptItem | null): KeptWork {
  const others = Object.entries(kept[repository] ?? {}).filter(([one]) => one !== branch);
  return { ...kept, [repository]: Object.fromEntries([...others, [branch, item] as const].slice(-MOST_BRANCHES)) };
}
