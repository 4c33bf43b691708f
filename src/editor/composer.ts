// Owns the composer: the comment being written in an item's page, kept as a draft until the service has it.
import type { Fault } from '../api/fault.ts';
import type { Access } from '../contract/resources/comment.ts';
import type { ItemAddress } from '../store/address.ts';
import type { Desk } from '../store/desk.ts';
import { type Draft, rewritten } from '../store/draft.ts';
import type { Store } from '../store/store.ts';
import { sendDraft } from './sendDraft.ts';
import { letWait } from './waiting.ts';
import type { EditorModel, FromHost } from './words.ts';

export interface ComposerGround {
  readonly address: ItemAddress;
  readonly key: string;
  readonly desk: Desk;
  store(): Store | undefined;
  readonly words: (fault: Fault) => string;
  newId(): string;
  now(): number;
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
    const isWaiting = draft?.waiting !== undefined;
    const problem = this.#problem ?? (isWaiting ? undefined : draft?.failed?.sentence);
    const wait = isWaiting ? 'waiting' : draft?.failed?.passing === true ? 'offered' : undefined;
    const isUnderWay = draft !== undefined && this.#ground.store()?.comments.underWay.has(draft.externalId) === true;
    return {
      html: draft?.text ?? '',
      access: draft?.access ?? 'INTERNAL',
      sending: this.#sending || isUnderWay,
      ...(problem === undefined ? {} : { problem }),
      ...(wait === undefined ? {} : { wait }),
    };
  }

  compose(html: string, access: Access): undefined {
    this.#problem = undefined;
    this.#change((before) => {
      return { composer: rewritten({ externalId: this.#ground.newId(), ...before.composer }, isBlank(html) ? '' : html, access) };
    });
    return undefined;
  }

  /** Lets it wait until the service can be reached, or keeps it as a draft only. */
  wait(waits: boolean): undefined {
    const { desk, key } = this.#ground;
    this.#problem = undefined;
    letWait(desk, key, 'composer', waits ? this.#ground.now() : undefined);
    return undefined;
  }

  /** Sends the comment once. Gives the sentence to say when it came to nothing; the text is then still there. */
  async send(): Promise<string | undefined> {
    const draft = this.#draft();
    const store = this.#ground.store();
    if (this.#sending) return undefined;
    if (draft === undefined || isBlank(draft.text)) return this.#refuse('Write a comment first.');
    if (store === undefined) return this.#refuse(SIGNED_OUT);
    this.#sending = true;
    this.#problem = undefined;
    this.#ground.changed();
    try {
      const outcome = await sendDraft({ ...this.#ground, slot: 'composer' }, store, draft, draft.text);
      if (outcome.sent) {
        if (!outcome.rest) this.#ground.post({ say: 'clearComposer' });
        return undefined;
      }
      // What the draft itself keeps is shown from there.
      if (this.#draft()?.failed === undefined) this.#problem = outcome.sentence;
      return outcome.sentence;
    } finally {
      this.#sending = false;
      this.#ground.changed();
    }
  }

  #draft() {
    return this.#ground.desk.held(this.#ground.key)?.composer;
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

/** Nothing a reader would see: no text, no picture, no rule. */
export function isBlank(html: string): boolean {
  return !/<(?:img|image-component|hr|mention-component)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
}
