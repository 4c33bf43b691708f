// Collects the fields whose values the user has chosen, until they are saved together.
import type { Clock } from '../../std/clock.ts';
import type { FieldName } from '../form/fieldProtocol.ts';

/** In milliseconds. Values that the user chooses at intervals shorter than this are saved in the same request. */
const SAVE_DELAY_MS = 1_000;

export class ChosenFields {
  readonly #clock: Clock;
  readonly #save: () => unknown;
  readonly #names = new Set<FieldName>();
  #delayController: AbortController | undefined;

  /** `save` is called one second after the last choice, and must call `takeFields`. */
  constructor(clock: Clock, save: () => unknown) {
    this.#clock = clock;
    this.#save = save;
  }

  /** The fields that wait to be saved. */
  get names(): ReadonlySet<FieldName> {
    return this.#names;
  }

  add(name: FieldName): void {
    this.#names.add(name);
    this.#delayController?.abort();
    const delayController = new AbortController();
    this.#delayController = delayController;
    void this.#saveAfterDelay(delayController.signal);
  }

  remove(name: FieldName): void {
    this.#names.delete(name);
  }

  /** Returns the fields that wait to be saved and removes them, so that `save` is not called for them. */
  takeFields(): readonly FieldName[] {
    this.#delayController?.abort();
    const names = [...this.#names];
    this.#names.clear();
    return names;
  }

  async #saveAfterDelay(signal: AbortSignal): Promise<void> {
    try {
      await this.#clock.sleep(SAVE_DELAY_MS, signal);
    } catch (reason) {
      if (signal.aborted) return;
      throw reason;
    }
    this.#save();
  }
}
