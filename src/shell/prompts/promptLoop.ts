// What every prompt does in the same way: its events as a loop, Back, Escape, waiting, and errors.
// This module does not import `vscode`, so that the prompts of unit tests are loops too.
import { Emitter, type Event } from '../../std/event.ts';
import { BACK_BUTTON, type Prompt, type PromptButton } from './prompts.ts';

/** `PromptEvent` is what the user does in the prompt, apart from leaving it. */
export abstract class PromptLoop<PromptEvent extends { readonly kind: string; readonly button?: PromptButton }>
  implements Prompt<PromptEvent>
{
  readonly #typed = new Emitter<string>();
  readonly #closing = new AbortController();
  readonly #events: PromptEvent[] = [];
  readonly #onBack: ((text: string) => void) | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** Continues the loop. Does nothing unless the loop waits for an event. */
  #wake: () => void = () => undefined;
  #isWaiting = false;
  #busyCount = 0;

  readonly onDidType: Event<string> = this.#typed.event;

  constructor(onBack: ((text: string) => void) | undefined) {
    this.#onBack = onBack;
  }

  abstract readonly text: string;
  abstract setBusy(isBusy: boolean): void;
  protected abstract show(): void;
  /** Removes the prompt from the screen. */
  protected abstract remove(): void;

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  async *events(): AsyncGenerator<PromptEvent, void, undefined> {
    this.show();
    try {
      for (;;) {
        if (this.#failure !== undefined) throw this.#failure.error;
        const event = this.#events.shift();
        if (event !== undefined) yield event;
        else if (this.signal.aborted) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#closing.abort();
      this.remove();
    }
  }

  async wait<T>(work: Promise<T>): Promise<{ readonly value: T } | undefined> {
    const closed = new Promise<undefined>((resolve) => {
      if (this.signal.aborted) resolve(undefined);
      this.signal.addEventListener('abort', () => resolve(undefined));
    });
    this.#isWaiting = true;
    this.#changeBusyCount(1);
    try {
      return await Promise.race([work.then((value) => ({ value })), closed]);
    } finally {
      this.#isWaiting = false;
      this.#changeBusyCount(-1);
    }
  }

  load(work: Promise<unknown>): void {
    this.#changeBusyCount(1);
    work.then(
      () => this.#changeBusyCount(-1),
      (error: unknown) => {
        this.#failure = { error };
        this.#wake();
      },
    );
  }

  /** Passes an event to the loop, unless the loop waits for the work that another event has started. */
  protected push(event: PromptEvent): void {
    if (this.signal.aborted) return;
    if ('button' in event && event.button === BACK_BUTTON) {
      this.#onBack?.(this.text);
      this.close();
    } else if (!this.#isWaiting) {
      this.#events.push(event);
      this.#wake();
    }
  }

  /** Returns the buttons in the title: Back, if the user can go back, and then the others. */
  protected titleButtons(buttons: readonly PromptButton[] = []): readonly PromptButton[] {
    return this.#onBack === undefined ? buttons : [BACK_BUTTON, ...buttons];
  }

  protected fireTyped(text: string): void {
    this.#typed.fire(text);
  }

  /** Ends the loop, after the events that are not handled yet. */
  protected close(): void {
    this.#closing.abort();
    this.#wake();
  }

  #changeBusyCount(change: number): void {
    this.#busyCount += change;
    if (!this.signal.aborted) this.setBusy(this.#busyCount > 0);
  }
}
