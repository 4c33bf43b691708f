// Shows that a comment was sent, and lets the user undo it for some seconds.
import * as l10n from '@vscode/l10n';
import type { CommentTarget } from '../../core/comments/commentTarget.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { UndoableChanges } from '../../shell/notifications/undoableChanges.ts';
import { showUndoStatus, UNDO_PERIOD_MS } from '../../shell/notifications/undoStatus.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import type { CommentWriter, SentComment } from './commentWriter.ts';

export interface CommentSentDeps {
  readonly prompts: Prompts;
  readonly comments: CommentWriter;
  readonly quickEdits: Pick<UndoableChanges, 'addNonFieldChange'>;
  readonly clock: Clock;
}

/** Shows in the status bar that the comment was sent. A click undoes it, or opens the work item if that is not possible. */
export function showCommentSent(deps: CommentSentDeps, target: CommentTarget): void {
  const { prompts, comments, quickEdits, clock } = deps;
  const identifier = target.session.store.identifier(target.address) ?? l10n.t('work item');
  const sentComment = comments.lastSent(target);
  if (sentComment === undefined) {
    prompts.showStatus(l10n.t('Commented on {0}', identifier), 5000, undefined, {
      command: COMMANDS.openWorkItem,
      argument: target.address,
      tooltip: l10n.t('Open Work Item'),
    });
    return;
  }
  const { id } = quickEdits.addNonFieldChange({
    session: target.session,
    // Later, other users may have read it.
    expiresAt: clock.now() + UNDO_PERIOD_MS,
    undo: () => undoComment(deps, sentComment, identifier),
  });
  showUndoStatus(prompts, l10n.t('Commented on {0}', identifier), id, { tooltip: l10n.t('Undo Comment') });
}

async function undoComment(
  { prompts, comments }: CommentSentDeps,
  sentComment: SentComment,
  identifier: string,
): Promise<void> {
  await comments.undo(sentComment);
  prompts.showStatus(l10n.t('Deleted the comment on {0}; its text is a draft', identifier), 5000, 'discard', {
    command: COMMANDS.comment,
    argument: sentComment.target.address,
    tooltip: l10n.t('Comment on Work Item'),
  });
}
