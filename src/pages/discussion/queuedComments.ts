// Owns comments that wait to be sent until the service can be reached: putting one among them, listing them, and
// sending one as it was shown.

import { parseAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import { type CommentDraft, type CommentSlot, commentIn, withComment } from '../../drafts/draft.ts';
import type { StoredDraft } from '../../drafts/draftFiles.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import { type DraftPiece, piecesOf } from '../../drafts/pieces.ts';
import { sendDraft } from './sendDraft.ts';

/** One that waits, as it stood when it was listed. */
export interface QueuedComment extends StoredDraft {
  readonly piece: Extract<DraftPiece, { kind: 'comment' }>;
  readonly comment: CommentDraft;
}

/** What the sending needs of the world around it. */
export interface QueuedCommentDeps {
  readonly desk: DraftStore;
  readonly store: Store;
  readonly words: (fault: Fault) => string;
  /** The external id of another comment in the place of this one. */
  readonly newId: (externalId: string) => string;
  /** The Markdown of all but the page's composer. */
  readonly htmlOf: (markdown: string) => Promise<string>;
}

const CHANGED = 'Not sent. It was changed, sent or taken back after it was shown.';

/** Lets the comment wait since then (milliseconds since the epoch), or keeps it as a draft only. */
export function queueComment(desk: DraftStore, key: string, slot: CommentSlot, since: number | undefined): void {
  const title = desk.get(key)?.title;
  if (title === undefined) return;
  desk.change(key, title, (before) => {
    const held = commentIn(before, slot);
    if (held === undefined) return {};
    const { waiting: _before, ...others } = held;
    return withComment(before, slot, since === undefined ? others : { ...others, waiting: since });
  });
}

/** Those that wait, the one written last first. Rejects with what the disk said. */
export async function listQueued(desk: DraftStore): Promise<readonly QueuedComment[]> {
  return (await desk.all()).flatMap(({ key, draft }) =>
    piecesOf(draft).flatMap((piece) => {
      const comment = piece.kind === 'comment' ? commentIn(draft, piece.slot) : undefined;
      return piece.kind !== 'comment' || comment?.waiting === undefined ? [] : [{ key, draft, piece, comment }];
    }),
  );
}

/** Sends it if it still is what was shown. Resolves with a sentence when it came to nothing; it is a draft then. */
export async function sendQueued(
  { desk, store, words, newId, htmlOf }: QueuedCommentDeps,
  shown: QueuedComment,
): Promise<string | undefined> {
  const { key, piece } = shown;
  const { slot } = piece;
  const address = parseAddress(key);
  const draft = commentIn(await desk.open(key), slot);
  if (address === undefined || draft?.waiting === undefined || !isAsShown(draft, shown.comment)) return CHANGED;
  const html = slot === 'composer' ? draft.text : await htmlOf(draft.text);
  const place = {
    address,
    key,
    desk,
    slot,
    words,
    title: () => desk.get(key)?.title ?? shown.draft.title,
    newId: () => newId(draft.externalId),
  };
  const outcome = await sendDraft(place, store, draft, html);
  return outcome.sent ? undefined : outcome.sentence;
}

function isAsShown(now: CommentDraft, shown: CommentDraft): boolean {
  return now.text === shown.text && now.access === shown.access && now.externalId === shown.externalId;
}
