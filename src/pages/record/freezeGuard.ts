// Collapses the texts of a record if its page froze when it last showed them.
import type { EditorModel } from '../protocol/messages.ts';

/** Remembers across restarts which texts a page is about to show. The promises do not reject. */
export interface FreezeMemory {
  /** Remembers the text. Resolves with whether the page never responded after it showed this text. */
  begin(key: string, text: string): Promise<boolean>;
  /** Forgets the text, because the page responds. */
  end(key: string): Promise<void>;
}

/** Shorter texts are not remembered: they are fast to show, and most records need no write to disk. */
const SHORT = 1_000;
/** A page that is gone sooner was closed by the user and did not freeze. In milliseconds. */
const LEFT = 2_000;

/** Used by one page. */
export class FreezeGuard {
  readonly #memory: FreezeMemory;
  readonly #key: string;
  readonly #now: () => number;
  #state: 'unknown' | 'asking' | EditorModel['texts'];
  /** When the page received the texts for which it has not responded yet. */
  #begunAt: number | undefined;
  #last: Promise<void> = Promise.resolve();

  /** `now` returns milliseconds. */
  constructor(memory: FreezeMemory, key: string, now: () => number) {
    this.#memory = memory;
    this.#key = key;
    this.#now = now;
    this.#state = 'unknown';
  }

  /** Whether the page may receive this model now; if not, `decided` is called when it may. */
  mayShow(model: EditorModel, decided: () => void): boolean {
    if (this.#state !== 'unknown' || model.status !== 'ready') return this.#state !== 'asking';
    const text = model.fields
      .flatMap(({ kind, value }) => (kind === 'richText' && typeof value === 'string' ? [value] : []))
      .join('\n');
    this.#state = text.length < SHORT ? undefined : 'asking';
    if (this.#state === undefined) return true;
    this.#last = this.#decide(this.#last, text).then(decided);
    return false;
  }

  /** Returns the model with the setting how to show its texts. */
  withTextStates(model: EditorModel): EditorModel {
    return this.#state === 'collapsed' || this.#state === 'awaited' ? { ...model, texts: this.#state } : model;
  }

  /** The user expands the texts. They stay remembered until the page responds. */
  expand(): void {
    this.#state = 'awaited';
    this.#begunAt = this.#now();
  }

  /** The page responds after it has shown the texts. */
  responds(): void {
    if (this.#state !== 'awaited') return;
    this.#state = undefined;
    this.#begunAt = undefined;
    this.#forget();
  }

  /** The page was closed or replaced. */
  pageGone(): void {
    if (this.#begunAt !== undefined && this.#now() - this.#begunAt < LEFT) this.#forget();
    this.#begunAt = undefined;
    this.#state = 'unknown';
  }

  async #decide(last: Promise<void>, text: string): Promise<void> {
    await last;
    const froze = await this.#memory.begin(this.#key, text);
    this.#state = froze ? 'collapsed' : 'awaited';
    this.#begunAt = froze ? undefined : this.#now();
  }

  #forget(): void {
    this.#last = this.#last.then(() => this.#memory.end(this.#key));
  }
}
