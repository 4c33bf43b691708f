// Sends the draft of a comment exactly once, and keeps what the user types during the request.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../cache/address.ts';
import type { CommentOutcome } from '../../cache/resources/sendComment.ts';
import type { Store } from '../../cache/store.ts';
import { type Fault, faultOf, isPassing } from '../../client/apiError.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import { type CommentDraft, type CommentSlot, commentIn, withComment } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import { firstLines } from '../../std/text.ts';

/** Where the draft is stored. */
export interface DraftPlace {
  readonly address: ItemAddress;
  readonly key: string;
  readonly draftStore: DraftStore;
  /** The draft of the page's composer is HTML, the others are Markdown. */
  readonly slot: CommentSlot;
  readonly words: (fault: Fault) => string;
  title(): string;
  /** Returns the external id of a new comment. */
  newId(): string;
}

/**
 * `rest`: the user typed more text during the request, which is now the draft of another comment. `sentence` is a
 * message for the user.
 */
export type DraftOutcome =
  | { readonly sent: true; readonly rest: boolean }
  /** `passing`: the server could not be reached, so the comment can be queued. */
  | { readonly sent: false; readonly sentence: string; readonly passing: boolean };

/** Sends the draft. `html` is the HTML of the draft's text. */
export async function sendDraft(
  place: DraftPlace,
  store: Store,
  draft: CommentDraft,
  html: string,
): Promise<DraftOutcome> {
  const { underWay } = store.comments;
  if (underWay.has(draft.externalId))
    return { sent: false, sentence: l10n.t('This comment is already being sent.'), passing: false };
  underWay.add(draft.externalId);
  try {
    // The draft keeps the text sent earlier until the server was searched for it, because that text may have arrived.
    const outcome = await store.comments.send(place.address, draft, html, () => mark(place, draft.text));
    return await settle(place, store, draft, html, outcome);
  } finally {
    underWay.delete(draft.externalId);
  }
}

async function settle(
  place: DraftPlace,
  store: Store,
  draft: CommentDraft,
  html: string,
  outcome: CommentOutcome,
): Promise<DraftOutcome> {
  if (!outcome.sent) return lost(place, outcome.fault, outcome.perhaps ? draft.text : draft.sentText);
  const there = outcome.comment ?? listed(place, store, draft);
  const other = outcome.earlier ? otherThere(place, draft, html, there) : undefined;
  if (other === undefined) return { sent: true, rest: clear(place, draft.text) };
  if (there !== undefined && draft.sentText !== undefined && isWithin(there.comment_html ?? '', html)) {
    if (there.access === undefined || there.access === draft.access) return amend(place, store, draft, html, there.id);
    // The text typed since has another visibility than the comment on the server.
    beginAnother(place, draft.sentText);
    return { sent: false, sentence: other, passing: false };
  }
  beginAnother(place);
  return { sent: false, sentence: other, passing: false };
}

/**
 * Whether the current text contains the whole comment on the server. Posting it as a new comment would then duplicate
 * that text, and replacing the comment loses nothing.
 */
function isWithin(there: string, now: string): boolean {
  const others = othersIn(now);
  return (
    whatIsIn(there) !== '' &&
    wordsIn(now).includes(wordsIn(there)) &&
    othersIn(there).every((one) => others.includes(one))
  );
}

/** Updates the comment that had arrived to the current text. Doing this twice has the same result as doing it once. */
async function amend(
  place: DraftPlace,
  store: Store,
  draft: CommentDraft,
  html: string,
  id: string,
): Promise<DraftOutcome> {
  await place.draftStore.beforeLeaving();
  try {
    await store.comments.edit(place.address, id, html);
  } catch (error) {
    return lost(place, faultOf(error), draft.sentText);
  }
  return { sent: true, rest: clear(place, draft.text) };
}

/**
 * Returns the error message if the comment on the server is not this one. Another window of the same user may have sent
 * the same draft.
 */
function otherThere(
  { slot }: DraftPlace,
  draft: CommentDraft,
  html: string,
  there: Comment | undefined,
): string | undefined {
  if (draft.sentText !== undefined) return draft.sentText === draft.text ? undefined : arrivedEarlierText();
  // A text that was never sent from here cannot have arrived. The id names a code place, so the comment that has it was
  // written by another user.
  if (typeof slot !== 'string') return there?.comment_html === html ? undefined : otherOnSameLinesText();
  const isOther = there !== undefined && whatIsIn(there.comment_html ?? '') !== whatIsIn(html);
  return isOther ? arrivedEarlierText() : undefined;
}

function arrivedEarlierText(): string {
  return l10n.t(
    'The server received the first version of the comment, but its response was lost. Your later changes are still here.',
  );
}

function otherOnSameLinesText(): string {
  return l10n.t(
    'Not sent. There is another comment on the same lines of this work item now. The text is kept; send it again to add it beside that one.',
  );
}

function listed({ address }: DraftPlace, { comments }: Store, { externalId }: CommentDraft): Comment | undefined {
  const there = comments.list(address).state.ids.map((id) => comments.get(id));
  return there.find((one) => one?.external_id === externalId);
}

/** The text, pictures and mentions of a comment. Other markup is ignored, because servers rewrite it. */
function whatIsIn(html: string): string {
  return [wordsIn(html), ...othersIn(html)].join(' ').trim();
}

function wordsIn(html: string): string {
  return firstLines(html, Number.POSITIVE_INFINITY).join(' ');
}

function othersIn(html: string): readonly string[] {
  return html.match(/(?:src|entity_identifier)="[^"]*"/g) ?? [];
}

/**
 * Stores on disk what is about to be sent, so that the comment is searched for first if VS Code crashes during the
 * request.
 */
async function mark(place: DraftPlace, text: string): Promise<void> {
  change(place, (held) => held && { ...unfailed(held), sentText: text });
  await place.draftStore.beforeLeaving();
}

/** Removes the sent text from the draft. Returns whether the draft contains other text now. */
function clear(place: DraftPlace, sent: string): boolean {
  const held = commentIn(place.draftStore.get(place.key), place.slot);
  if (held === undefined || held.text === sent) {
    const { text = '', access = 'INTERNAL' } = held?.next ?? {};
    change(place, () => (text === '' ? undefined : { text, access, externalId: place.newId() }));
    return text !== '';
  }
  beginAnother(place);
  return true;
}

/** Keeps the draft's text as a new comment. `without` is removed if the text starts with it. */
function beginAnother(place: DraftPlace, without = ''): void {
  change(place, (held) => {
    if (held === undefined) return undefined;
    const text = held.text.startsWith(without) ? held.text.slice(without.length) : held.text;
    return { ...textOf(held), text, externalId: place.newId() };
  });
}

function textOf({ text, access, next }: CommentDraft): Pick<CommentDraft, 'text' | 'access' | 'next'> {
  return { text, access, ...(next === undefined ? {} : { next }) };
}

function lost(place: DraftPlace, fault: Fault, sentText: string | undefined): DraftOutcome {
  const after =
    sentText === undefined
      ? l10n.t('The text is kept.')
      : l10n.t(
          'The server may have received the comment. If you send it again, Contrail checks first, so it is never sent twice.',
        );
  const failed = { sentence: `${l10n.t('Not sent. {0}', place.words(fault))} ${after}`, passing: isPassing(fault) };
  change(place, (held) => held && failedOf(held, sentText, failed));
  return { sent: false, ...failed };
}

/** A queued comment stays queued if the server could not be reached. */
function failedOf(
  held: CommentDraft,
  sentText: string | undefined,
  failed: NonNullable<CommentDraft['failed']>,
): CommentDraft {
  const { sentText: _marked, waiting, ...others } = held;
  return {
    ...others,
    failed,
    ...(sentText === undefined ? {} : { sentText }),
    ...(waiting === undefined || !failed.passing ? {} : { waiting }),
  };
}

function unfailed({ failed: _said, ...held }: CommentDraft): CommentDraft {
  return held;
}

function change(place: DraftPlace, edit: (held: CommentDraft | undefined) => CommentDraft | undefined): void {
  place.draftStore.change(place.key, place.title(), (before) =>
    withComment(before, place.slot, edit(commentIn(before, place.slot))),
  );
}
