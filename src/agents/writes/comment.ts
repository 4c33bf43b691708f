// Sends a comment for a language model, without duplicates when the call is repeated.
import * as l10n from '@vscode/l10n';
import type { CommentOutcome } from '../../core/cache/resources/sendComment.ts';
import { identifierOrName } from '../../items/valueTexts.ts';
import { displayName, visibleText } from '../../std/displayName.ts';
import { truncate } from '../../std/truncate.ts';
import { findLoadedItem } from '../findItem.ts';
import type { CommentInput, IdempotencyInput } from '../inputs.ts';
import type { WritePlan } from '../plannedWrite.ts';
import { commentResult, failureResult, OUTCOME_MESSAGES } from '../resultTexts.ts';
import type { ToolContext } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';
import { trackerForKey } from '../unansweredWrites.ts';

/**
 * Plans to send a comment on one work item, with an external id, by which a repeated call finds the comment of an
 * earlier call.
 * @throws ToolError if the work item does not exist, or if the text has no visible character
 */
export async function planComment(access: ToolContext, input: CommentInput & IdempotencyInput): Promise<WritePlan> {
  const { session, clock, texts, externalIds, remember } = access;
  const { store, account } = session;
  const { visibility = 'INTERNAL' } = input;
  const text = visibleText(input.text);
  if (text.trim() === '') throw new ToolError('The text is empty.');
  const address = await findLoadedItem(access, input.id);
  const identifier = identifierOrName(store, address);
  const isExternal = visibility === 'EXTERNAL';
  const callKey = JSON.stringify(['comment', account, address, visibility, text]);
  const idTracker = trackerForKey(externalIds, [account, 'comment', address.id], input.idempotencyKey);
  return {
    title: isExternal
      ? l10n.t('Send an external comment on {0}?', identifier)
      : l10n.t('Send an internal comment on {0}?', identifier),
    lines: [
      displayName(store.item(address)?.name ?? ''),
      isExternal
        ? l10n.t('External: people outside the workspace can see it if the project is shared.')
        : l10n.t('Internal: only members of this workspace can see it.'),
      ...text.split('\n'),
    ],
    isExternal,
    changeKey: callKey,
    send: async () => {
      const html = await texts.toHtml(text);
      const { externalId, isRepeated } = idTracker.begin(callKey);
      const draft = { access: visibility, externalId, ...(isRepeated ? { sentText: text } : {}) };
      const outcome = await store.comments.send(address, draft, html);
      if (outcome.sent || (!outcome.isUncertain && !isRepeated)) idTracker.end(callKey);
      const commentId = outcome.sent ? outcome.comment?.id : undefined;
      if (outcome.sent || outcome.isUncertain)
        remember({
          address,
          text: l10n.t('Comment on {0}: {1}', identifier, truncate(displayName(text), 80)),
          isUncertain: !outcome.sent,
          undo: commentId === undefined ? undefined : { kind: 'comment', commentId },
        });
      return { text: resultText(outcome, clock.now()), isSaved: outcome.sent };
    },
  };
}

/** Returns the result for the model. */
function resultText(outcome: CommentOutcome, now: number): string {
  if (!outcome.sent) return failureResult(outcome.fault, now, outcome.isUncertain);
  return commentResult(
    outcome.wasAlreadySent ? OUTCOME_MESSAGES.commentedEarlier : OUTCOME_MESSAGES.commented,
    outcome.comment,
  );
}
