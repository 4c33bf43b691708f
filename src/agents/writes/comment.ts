// Sends a comment for a language model, without duplicates when the call is repeated.
import type { ItemAddress } from '../../cache/address.ts';
import type { CommentOutcome } from '../../cache/resources/sendComment.ts';
import { visibleText } from '../../std/displayName.ts';
import { findAddress } from '../findItem.ts';
import type { CommentInput } from '../inputs.ts';
import { commentResult, failureResult, OUTCOME_MESSAGES } from '../resultTexts.ts';
import { type ToolContext, waitForAllowance } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';
import type { ExternalIdTracker } from './unansweredWrites.ts';

export interface PreparedComment {
  readonly address: ItemAddress;
  readonly visibility: NonNullable<CommentInput['visibility']>;
  readonly text: string;
  /** A text that identifies the account, the tool and the input of the call. */
  readonly callKey: string;
}

/** @throws ToolError if the work item does not exist, or if the text has no visible character */
export async function prepareComment(access: ToolContext, input: CommentInput): Promise<PreparedComment> {
  const { store, account } = access.session;
  const { visibility = 'INTERNAL' } = input;
  const text = visibleText(input.text);
  if (text.trim() === '') throw new ToolError('The text is empty.');
  const address = await findAddress(access, input.id);
  if (store.item(address) === undefined || store.identifier(address) === undefined)
    await store.resources.workItems.readOne(address.id, address.project, await waitForAllowance(access));
  return { address, visibility, text, callKey: JSON.stringify(['comment', account, address, visibility, text]) };
}

/** Sends the comment with an external id, by which a repeated call finds the comment of an earlier call. */
export async function sendPreparedComment(
  { session: { store }, texts }: ToolContext,
  idTracker: ExternalIdTracker,
  { address, visibility, text, callKey }: PreparedComment,
): Promise<CommentOutcome> {
  const html = await texts.toHtml(text);
  const { externalId, isRepeated } = idTracker.begin(callKey);
  const draft = { access: visibility, externalId, ...(isRepeated ? { sentText: text } : {}) };
  const outcome = await store.comments.send(address, draft, html);
  if (outcome.sent || (!outcome.isUncertain && !isRepeated)) idTracker.end(callKey);
  return outcome;
}

/** Returns the result for the model. */
export function commentOutcomeResult({ clock }: ToolContext, outcome: CommentOutcome): string {
  if (!outcome.sent) return failureResult(outcome.fault, clock.now(), outcome.isUncertain);
  return commentResult(
    outcome.wasAlreadySent ? OUTCOME_MESSAGES.commentedEarlier : OUTCOME_MESSAGES.commented,
    outcome.comment,
  );
}
