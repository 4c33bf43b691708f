// Sends one page what changed in its model, in updates that are numbered without gaps.
import type { EditorModel, FromHost } from '../protocol/messages.ts';
import type { PageSlices } from '../protocol/slices.ts';
import { changedSlices, slicesOf } from './changedSlices.ts';

/** Used by one page, and only while the page receives messages. */
export class ModelSender {
  readonly #post: (message: FromHost) => void;
  /** Undefined while the page has no slices. */
  #sent: PageSlices | undefined;
  #ackSequence: number | undefined;
  #version = 0;

  constructor(post: (message: FromHost) => void) {
    this.#post = post;
  }

  /** Sends what changed, if anything. */
  show(model: EditorModel): void {
    const now = slicesOf(model);
    const slices = changedSlices(this.#sent ?? {}, now);
    if (Object.keys(slices).length > 0 || model.ackSequence !== this.#ackSequence)
      this.#send('show', model.ackSequence, slices, now);
  }

  /** Makes the page take the values of the model although it may have later ones. */
  reset(model: EditorModel): void {
    const now = slicesOf(model);
    this.#send('reset', model.ackSequence, changedSlices(this.#sent ?? {}, now), now);
  }

  /** Sends every slice with the next update, because the page was replaced or has missed an update. */
  forget(): void {
    this.#sent = undefined;
  }

  #send(type: 'show' | 'reset', ackSequence: number, slices: Partial<PageSlices>, now: PageSlices): void {
    const since = this.#sent === undefined ? 0 : this.#version;
    this.#version += 1;
    this.#sent = now;
    this.#ackSequence = ackSequence;
    this.#post({ type, update: { version: this.#version, since, ackSequence, slices } });
  }
}
