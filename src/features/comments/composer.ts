// The composer of a work item page: keeps the new comment as a draft until the server confirms it.

import * as l10n from '@vscode/l10n';
import { queueComment } from '../../core/comments/queuedComments.ts';
import { sendDraft } from '../../core/comments/sendDraft.ts';
import { appendNextText, type CommentDraft, type Draft, updateCommentDraft } from '../../core/drafts/draft.ts';
import type { MessageFromPage, PageModel } from '../../shell/protocol/messages.ts';
import type { ComposerDeps } from '../../shell/sections/pageSections.ts';

type ReturnedText = Pick<CommentDraft, 'text' | 'access' | 'externalId'>;

export class CommentComposer {
  readonly #deps: ComposerDeps;
  #sending = false;
  #problem: string | undefined;
  /**
   * The `seq` of the latest `sendComment` message. If that comment was not sent, `returnedText` is its text, which was
   * put back into the composer.
   */
  #lastSend: { readonly seq: number; readonly returnedText: ReturnedText | undefined } | undefined;

  constructor(deps: ComposerDeps) {
    this.#deps = deps;
  }

  view(): PageModel['composer'] {
    const draft = this.#draft();
    const isQueued = draft?.waiting !== undefined;
    const problem = this.#problem ?? (isQueued ? undefined : draft?.failed?.problem);
    const queueState = isQueued ? 'waiting' : draft?.failed?.isTemporary === true ? 'offered' : undefined;
    const isBeingSent = draft !== undefined && this.#isBeingSent(draft);
    const sending = this.#sending || isBeingSent;
    return {
      ...this.#composerText(draft, sending),
      sending,
      ...(isBeingSent && !this.#sending ? { locked: true } : {}),
      ...(problem === undefined ? {} : { problem }),
      ...(queueState === undefined ? {} : { wait: queueState }),
    };
  }

  /**
   * While this composer sends a comment, returns that comment and the text that was typed since then. Otherwise returns
   * the whole text.
   */
  #composerText(
    draft: CommentDraft | undefined,
    sending: boolean,
  ): Pick<PageModel['composer'], 'html' | 'access' | 'pending' | 'after'> {
    if (draft === undefined) return { html: '', access: this.#lastAccess() };
    const { text, access, next } = draft;
    if (next === undefined || !sending) {
      const joinedComment = appendNextText(draft);
      return { html: joinedComment.text, access: joinedComment.access };
    }
    const after = this.#lastSend === undefined ? {} : { after: this.#lastSend.seq };
    return { html: next.text, access: next.access, pending: { html: text, access }, ...after };
  }

  /**
   * Stores the composer's content. If `after` is set, `html` is only the text that was typed after the `sendComment`
   * message with this `seq`.
   */
  compose({
    html,
    access,
    after,
  }: Pick<Extract<MessageFromPage, { type: 'compose' }>, 'html' | 'access' | 'after'>): undefined {
    const draft = this.#draft();
    const text = isBlankComment(html) ? '' : html;
    if (access !== this.view().access) this.#deps.lastVisibilityStorage?.set(access);
    if (draft?.next !== undefined && (this.#sending || this.#isBeingSent(draft))) {
      this.#change(({ composer }) => ({ composer: composer && { ...composer, next: { text, access } } }));
      return undefined;
    }
    const returnedText = after !== undefined && this.#lastSend?.seq === after ? this.#lastSend.returnedText : undefined;
    if (draft !== undefined && returnedText?.externalId === draft.externalId) {
      // The page sent this message before the page received the update that puts the unsent text back into the
      // composer.
      this.#change(({ composer = draft }) => ({
        composer: appendNextText({ ...composer, ...returnedText, next: { text, access } }),
      }));
      return undefined;
    }
    this.#problem = undefined;
    this.#change((before) => ({
      composer: updateCommentDraft({ externalId: this.#deps.newId(), ...before.composer }, text, access),
    }));
    return undefined;
  }

  /**
   * If the window closed while a comment was being sent, joins that comment's text with the text that was typed during
   * the request.
   */
  restore(): void {
    const draft = this.#draft();
    if (draft?.next === undefined || this.#isBeingSent(draft)) return;
    this.#change(() => ({ composer: appendNextText(draft) }));
  }

  /** Queues the comment until the server can be reached, or makes a queued comment a plain draft again. */
  setQueued(shouldQueue: boolean): undefined {
    const { draftStore, key } = this.#deps;
    this.#problem = undefined;
    queueComment(draftStore, key, 'composer', shouldQueue ? this.#deps.now() : undefined);
    return undefined;
  }

  /**
   * Sends the comment. Text that is typed from now on belongs to the next comment. If the comment was not sent,
   * resolves with an error message, and the composer contains the text of the comment again.
   */
  async send(seq: number): Promise<string | undefined> {
    if (this.#sending) return undefined;
    this.restore();
    const draft = this.#draft();
    const store = this.#deps.store();
    this.#lastSend = { seq, returnedText: draft && returnedTextOf(draft) };
    if (draft === undefined || isBlankComment(draft.text)) return this.#showProblem(l10n.t('Write a comment first.'));
    if (store === undefined)
      return this.#showProblem(l10n.t('You are signed out. Sign in to send this comment. It is kept as a draft.'));
    this.#sending = true;
    this.#problem = undefined;
    this.#deps.lastVisibilityStorage?.set(draft.access);
    this.#change(() => ({ composer: { ...draft, next: { text: '', access: draft.access } } }));
    try {
      const outcome = await sendDraft({ ...this.#deps, slot: 'composer' }, store, draft, draft.text);
      this.#lastSend = { seq, returnedText: undefined };
      if (outcome.sent) return undefined;
      this.#returnText(seq);
      // If the draft contains the failure, `view` takes the message from the draft.
      if (this.#draft()?.failed === undefined) this.#problem = outcome.problem;
      return outcome.problem;
    } finally {
      this.#sending = false;
      this.#deps.changed();
    }
  }

  /** Puts the text that was not sent in front of the text that was typed during the request. */
  #returnText(seq: number): void {
    const draft = this.#draft();
    if (draft === undefined) return;
    this.#lastSend = { seq, returnedText: returnedTextOf(draft) };
    this.#change(() => ({ composer: appendNextText(draft) }));
  }

  /** Whether this window is sending the comment, from this composer or from another feature. */
  #isBeingSent({ externalId }: CommentDraft): boolean {
    return this.#deps.store()?.comments.externalIdsInFlight.has(externalId) === true;
  }

  #lastAccess(): PageModel['composer']['access'] {
    return this.#deps.lastVisibilityStorage?.get() ?? 'INTERNAL';
  }

  #draft(): CommentDraft | undefined {
    return this.#deps.draftStore.get(this.#deps.key)?.composer;
  }

  #showProblem(message: string): string {
    this.#problem = message;
    this.#deps.changed();
    return message;
  }

  #change(edit: (before: Draft) => Partial<Draft>): void {
    this.#deps.draftStore.change(this.#deps.key, this.#deps.title(), edit);
  }
}

function returnedTextOf({ text, access, externalId }: CommentDraft): ReturnedText {
  return { text, access, externalId };
}

/** Whether the comment has no visible content: no text, image, horizontal rule or mention. */
export function isBlankComment(html: string): boolean {
  return (
    !/<(?:img|image-component|hr|mention-component)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
  );
}
