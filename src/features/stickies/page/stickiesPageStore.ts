// The state of the Stickies page: the host's model and the edits that the host has not handled.

import { EditBuffer } from '../../../shell/page/model/editBuffer.ts';
import type {
  MessageFromStickies,
  MessageToStickies,
  StickiesModel,
  StickyField,
  StickyView,
} from '../../../shell/protocol/stickies.ts';

type WithoutSequence<Message> = Message extends unknown ? Omit<Message, 'seq'> : never;

/** The displayed state. Each change replaces the object. */
export interface StickiesState {
  readonly model: StickiesModel | undefined;
  readonly editedValues: ReadonlyMap<string, { readonly value: string; readonly sequence: number | 'buffered' }>;
  /** The sticky that the host asked to focus; a new object for each request of the host. */
  readonly focus: { readonly id: string } | undefined;
}

/** Sends and receives messages through the webview API. */
export interface StickiesChannel {
  readonly post: (message: MessageFromStickies) => void;
  readonly listen: (listener: (message: MessageToStickies) => void) => void;
}

function fieldKey(id: string, field: StickyField): string {
  return `${field} ${id}`;
}

/** Contains the state of the page and runs every action of the user; one instance per page. */
export class StickiesPageStore {
  readonly #channel: StickiesChannel;
  readonly #editBuffer = new EditBuffer<string>({
    lastSequence: () => this.#seq,
    ackSequence: () => this.#state.model?.ackSequence ?? 0,
  });
  readonly #listeners = new Set<() => void>();
  #state: StickiesState = { model: undefined, editedValues: new Map(), focus: undefined };
  #seq = 0;
  #color: string;

  /** `color` is the color of the next sticky. The constructor sends the message `ready`. */
  constructor(channel: StickiesChannel, color: string) {
    this.#channel = channel;
    this.#color = color;
    channel.listen((message) => this.#handleMessage(message));
    this.send({ type: 'ready' });
  }

  get state(): StickiesState {
    return this.#state;
  }

  /** Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends the buffered edits, then a message. Returns the sequence number of the message. */
  send(message: WithoutSequence<MessageFromStickies>): number {
    if (message.type !== 'edit') this.#editBuffer.runAllNow();
    this.#seq += 1;
    this.#channel.post({ ...message, seq: this.#seq });
    return this.#seq;
  }

  /** Sets a field. A `typed` value is sent when the host has handled the previous edit, any other value at once. */
  edit(id: string, field: StickyField, value: string, typed: boolean): void {
    const key = fieldKey(id, field);
    this.#setEditedValue(key, value, 'buffered');
    this.#editBuffer.schedule(key, () =>
      this.#setEditedValue(key, value, this.send({ type: 'edit', id, field, value })),
    );
    if (!typed) this.#editBuffer.runNow(key);
    if (field === 'background_color') this.#color = value;
  }

  /** Creates a sticky in the color that was chosen last. */
  create(): void {
    this.send({ type: 'create', color: this.#color });
  }

  /** Sends all buffered edits, because the page may be about to close. */
  flush(): void {
    this.#editBuffer.runAllNow();
  }

  /** Returns the value of a field: the user's edit if the host has not handled it yet, otherwise the model's value. */
  valueOf(sticky: StickyView, field: StickyField): string {
    const modelValue = { name: sticky.name, description_html: sticky.html, background_color: sticky.color }[field];
    return this.#state.editedValues.get(fieldKey(sticky.id, field))?.value ?? modelValue;
  }

  #setEditedValue(key: string, value: string, sequence: number | 'buffered'): void {
    this.#setState({ editedValues: new Map(this.#state.editedValues).set(key, { value, sequence }) });
  }

  #handleMessage(message: MessageToStickies): void {
    if (message.type === 'create') this.create();
    else if (message.type === 'focus') this.#setState({ focus: { id: message.id } });
    else {
      const { ackSequence } = message.model;
      const unacknowledgedValues = [...this.#state.editedValues].filter(
        ([, { sequence }]) => sequence === 'buffered' || sequence > ackSequence,
      );
      this.#setState({ model: message.model, editedValues: new Map(unacknowledgedValues) });
      this.#editBuffer.runAllIfAcknowledged();
    }
  }

  #setState(change: Partial<StickiesState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
