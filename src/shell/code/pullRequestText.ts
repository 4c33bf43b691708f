// The words for the state of a pull request.
import * as l10n from '@vscode/l10n';
import type { PullRequestStatus } from '../../core/code/pullRequestApi.ts';

/** Returns, for example, `draft, checks failing`. */
export function pullRequestText({ state, hasFailingChecks }: PullRequestStatus): string {
  return hasFailingChecks ? l10n.t('{0}, checks failing', stateText(state)) : stateText(state);
}

function stateText(state: PullRequestStatus['state']): string {
  switch (state) {
    case 'open':
      return l10n.t({ message: 'open', comment: ['State of a pull request'] });
    case 'draft':
      return l10n.t({ message: 'draft', comment: ['State of a pull request'] });
    case 'merged':
      return l10n.t({ message: 'merged', comment: ['State of a pull request'] });
    case 'closed':
      return l10n.t({ message: 'closed', comment: ['State of a pull request'] });
    default:
      return state satisfies never;
  }
}
