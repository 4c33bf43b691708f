// Sends the draft of a comment exactly once. Text that the user types during the request stays in the draft.

import * as l10n from '@vscode/l10n';
import { type Fault, faultOf, isTemporary } from '../../client/apiError.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import { firstLines } from '../../std/text.ts';
import type { ItemAddress } from '../cache/address.ts';
import type { CommentOutcome } from '../cache/resources/sendComment.ts';
import type { Store } from '../cache/store/store.ts';
import { type CommentDraft, type CommentSlot, commentIn, withComment } from '../drafts/draft.ts';
import type { DraftStore } from '../drafts/draftStore.ts';

/**
 * Identifies the draft of one comment in the draft store, and provides the dependencies of a request that sends the
 * draft.
 */
export interface CommentDraftLocation {
  readonly address: ItemAddress;
  readonly key: string;
  readonly draftStore: DraftStore;
  /** The text of the `composer` slot is HTML. The texts of the other slots are Markdown. */
  readonly slot: CommentSlot;
  readonly formatError: (fault: Fault) => string;
  title(): string;
  /** Returns the external id of a new comment. */
  newId(): string;
}

/**
 * `commentId` is the id of the comment, if the server has returned it. `problem` is a message for the user.
 */
export type DraftOutcome =
  | { readonly sent: true; readonly commentId: string | undefined }
  /** `isTemporary` is true if the server could not be reached, so that the comment can be queued. */
  | { readonly sent: false; readonly problem: string; readonly isTemporary: boolean };

/** Sends the draft. `html` is the HTML of the draft's text. */
export async function sendDraft(
  location: CommentDraftLocation,
  store: Store,
  draft: CommentDraft,
  html: string,
): Promise<DraftOutcome> {
  const { externalIdsInFlight } = store.comments;
  if (externalIdsInFlight.has(draft.externalId))
    return { sent: false, problem: l10n.t('This comment is already being sent.'), isTemporary: false };
  externalIdsInFlight.add(draft.externalId);
  try {
    // `send` first searches the server for the comment of an earlier attempt, and only then calls `markAsSent`, which
    // overwrites `sentText`, the text of that attempt.
    const outcome = await store.comments.send(location.address, draft, html, () => markAsSent(location, draft.text));
    return await applyOutcome(location, store, draft, html, outcome);
  } finally {
    externalIdsInFlight.delete(draft.externalId);
  }
}

async function applyOutcome(
  location: CommentDraftLocation,
  store: Store,
  draft: CommentDraft,
  html: string,
  outcome: CommentOutcome,
): Promise<DraftOutcome> {
  if (!outcome.sent) return keepFailedDraft(location, outcome.fault, outcome.isUncertain ? draft.text : draft.sentText);
  const serverComment = outcome.comment ?? findLoadedComment(location, store, draft);
  if (!outcome.wasAlreadySent) store.sentComments.add(location.address, () => restoreText(location, draft));
  const mismatch = outcome.wasAlreadySent ? mismatchText(location, draft, html, serverComment) : undefined;
  if (mismatch === undefined) {
    removeSentText(location, draft.text);
    return { sent: true, commentId: serverComment?.id };
  }
  if (
    serverComment !== undefined &&
    draft.sentText !== undefined &&
    containsComment(serverComment.comment_html ?? '', html)
  ) {
    if (serverComment.access === undefined || serverComment.access === draft.access)
      return updateSentComment(location, store, draft, html, serverComment.id);
    // The draft has another visibility than the comment on the server, so that comment is not updated: the text that
    // was added to the draft becomes a new comment.
    startNextComment(location, draft.sentText);
    return { sent: false, problem: mismatch, isTemporary: false };
  }
  startNextComment(location);
  return { sent: false, problem: mismatch, isTemporary: false };
}

/**
 * Whether the current text contains the whole comment on the server. In this case, a new comment would repeat the text
 * of the existing comment, and updating the existing comment loses nothing.
 */
function containsComment(serverHtml: string, currentHtml: string): boolean {
  const currentReferences = referencesIn(currentHtml);
  return (
    contentOf(serverHtml) !== '' &&
    plainTextOf(currentHtml).includes(plainTextOf(serverHtml)) &&
    referencesIn(serverHtml).every((reference) => currentReferences.includes(reference))
  );
}

/** Replaces the text of the comment on the server by the current text. A repeated request has no further effect. */
async function updateSentComment(
  location: CommentDraftLocation,
  store: Store,
  draft: CommentDraft,
  html: string,
  id: string,
): Promise<DraftOutcome> {
  await location.draftStore.flushBeforeSend();
  try {
    await store.comments.edit(location.address, id, html);
  } catch (error) {
    return keepFailedDraft(location, faultOf(error), draft.sentText);
  }
  removeSentText(location, draft.text);
  return { sent: true, commentId: id };
}

/**
 * Returns an error message if the comment on the server differs from the draft. The contents are compared because
 * another window of the same user may have sent the same draft.
 */
function mismatchText(
  { slot }: CommentDraftLocation,
  draft: CommentDraft,
  html: string,
  serverComment: Comment | undefined,
): string | undefined {
  if (draft.sentText !== undefined) return draft.sentText === draft.text ? undefined : arrivedEarlierText();
  // This client has not sent the draft. The external id identifies lines of code, so the comment on the server with the
  // same external id was written by another user.
  if (typeof slot !== 'string') return serverComment?.comment_html === html ? undefined : sameLinesConflictText();
  const hasOtherContent =
    serverComment !== undefined && contentOf(serverComment.comment_html ?? '') !== contentOf(html);
  return hasOtherContent ? arrivedEarlierText() : undefined;
}

function arrivedEarlierText(): string {
  return l10n.t(
    'The server received the first version of the comment, but its response was lost. Your later changes are still here.',
  );
}

function sameLinesConflictText(): string {
  return l10n.t(
    'Not sent. This work item now has another comment on the same lines of code. Your text is kept as a draft. Send it again to add a separate comment.',
  );
}

function findLoadedComment(
  { address }: CommentDraftLocation,
  { comments }: Store,
  { externalId }: CommentDraft,
): Comment | undefined {
  const loadedComments = comments.list(address).state.ids.map((id) => comments.get(id));
  return loadedComments.find((comment) => comment?.external_id === externalId);
}

/** Returns the text, pictures and mentions of a comment. All other markup is ignored, because servers rewrite it. */
function contentOf(html: string): string {
  return [plainTextOf(html), ...referencesIn(html)].join(' ').trim();
}

function plainTextOf(html: string): string {
  return firstLines(html, Number.POSITIVE_INFINITY).join(' ');
}

function referencesIn(html: string): readonly string[] {
  return html.match(/(?:src|entity_identifier)="[^"]*"/g) ?? [];
}

/**
 * Stores the text as `sentText` on disk before the request. If VS Code crashes during the request, the next attempt
 * first searches the server for the comment.
 */
async function markAsSent(location: CommentDraftLocation, text: string): Promise<void> {
  changeDraft(location, (draft) => draft && { ...withoutFailure(draft), sentText: text });
  await location.draftStore.flushBeforeSend();
}

/**
 * Removes the sent text from the draft. A text that the user typed during the request becomes the draft of another
 * comment.
 */
function removeSentText(location: CommentDraftLocation, sentText: string): void {
  const draft = commentIn(location.draftStore.get(location.key), location.slot);
  if (draft === undefined || draft.text === sentText) {
    const { text = '', access = 'INTERNAL' } = draft?.next ?? {};
    changeDraft(location, () => (text === '' ? undefined : { text, access, externalId: location.newId() }));
  } else startNextComment(location);
}

/** Makes the text of a sent comment a draft again, before a text that the user has started since. */
function restoreText(location: CommentDraftLocation, { text, access }: CommentDraft): void {
  const separator = location.slot === 'composer' ? '' : '\n\n';
  changeDraft(location, (draft) => ({
    ...draft,
    access: draft?.access ?? access,
    text: draft === undefined || draft.text === '' ? text : `${text}${separator}${draft.text}`,
    externalId: location.newId(),
  }));
}

/** Keeps the draft's text as a new comment. If the text starts with `prefix`, `prefix` is removed. */
function startNextComment(location: CommentDraftLocation, prefix = ''): void {
  changeDraft(location, (draft) => {
    if (draft === undefined) return undefined;
    const text = draft.text.startsWith(prefix) ? draft.text.slice(prefix.length) : draft.text;
    return { ...remainingText(draft), text, externalId: location.newId() };
  });
}

function remainingText({ text, access, next }: CommentDraft): Pick<CommentDraft, 'text' | 'access' | 'next'> {
  return { text, access, ...(next === undefined ? {} : { next }) };
}

function keepFailedDraft(location: CommentDraftLocation, fault: Fault, sentText: string | undefined): DraftOutcome {
  const hint =
    sentText === undefined
      ? l10n.t('Your text is kept as a draft.')
      : l10n.t(
          'The server may have received the comment. If you send it again, Contrail checks first, so it is never sent twice.',
        );
  const failed = {
    problem: `${l10n.t('Not sent. {0}', location.formatError(fault))} ${hint}`,
    isTemporary: isTemporary(fault),
  };
  changeDraft(location, (draft) => draft && addFailure(draft, sentText, failed));
  return { sent: false, ...failed };
}

/** Adds the failure to the draft. A queued comment stays queued only if the server could not be reached. */
function addFailure(
  draft: CommentDraft,
  sentText: string | undefined,
  failed: NonNullable<CommentDraft['failed']>,
): CommentDraft {
  const { sentText: _earlierText, waiting, ...otherProperties } = draft;
  return {
    ...otherProperties,
    failed,
    ...(sentText === undefined ? {} : { sentText }),
    ...(waiting === undefined || !failed.isTemporary ? {} : { waiting }),
  };
}

function withoutFailure({ failed: _failure, ...draft }: CommentDraft): CommentDraft {
  return draft;
}

function changeDraft(
  location: CommentDraftLocation,
  edit: (draft: CommentDraft | undefined) => CommentDraft | undefined,
): void {
  location.draftStore.change(location.key, location.title(), (before) =>
    withComment(before, location.slot, edit(commentIn(before, location.slot))),
  );
}
