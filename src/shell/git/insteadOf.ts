// Applies the rules with which git replaces the start of addresses (`url.<base>.insteadOf`).

import { join, resolve } from 'node:path';
import type { ReadValue } from './currentValue.ts';
import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';

export interface AddressRule {
  /** The start of addresses that `base` replaces. */
  readonly start: string;
  readonly base: string;
}

/** Resolves with the rules that apply in a repository, and with all files of the configuration. */
export async function readAddressRules(
  run: RunGit,
  folder: string,
  home: string,
): Promise<ReadValue<readonly AddressRule[]>> {
  const userFiles = [join(home, '.gitconfig'), join(home, '.config', 'git', 'config')];
  try {
    const output = await run(folder, 'config', '--null', '--list', '--show-origin');
    const files = new Set(userFiles);
    const rules: AddressRule[] = [];
    const fields = output.split('\0');
    for (let index = 0; index + 1 < fields.length; index += 2) {
      const [, file] = /^file:(.+)$/s.exec(fields[index] ?? '') ?? [];
      if (file !== undefined) files.add(resolve(folder, file));
      const [, base, start] = /^url\.(.*)\.insteadof\n(.+)$/s.exec(fields[index + 1] ?? '') ?? [];
      if (base !== undefined && start !== undefined) rules.push({ start, base });
    }
    return { value: rules, files: [...files] };
  } catch (error) {
    if (error instanceof GitError) return { value: [], files: userFiles };
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
