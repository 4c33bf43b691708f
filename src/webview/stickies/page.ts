// The state of the Stickies page: the host's model and the page's values not handled by the host
// yet.
import type {
  FromStickies,
  StickiesModel,
  StickyField,
  StickyView,
  ToStickies,
} from '../../pages/protocol/stickies.ts';
import { EditBuffer } from '../editBuffer.ts';

type WithoutSeq<Message> = Message extends unknown ? Omit<Message, 'seq'> : never;

/** The displayed state. Each change replaces the object. */
export interface StickiesState {
  readonly model: StickiesModel | undefined;
  readonly own: ReadonlyMap<string, { readonly value: string; readonly sequence: number | 'held' }>;
  /** A new object each time the host sets the focus. */
  readonly focus: { readonly id: string } | undefined;
}

/** Sends and receives messages through the webview API. */
export interface StickiesWire {
  readonly post: (message: FromStickies) => void;
  readonly listen: (listener: (message: ToStickies) => void) => void;
}

function slot(id: string, field: StickyField): string {
  return `${field} ${id}`;
}

/** Holds the state of the page and carries out every action of the user; one per page. */
export class StickiesPage {
  readonly #wire: StickiesWire;
  readonly #held = new EditBuffer<string>({
    lastSequence: () => this.#seq,
    ackSequence: () => this.#state.model?.ackSequence ?? 0,
  });
  readonly #listeners = new Set<() => void>();
  #state: StickiesState = { model: undefined, own: new Map(), focus: undefined };
  #seq = 0;
  #color: string;

  /** `color` is the color of the next sticky. Sends `ready` at once. */
  constructor(wire: StickiesWire, color: string) {
    this.#wire = wire;
    this.#color = color;
    wire.listen((message) => this.#handleMessage(message));
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

  /** Sends a message after everything that is held back, and returns its number. */
  send(message: WithoutSeq<FromStickies>): number {
    if (message.type !== 'edit') this.#held.releaseAll();
    this.#seq += 1;
    this.#wire.post({ ...message, seq: this.#seq });
    return this.#seq;
  }

  /** Sets a field. A `typed` value is sent when the host has handled the previous one, any other value at once. */
  edit(id: string, field: StickyField, value: string, typed: boolean): void {
    const key = slot(id, field);
    this.#own(key, value, 'held');
    this.#held.hold(key, () => this.#own(key, value, this.send({ type: 'edit', id, field, value })));
    if (!typed) this.#held.release(key);
    if (field === 'background_color') this.#color = value;
  }

  /** Creates a sticky in the color that was chosen last. */
  create(): void {
    this.send({ type: 'create', color: this.#color });
  }

  /** Sends everything that is held back, because the page may be about to close. */
  handOver(): void {
    this.#held.releaseAll();
  }

  /** Returns the value of a field: the page's own later value, or else the model's. */
  valueOf(sticky: StickyView, field: StickyField): string {
    const model = { name: sticky.name, description_html: sticky.html, background_color: sticky.color }[field];
    return this.#state.own.get(slot(sticky.id, field))?.value ?? model;
  }

  #own(key: string, value: string, sequence: number | 'held'): void {
    this.#become({ own: new Map(this.#state.own).set(key, { value, sequence }) });
  }

  #handleMessage(message: ToStickies): void {
    if (message.type === 'create') this.create();
    else if (message.type === 'focus') this.#become({ focus: { id: message.id } });
    else {
      const { ackSequence } = message.model;
      const own = [...this.#state.own].filter(([, { sequence }]) => sequence === 'held' || sequence > ackSequence);
      this.#become({ model: message.model, own: new Map(own) });
      this.#held.goOn();
    }
  }

  #become(change: Partial<StickiesState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
