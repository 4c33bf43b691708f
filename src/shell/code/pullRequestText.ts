// The words for the state of a pull request.
import * as l10n from '@vscode/l10n';
import type { PullRequestStatus } from '../../core/code/pullRequestApi.ts';

/** Returns, for example, `draft, checks failing`. */
export function pullRequestText({ state, hasFailingChecks }: PullRequestStatus): string {
  return hasFailingChecks ? l10n.t('{0}, checks failing', stateText(state)) : stateText(state);
}

function stateText(state: PullRequestStatus['state']): string {
  return {
    open: l10n.t({ message: 'open', comment: ['State of a pull request'] }),
    draft: l10n.t({ message: 'draft', comment: ['State of a pull request'] }),
    merged: l10n.t({ message: 'merged', comment: ['State of a pull request'] }),
    closed: l10n.t({ message: 'closed', comment: ['State of a pull request'] }),
  }[state];
}
