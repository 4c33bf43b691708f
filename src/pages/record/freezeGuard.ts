// Collapses the texts of a record if its page stopped responding when it last showed them.
import type { PageModel } from '../protocol/messages.ts';

/** Remembers across restarts which texts a page is about to show. Its promises do not reject. */
export interface FreezeGuardStorage {
  /** Remembers the text. Resolves with true if the page did not respond when it showed the same text before. */
  startShowing(key: string, text: string): Promise<boolean>;
  /** Forgets the text, because the page responded. */
  finishShowing(key: string): Promise<void>;
}

/** Shorter texts are fast to show, so they are not stored. Most records therefore need no write to disk. */
const MIN_REMEMBERED_LENGTH = 1_000;
/**
 * In milliseconds. If a page is closed within this time after it received the texts, the guard assumes that the user
 * closed the page, not that the page stopped responding.
 */
const CLOSED_WITHIN_MS = 2_000;

/** Decides for one page whether it may show the texts of its record. */
export class FreezeGuard {
  readonly #storage: FreezeGuardStorage;
  readonly #key: string;
  readonly #now: () => number;
  #state: 'unknown' | 'asking' | PageModel['texts'];
  /** When the texts were sent to the page; undefined after the page has responded. */
  #textsSentAt: number | undefined;
  #lastOperation: Promise<void> = Promise.resolve();

  /** `now` returns the time in milliseconds. */
  constructor(storage: FreezeGuardStorage, key: string, now: () => number) {
    this.#storage = storage;
    this.#key = key;
    this.#now = now;
    this.#state = 'unknown';
  }

  /**
   * Whether the page may receive this model now. Otherwise, `onDecided` is called when the page may receive the model.
   */
  mayShow(model: PageModel, onDecided: () => void): boolean {
    if (this.#state !== 'unknown' || model.status !== 'ready') return this.#state !== 'asking';
    const text = textIn(model);
    this.#state = text.length < MIN_REMEMBERED_LENGTH ? undefined : 'asking';
    if (this.#state === undefined) return true;
    this.#lastOperation = this.#decide(this.#lastOperation, text).then(onDecided);
    return false;
  }

  /**
   * Returns the model, with `texts` set if the texts are collapsed or the page must report that it has shown the texts.
   */
  withTextStates(model: PageModel): PageModel {
    return this.#state === 'collapsed' || this.#state === 'awaited' ? { ...model, texts: this.#state } : model;
  }

  /** Must be called when the user expands the texts. The texts stay remembered until the page responds. */
  expandTexts(): void {
    this.#state = 'awaited';
    this.#textsSentAt = this.#now();
  }

  /** Must be called when the page has responded after it showed the texts. */
  reportResponse(): void {
    if (this.#state !== 'awaited') return;
    this.#state = undefined;
    this.#textsSentAt = undefined;
    this.#forget();
  }

  /** Must be called when the page was closed or replaced. */
  reportPageClosed(): void {
    if (this.#textsSentAt !== undefined && this.#now() - this.#textsSentAt < CLOSED_WITHIN_MS) this.#forget();
    this.#textsSentAt = undefined;
    this.#state = 'unknown';
  }

  async #decide(lastOperation: Promise<void>, text: string): Promise<void> {
    await lastOperation;
    const didPageFreeze = await this.#storage.startShowing(this.#key, text);
    this.#state = didPageFreeze ? 'collapsed' : 'awaited';
    this.#textsSentAt = didPageFreeze ? undefined : this.#now();
  }

  #forget(): void {
    this.#lastOperation = this.#lastOperation.then(() => this.#storage.finishShowing(this.#key));
  }
}

function textIn({ fields }: PageModel): string {
  return fields
    .flatMap(({ kind, value }) => (kind === 'richText' && typeof value === 'string' ? [value] : []))
    .join('\n');
}

/** Returns the model as if its text were not loaded yet, if the text is so long that a guard must decide about it. */
export function withoutLongTexts(model: PageModel): PageModel {
  if (textIn(model).length < MIN_REMEMBERED_LENGTH) return model;
  const [text] = model.fields.filter(({ kind }) => kind === 'richText');
  return {
    ...model,
    fields: model.fields.filter(({ kind }) => kind !== 'richText'),
    ...(text === undefined ? {} : { unloadedText: { name: text.name, label: text.label } }),
  };
}
