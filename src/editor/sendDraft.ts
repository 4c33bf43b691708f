// Owns the sending of a drafted comment: each is sent once, and nothing written meanwhile is lost.
import { type Fault, faultOf } from '../api/fault.ts';
import { firstLines } from '../std/text.ts';
import type { ItemAddress } from '../store/address.ts';
import type { Desk } from '../store/desk.ts';
import { type CommentDraft, type CommentSlot, commentIn, withComment } from '../store/draft.ts';
import type { Store } from '../store/store.ts';

/** Where the draft stands. */
export interface DraftPlace {
  readonly address: ItemAddress;
  readonly key: string;
  readonly desk: Desk;
  /** The page's composer holds HTML, the others Markdown. */
  readonly slot: CommentSlot;
  readonly words: (fault: Fault) => string;
  title(): string;
  /** The external id of another comment. */
  newId(): string;
}

/** `rest`: something was written while it was under way, and stands there as another comment. Otherwise a sentence for a person. */
export type DraftOutcome = { readonly sent: true; readonly rest: boolean } | { readonly sent: false; readonly sentence: string };

const ARRIVED_EARLIER = 'The comment had arrived as first written, although no answer came. What you wrote since is still here.';
const TAKEN =
  'Not sent. Meanwhile there is another comment on the same lines of this work item. The text is kept; sending it again puts it beside that one.';

/** `html` is made of the draft's text. */
export async function sendDraft(place: DraftPlace, store: Store, draft: CommentDraft, html: string): Promise<DraftOutcome> {
  // Until it has been looked for, the draft says what was sent earlier: that is what may be there.
  const outcome = await store.comments.send(place.address, draft, html, () => mark(place, draft.text));
  if (!outcome.sent) return lost(place, outcome.fault, outcome.perhaps ? draft.text : draft.sentText);
  if (outcome.earlier && draft.sentText === undefined && typeof place.slot !== 'string' && !isThere(place, store, draft, html)) {
    // What never left cannot have arrived: the id, which names a place in code, is that of somebody else's comment.
    beginAnother(place);
    return { sent: false, sentence: TAKEN };
  }
  if (outcome.earlier && draft.sentText !== undefined && draft.sentText !== draft.text) {
    const { comment } = outcome;
    if (comment !== undefined && isWithin(comment.comment_html ?? '', html)) return amend(place, store, draft, html, comment.id);
    beginAnother(place);
    return { sent: false, sentence: ARRIVED_EARLIER };
  }
  return { sent: true, rest: clear(place, draft.text) };
}

/** Whether what is written now holds all that the comment says: to post it as another would say that twice, to put it in its place takes nothing away. */
function isWithin(there: string, now: string): boolean {
  const [before = '', after = ''] = [there, now].map((html) => firstLines(html, Number.POSITIVE_INFINITY).join(' '));
  return before !== '' && after.includes(before);
}

/** The comment that had arrived becomes what is written now. To do so twice is to do it once. */
async function amend(place: DraftPlace, store: Store, draft: CommentDraft, html: string, id: string): Promise<DraftOutcome> {
  try {
    await store.comments.edit(place.address, id, html);
  } catch (error) {
    return lost(place, faultOf(error), draft.sentText);
  }
  return { sent: true, rest: clear(place, draft.text) };
}

/** Another window of the same person may have sent the same draft. */
function isThere({ address }: DraftPlace, { comments }: Store, { externalId }: CommentDraft, html: string): boolean {
  const there = comments.of(address).ids.map((id) => comments.get(id));
  return there.some((one) => one?.external_id === externalId && one.comment_html === html);
}

/** Puts on disk what is about to leave, so that an editor that dies meanwhile still looks for it first. */
async function mark(place: DraftPlace, text: string): Promise<void> {
  change(place, (held) => held && { ...held, sentText: text });
  try {
    await place.desk.flush();
  } catch {
    // A failing disk is no reason to keep the text from the service; the desk tells of it with the write that is due.
  }
}

/** The sent text is no draft any more. Whether something else stands there now. */
function clear(place: DraftPlace, sent: string): boolean {
  if (commentIn(place.desk.held(place.key), place.slot)?.text === sent) {
    change(place, () => undefined);
    return false;
  }
  beginAnother(place);
  return true;
}

function beginAnother(place: DraftPlace): void {
  change(place, (held) => held && { text: held.text, access: held.access, externalId: place.newId() });
}

function lost(place: DraftPlace, fault: Fault, sentText: string | undefined): DraftOutcome {
  change(place, (held) => held && withSent(held, sentText));
  const after =
    sentText === undefined
      ? 'The text is kept.'
      : 'It may have arrived all the same: sending again looks for it first, so it is never posted twice.';
  return { sent: false, sentence: `Not sent. ${place.words(fault)} ${after}` };
}

function withSent({ sentText: _marked, ...held }: CommentDraft, sentText: string | undefined): CommentDraft {
  return sentText === undefined ? held : { ...held, sentText };
}

function change(place: DraftPlace, edit: (held: CommentDraft | undefined) => CommentDraft | undefined): void {
  place.desk.change(place.key, place.title(), (before) => withComment(before, place.slot, edit(commentIn(before, place.slot))));
}
