// The composer of a work item page: the new comment is kept as a draft until the server has it.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import { type CommentDraft, type Draft, joinTexts, rewriteComment } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { EditorModel, FromPage } from '../protocol/messages.ts';
import { queueComment } from './queuedComments.ts';
import { sendDraft } from './sendDraft.ts';

export interface ComposerDeps {
  readonly address: ItemAddress;
  readonly key: string;
  readonly draftStore: DraftStore;
  store(): Store | undefined;
  readonly words: (fault: Fault) => string;
  newId(): string;
  now(): number;
  title(): string;
  changed(): void;
}

type ReturnedText = Pick<CommentDraft, 'text' | 'access' | 'externalId'>;

export class CommentComposer {
  readonly #deps: ComposerDeps;
  #sending = false;
  #problem: string | undefined;
  /** The last `sendComment` that took the text, and the text if it was not sent. */
  #taken: { readonly seq: number; readonly returned: ReturnedText | undefined } | undefined;

  constructor(deps: ComposerDeps) {
    this.#deps = deps;
  }

  view(): EditorModel['composer'] {
    const draft = this.#draft();
    const isWaiting = draft?.waiting !== undefined;
    const problem = this.#problem ?? (isWaiting ? undefined : draft?.failed?.sentence);
    const wait = isWaiting ? 'waiting' : draft?.failed?.passing === true ? 'offered' : undefined;
    const isUnderWay = draft !== undefined && this.#isUnderWay(draft);
    const sending = this.#sending || isUnderWay;
    return {
      ...this.#textOf(draft, sending),
      sending,
      ...(isUnderWay && !this.#sending ? { locked: true } : {}),
      ...(problem === undefined ? {} : { problem }),
      ...(wait === undefined ? {} : { wait }),
    };
  }

  /** While the comment is being sent, the text typed since then; otherwise the whole text. */
  #textOf(
    draft: CommentDraft | undefined,
    sending: boolean,
  ): Pick<EditorModel['composer'], 'html' | 'access' | 'pending' | 'after'> {
    if (draft === undefined) return { html: '', access: 'INTERNAL' };
    const { text, access, next } = draft;
    if (next === undefined || !sending) {
      const all = joinTexts(draft);
      return { html: all.text, access: all.access };
    }
    const after = this.#taken === undefined ? {} : { after: this.#taken.seq };
    return { html: next.text, access: next.access, pending: { html: text, access }, ...after };
  }

  /** `after`: see the `compose` message. Without it, the text is the whole content of the composer. */
  compose({
    html,
    access,
    after,
  }: Pick<Extract<FromPage, { type: 'compose' }>, 'html' | 'access' | 'after'>): undefined {
    const draft = this.#draft();
    const text = isBlankComment(html) ? '' : html;
    if (draft?.next !== undefined && (this.#sending || this.#isUnderWay(draft))) {
      this.#change(({ composer }) => ({ composer: composer && { ...composer, next: { text, access } } }));
      return undefined;
    }
    const returned = after !== undefined && this.#taken?.seq === after ? this.#taken.returned : undefined;
    if (draft !== undefined && returned?.externalId === draft.externalId) {
      // Typed before the page showed that the text had come back.
      this.#change(({ composer = draft }) => ({
        composer: joinTexts({ ...composer, ...returned, next: { text, access } }),
      }));
      return undefined;
    }
    this.#problem = undefined;
    this.#change((before) => ({
      composer: rewriteComment({ externalId: this.#deps.newId(), ...before.composer }, text, access),
    }));
    return undefined;
  }

  /** Joins the text of a comment that was being sent when its window closed with the text typed after it. */
  restore(): void {
    const draft = this.#draft();
    if (draft?.next === undefined || this.#isUnderWay(draft)) return;
    this.#change(() => ({ composer: joinTexts(draft) }));
  }

  /** Queues the comment until the server can be reached (`waits`), or keeps it only as a draft. */
  wait(waits: boolean): undefined {
    const { draftStore, key } = this.#deps;
    this.#problem = undefined;
    queueComment(draftStore, key, 'composer', waits ? this.#deps.now() : undefined);
    return undefined;
  }

  /**
   * Sends the comment once; what is typed from now on belongs to the next comment. Resolves with an error message if it
   * was not sent; the composer then contains the text again.
   */
  async send(seq: number): Promise<string | undefined> {
    if (this.#sending) return undefined;
    this.restore();
    const draft = this.#draft();
    const store = this.#deps.store();
    this.#taken = { seq, returned: draft && textIn(draft) };
    if (draft === undefined || isBlankComment(draft.text)) return this.#refuse(l10n.t('Write a comment first.'));
    if (store === undefined)
      return this.#refuse(l10n.t('You are signed out. Sign in to send this comment. It is kept as a draft.'));
    this.#sending = true;
    this.#problem = undefined;
    this.#change(() => ({ composer: { ...draft, next: { text: '', access: 'INTERNAL' } } }));
    try {
      const outcome = await sendDraft({ ...this.#deps, slot: 'composer' }, store, draft, draft.text);
      this.#taken = { seq, returned: undefined };
      if (outcome.sent) return undefined;
      this.#returnText(seq);
      // A failure that is stored in the draft is shown from there.
      if (this.#draft()?.failed === undefined) this.#problem = outcome.sentence;
      return outcome.sentence;
    } finally {
      this.#sending = false;
      this.#deps.changed();
    }
  }

  /** Puts the text that was not sent in front of the text typed since. */
  #returnText(seq: number): void {
    const draft = this.#draft();
    if (draft === undefined) return;
    this.#taken = { seq, returned: textIn(draft) };
    this.#change(() => ({ composer: joinTexts(draft) }));
  }

  /** Whether this window is sending the comment, from this composer or from another place. */
  #isUnderWay({ externalId }: CommentDraft): boolean {
    return this.#deps.store()?.comments.underWay.has(externalId) === true;
  }

  #draft(): CommentDraft | undefined {
    return this.#deps.draftStore.get(this.#deps.key)?.composer;
  }

  #refuse(message: string): string {
    this.#problem = message;
    this.#deps.changed();
    return message;
  }

  #change(edit: (before: Draft) => Partial<Draft>): void {
    this.#deps.draftStore.change(this.#deps.key, this.#deps.title(), edit);
  }
}

function textIn({ text, access, externalId }: CommentDraft): ReturnedText {
  return { text, access, externalId };
}

/** Whether the comment has no visible content: no text, image, rule or mention. */
export function isBlankComment(html: string): boolean {
  return (
    !/<(?:img|image-component|hr|mention-component)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
  );
}
