// Applies the rules with which git replaces the start of addresses (`url.<base>.insteadOf`).

import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';

export interface AddressRule {
  /** The start of addresses that `base` replaces. */
  readonly start: string;
  readonly base: string;
}

/** Resolves with the rules that apply in a repository. */
export async function readAddressRules(run: RunGit, folder: string): Promise<readonly AddressRule[]> {
  try {
    const output = await run(folder, 'config', '--null', '--get-regexp', String.raw`^url\..*\.insteadof$`);
    return output.split('\0').flatMap((entry) => {
      const [, base, start] = /^url\.(.*)\.insteadof\n(.+)$/s.exec(entry) ?? [];
      return base === undefined || start === undefined ? [] : [{ start, base }];
    });
  } catch (error) {
    // Git fails if there is no rule.
    if (error instanceof GitError) return [];
    throw error;
  }
}

/** Returns the address that git uses: the rule with the longest start applies. */
export function applyAddressRules(address: string, rules: readonly AddressRule[]): string {
  const [rule] = rules
    .filter(({ start }) => address.startsWith(start))
    .toSorted((one, other) => other.start.length - one.start.length);
  return rule === undefined ? address : rule.base + address.slice(rule.start.length);
}
