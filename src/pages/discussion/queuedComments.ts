// Queues comments until the server can be reached, lists them, and sends each one as it was shown.

import * as l10n from '@vscode/l10n';
import { parseAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import { type CommentDraft, type CommentSlot, commentIn, withComment } from '../../drafts/draft.ts';
import type { StoredDraft } from '../../drafts/draftFiles.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import { type DraftPiece, piecesOf } from '../../drafts/pieces.ts';
import { sendDraft } from './sendDraft.ts';

/** A queued comment as it was when it was listed. */
export interface QueuedComment extends StoredDraft {
  readonly piece: Extract<DraftPiece, { kind: 'comment' }>;
  readonly comment: CommentDraft;
}

/** What sending a queued comment uses from outside. */
export interface QueuedCommentDeps {
  readonly draftStore: DraftStore;
  readonly store: Store;
  readonly words: (fault: Fault) => string;
  /** Returns the external id of the comment after the one with this id, which is another comment at the same place. */
  readonly newId: (externalId: string) => string;
  /** Converts Markdown to HTML. Only comments of the page's composer are HTML already. */
  readonly htmlOf: (markdown: string) => Promise<string>;
}

/**
 * Queues the comment since that time (milliseconds since the epoch), or keeps it only as a draft if `since` is
 * undefined.
 */
export function queueComment(draftStore: DraftStore, key: string, slot: CommentSlot, since: number | undefined): void {
  const title = draftStore.get(key)?.title;
  if (title === undefined) return;
  draftStore.change(key, title, (before) => {
    const held = commentIn(before, slot);
    if (held === undefined) return {};
    const { waiting: _before, ...others } = held;
    return withComment(before, slot, since === undefined ? others : { ...others, waiting: since });
  });
}

/** Returns the queued comments, the last written first. Rejects with the error of the file system. */
export async function listQueued(draftStore: DraftStore): Promise<readonly QueuedComment[]> {
  return (await draftStore.all()).flatMap(({ key, draft }) =>
    piecesOf(draft).flatMap((piece) => {
      const comment = piece.kind === 'comment' ? commentIn(draft, piece.slot) : undefined;
      return piece.kind !== 'comment' || comment?.waiting === undefined ? [] : [{ key, draft, piece, comment }];
    }),
  );
}

/**
 * Sends the comment if it has not changed since it was shown. Resolves with an error message if it was not sent; it is
 * then a draft.
 */
export async function sendQueued(
  { draftStore, store, words, newId, htmlOf }: QueuedCommentDeps,
  shown: QueuedComment,
): Promise<string | undefined> {
  const { key, piece } = shown;
  const { slot } = piece;
  const address = parseAddress(key);
  const draft = commentIn(await draftStore.open(key), slot);
  if (address === undefined || draft?.waiting === undefined || !isAsShown(draft, shown.comment))
    return l10n.t('Not sent. It was changed, sent or discarded since it was shown.');
  const html = slot === 'composer' ? draft.text : await htmlOf(draft.text);
  const place = {
    address,
    key,
    draftStore,
    slot,
    words,
    title: () => draftStore.get(key)?.title ?? shown.draft.title,
    newId: () => newId(draft.externalId),
  };
  const outcome = await sendDraft(place, store, draft, html);
  return outcome.sent ? undefined : outcome.sentence;
}

function isAsShown(now: CommentDraft, shown: CommentDraft): boolean {
  return now.text === shown.text && now.access === shown.access && now.externalId === shown.externalId;
}
