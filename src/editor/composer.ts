// Owns the composer: the comment being written in an item's page, kept as a draft until the service has it.
import type { Fault } from '../api/fault.ts';
import type { Access } from '../contract/resources/comment.ts';
import type { ItemAddress } from '../store/address.ts';
import type { Desk } from '../store/desk.ts';
import type { CommentDraft, Draft } from '../store/draft.ts';
import type { Store } from '../store/store.ts';
import type { EditorModel, FromHost } from './words.ts';

export interface ComposerGround {
  readonly address: ItemAddress;
  readonly key: string;
  readonly desk: Desk;
  store(): Store | undefined;
  readonly words: (fault: Fault) => string;
  newId(): string;
  title(): string;
  post(message: FromHost): void;
  changed(): void;
}

const SIGNED_OUT = 'You are signed out. Sign in to send this comment; until then it is kept as a draft.';

export class Composer {
  readonly #ground: ComposerGround;
  #sending = false;
  #problem: string | undefined;

  constructor(ground: ComposerGround) {
    this.#ground = ground;
  }

  view(): EditorModel['composer'] {
    const draft = this.#draft();
    return {
      html: draft?.text ?? '',
      access: draft?.access ?? 'INTERNAL',
      sending: this.#sending,
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
    };
  }

  compose(html: string, access: Access): undefined {
    this.#problem = undefined;
    this.#change((before) => {
      const composer = { externalId: this.#ground.newId(), ...before.composer, text: isBlank(html) ? '' : html, access };
      return { composer };
    });
    return undefined;
  }

  /** Sends the comment once. Gives the sentence to say when it came to nothing; the text is then still there. */
  async send(): Promise<string | undefined> {
    const { address } = this.#ground;
    const draft = this.#draft();
    const store = this.#ground.store();
    if (this.#sending) return undefined;
    if (draft === undefined || isBlank(draft.text)) return this.#refuse('Write a comment first.');
    if (store === undefined) return this.#refuse(SIGNED_OUT);
    this.#sending = true;
    this.#problem = undefined;
    this.#ground.changed();
    try {
      await this.#mark(draft.text);
      const outcome = await store.sendComment(address, draft, draft.text);
      if (!outcome.sent) return this.#lost(outcome.fault, outcome.perhaps ? draft.text : draft.sentText);
      const isLaterText = outcome.earlier && draft.sentText !== undefined && draft.sentText !== draft.text;
      if (isLaterText) return this.#arrivedEarlier();
      this.#clear(draft.text);
      return undefined;
    } finally {
      this.#sending = false;
      this.#ground.changed();
    }
  }

  #draft() {
    return this.#ground.desk.held(this.#ground.key)?.composer;
  }

  /** Puts on disk what is about to leave, so that an editor that dies meanwhile still looks for it first. */
  async #mark(text: string): Promise<void> {
    this.#change(({ composer }) => ({ composer: composer && { ...composer, sentText: text } }));
    try {
      await this.#ground.desk.flush();
    } catch {
      // A failing disk is no reason to keep the text from the service; the desk tells of it with the write that is due.
    }
  }

  /** The sent text leaves the composer. What was written while it was under way stays, as another comment. */
  #clear(sent: string): void {
    if (this.#draft()?.text !== sent) {
      this.#beginAnother();
      return;
    }
    this.#change(() => ({ composer: undefined }));
    this.#ground.post({ say: 'clearComposer' });
  }

  #beginAnother(): void {
    this.#change(({ composer }) => ({
      composer: composer && { text: composer.text, access: composer.access, externalId: this.#ground.newId() },
    }));
  }

  /** The first text had arrived; what was written since is another comment. */
  #arrivedEarlier(): string {
    this.#beginAnother();
    return this.#refuse('The comment had arrived as first written, although no answer came. What you wrote since is still here.');
  }

  #lost(fault: Fault, sentText: string | undefined): string {
    this.#change(({ composer }) => ({ composer: composer && withSent(composer, sentText) }));
    const after =
      sentText === undefined
        ? 'The text is kept.'
        : 'It may have arrived all the same: sending again looks for it first, so it is never posted twice.';
    return this.#refuse(`Not sent. ${this.#ground.words(fault)} ${after}`);
  }

  #refuse(message: string): string {
    this.#problem = message;
    this.#ground.changed();
    return message;
  }

  #change(edit: (before: Draft) => Partial<Draft>): void {
    this.#ground.desk.change(this.#ground.key, this.#ground.title(), edit);
  }
}

function withSent({ sentText: _marked, ...composer }: CommentDraft, sentText: string | undefined): CommentDraft {
  return sentText === undefined ? composer : { ...composer, sentText };
}

/** Nothing a reader would see: no text, no picture, no rule. */
export function isBlank(html: string): boolean {
  return !/<(?:img|image-component|hr|mention-component)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
}
