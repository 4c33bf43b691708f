// The words and signs for a local branch: uncommitted changes, and commits to push and pull.
import * as l10n from '@vscode/l10n';
import type { LocalBranch } from '../../core/cache/itemCode.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName } from '../../std/displayName.ts';
import { plural } from '../../std/plural.ts';
import { truncate } from '../../std/truncate.ts';
import type { Repository } from '../git/repository.ts';

type Checkout = Omit<LocalBranch, 'name'>;

const MAX_NAME_CHARACTERS = 24;

export function checkoutOf({ head, uncommittedCount }: Pick<Repository, 'head' | 'uncommittedCount'>): Checkout {
  return { uncommitted: uncommittedCount, ahead: head?.ahead ?? 0, behind: head?.behind ?? 0 };
}

/** Returns, for example, `2 uncommitted changes, 1 commit to push, 3 commits to pull`. */
export function checkoutText({ uncommitted, ahead, behind }: Checkout): string {
  const [changes, toPush, toPull] = [formatCount(uncommitted), formatCount(ahead), formatCount(behind)];
  const parts = [
    uncommitted === 0
      ? ''
      : plural(uncommitted, {
          one: l10n.t('{0} uncommitted change', changes),
          other: l10n.t('{0} uncommitted changes', changes),
        }),
    ahead === 0
      ? ''
      : plural(ahead, { one: l10n.t('{0} commit to push', toPush), other: l10n.t('{0} commits to push', toPush) }),
    behind === 0
      ? ''
      : plural(behind, { one: l10n.t('{0} commit to pull', toPull), other: l10n.t('{0} commits to pull', toPull) }),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Returns the branch for the narrow row of a tree, with the signs of VS Code's status bar: `web-27-sign-in* 3↓ 1↑`. */
export function shortBranchText({ name, uncommitted, ahead, behind }: LocalBranch): string {
  return [
    `${displayName(truncate(name, MAX_NAME_CHARACTERS))}${uncommitted === 0 ? '' : `*${formatCount(uncommitted)}`}`,
    behind === 0 ? '' : `${formatCount(behind)}↓`,
    ahead === 0 ? '' : `${formatCount(ahead)}↑`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Returns the branch in words: `web-27-sign-in, 2 uncommitted changes`. */
export function longBranchText(branch: LocalBranch): string {
  return [displayName(branch.name), checkoutText(branch)].filter((part) => part !== '').join(', ');
}
