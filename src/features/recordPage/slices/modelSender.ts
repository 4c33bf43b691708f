// Sends the changed slices of a page's model, in updates that are numbered without gaps.
import type { MessageFromHost, PageModel } from '../../../shell/protocol/messages.ts';
import type { PageSlices, PageUpdate } from '../../../shell/protocol/slices.ts';
import { changedSlices, toSlices } from './changedSlices.ts';

/** Sends updates to one page. `show` and `reset` must be called only while the page receives messages. */
export class ModelSender {
  readonly #post: (message: MessageFromHost) => void;
  /** The slices that the page has; undefined if the next update must contain all slices. */
  #sent: PageSlices | undefined;
  #ackSequence: number | undefined;
  #version = 0;

  constructor(post: (message: MessageFromHost) => void) {
    this.#post = post;
  }

  /**
   * Returns an update with all slices, which the page receives in its HTML. The next update contains all slices again:
   * VS Code may load the same HTML a second time, when this update is out of date.
   */
  firstUpdate(model: PageModel): PageUpdate {
    this.#version += 1;
    return { version: this.#version, since: 0, ackSequence: model.ackSequence, slices: toSlices(model) };
  }

  /** Sends the slices that changed. Sends nothing if neither a slice nor `ackSequence` changed. */
  show(model: PageModel): void {
    const currentSlices = toSlices(model);
    const slices = changedSlices(this.#sent ?? {}, currentSlices);
    if (Object.keys(slices).length > 0 || model.ackSequence !== this.#ackSequence)
      this.#send('show', model.ackSequence, slices, currentSlices);
  }

  /** Makes the page replace the values of its fields with the values of the model, even if the page has later edits. */
  reset(model: PageModel): void {
    const currentSlices = toSlices(model);
    this.#send('reset', model.ackSequence, changedSlices(this.#sent ?? {}, currentSlices), currentSlices);
  }

  /** Makes the next update contain all slices, because the page was replaced or has missed an update. */
  invalidate(): void {
    this.#sent = undefined;
  }

  #send(type: 'show' | 'reset', ackSequence: number, slices: Partial<PageSlices>, currentSlices: PageSlices): void {
    const since = this.#sent === undefined ? 0 : this.#version;
    this.#version += 1;
    this.#sent = currentSlices;
    this.#ackSequence = ackSequence;
    this.#post({ type, update: { version: this.#version, since, ackSequence, slices } });
  }
}
