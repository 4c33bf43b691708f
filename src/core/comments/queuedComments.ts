// Queues comments until the server can be reached, and sends them after the user has reviewed them.

import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { parseItemKey } from '../cache/address.ts';
import type { Store } from '../cache/store/store.ts';
import { type CommentDraft, type CommentSlot, commentIn, withComment } from '../drafts/draft.ts';
import type { StoredDraft } from '../drafts/draftFiles.ts';
import type { DraftStore } from '../drafts/draftStore.ts';
import { type DraftEntry, entriesOf } from '../drafts/entries.ts';
import { type CommentDraftLocation, sendDraft } from './sendDraft.ts';
import { commentHtml } from './userMentions.ts';

/** A queued comment as it was at the time when `listQueuedComments` read it. */
export interface QueuedComment extends StoredDraft {
  readonly entry: Extract<DraftEntry, { kind: 'comment' }>;
  readonly comment: CommentDraft;
}

export interface QueuedCommentDeps {
  readonly draftStore: DraftStore;
  readonly store: Store;
  readonly formatError: (fault: Fault) => string;
  /**
   * Returns the external id for the next comment that is written in the same place (for example in the page's composer)
   * as the comment with this external id.
   */
  readonly newId: (externalId: string) => string;
}

/**
 * Marks the comment as queued since `since` (milliseconds since the epoch). If `since` is undefined, the comment is no
 * longer queued and stays a draft.
 */
export function queueComment(draftStore: DraftStore, key: string, slot: CommentSlot, since: number | undefined): void {
  const title = draftStore.get(key)?.title;
  if (title === undefined) return;
  draftStore.change(key, title, (before) => {
    const comment = commentIn(before, slot);
    if (comment === undefined) return {};
    const { waiting: _queuedSince, ...others } = comment;
    return withComment(before, slot, since === undefined ? others : { ...others, waiting: since });
  });
}

/**
 * Resolves with the queued comments. Those in the most recently changed drafts come first. Rejects with the error of
 * the file system.
 */
export async function listQueuedComments(draftStore: DraftStore): Promise<readonly QueuedComment[]> {
  return (await draftStore.all()).flatMap(({ key, draft }) =>
    entriesOf(draft).flatMap((entry) => {
      const comment = entry.kind === 'comment' ? commentIn(draft, entry.slot) : undefined;
      return entry.kind !== 'comment' || comment?.waiting === undefined ? [] : [{ key, draft, entry, comment }];
    }),
  );
}

/**
 * Sends the comment if its draft has not changed since it was listed. If the comment was not sent, keeps its draft and
 * resolves with an error message.
 */
export async function sendQueuedComment(
  { draftStore, store, formatError, newId }: QueuedCommentDeps,
  queuedComment: QueuedComment,
): Promise<string | undefined> {
  const { key, entry } = queuedComment;
  const { slot } = entry;
  const address = parseItemKey(key);
  const draft = commentIn(await draftStore.open(key), slot);
  if (address === undefined || draft?.waiting === undefined || !isSameComment(draft, queuedComment.comment))
    return l10n.t('Not sent. The comment was changed, sent or discarded after it was shown.');
  // Only the drafts of a page's composer contain HTML. All others contain Markdown.
  const html = slot === 'composer' ? draft.text : await commentHtml(store, address.project, draft);
  const location: CommentDraftLocation = {
    address,
    key,
    draftStore,
    slot,
    formatError,
    title: () => draftStore.get(key)?.title ?? queuedComment.draft.title,
    newId: () => newId(draft.externalId),
  };
  const outcome = await sendDraft(location, store, draft, html);
  return outcome.sent ? undefined : outcome.problem;
}

function isSameComment(current: CommentDraft, listedComment: CommentDraft): boolean {
  return (
    current.text === listedComment.text &&
    current.access === listedComment.access &&
    current.externalId === listedComment.externalId
  );
}
