// Owns what the Stickies page knows: the host's model, and values of its own that the host has not taken in yet.
import type {
  FromStickies,
  StickiesModel,
  StickyField,
  StickyView,
  ToStickies,
} from '../../pages/protocol/stickies.ts';
import { EditBuffer } from '../editBuffer.ts';

type WithoutSeq<Message> = Message extends unknown ? Omit<Message, 'seq'> : never;

/** What is shown; replaced, never changed. */
export interface StickiesState {
  readonly model: StickiesModel | undefined;
  readonly own: ReadonlyMap<string, { readonly value: string; readonly said: number | 'held' }>;
  /** A fresh object each time the host asks for the focus. */
  readonly focus: { readonly id: string } | undefined;
}

/** The two ends that the workbench gives a page. */
export interface StickiesWire {
  readonly post: (message: FromStickies) => void;
  readonly listen: (listener: (message: ToStickies) => void) => void;
}

function slot(id: string, field: StickyField): string {
  return `${field} ${id}`;
}

/** One per page. Everything a person does on the page goes through here. */
export class StickiesPage {
  readonly #wire: StickiesWire;
  readonly #held = new EditBuffer<string>({ said: () => this.#seq, heard: () => this.#state.model?.heard ?? 0 });
  readonly #listeners = new Set<() => void>();
  #state: StickiesState = { model: undefined, own: new Map(), focus: undefined };
  #seq = 0;
  #color: string;

  /** `color` is that of the next sticky. Says `ready` at once. */
  constructor(wire: StickiesWire, color: string) {
    this.#wire = wire;
    this.#color = color;
    wire.listen((message) => this.#hear(message));
    this.say({ say: 'ready' });
  }

  get state(): StickiesState {
    return this.#state;
  }

  /** Returns how to stop being told. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Says it, after whatever is held back, and returns its number. */
  say(saying: WithoutSeq<FromStickies>): number {
    if (saying.say !== 'edit') this.#held.releaseAll();
    this.#seq += 1;
    this.#wire.post({ ...saying, seq: this.#seq });
    return this.#seq;
  }

  /** `typed` values are said when the host has heard what was typed before, others at once. */
  edit(id: string, field: StickyField, value: string, typed: boolean): void {
    const key = slot(id, field);
    this.#own(key, value, 'held');
    this.#held.hold(key, () => this.#own(key, value, this.say({ say: 'edit', id, field, value })));
    if (!typed) this.#held.release(key);
    if (field === 'background_color') this.#color = value;
  }

  /** Makes one in the colour that was chosen last. */
  create(): void {
    this.say({ say: 'create', color: this.#color });
  }

  /** Says whatever is held back: the page may be about to go. */
  handOver(): void {
    this.#held.releaseAll();
  }

  /** What a field holds: the page's own later value, or else the model's. */
  valueOf(sticky: StickyView, field: StickyField): string {
    const model = { name: sticky.name, description_html: sticky.html, background_color: sticky.color }[field];
    return this.#state.own.get(slot(sticky.id, field))?.value ?? model;
  }

  #own(key: string, value: string, said: number | 'held'): void {
    this.#become({ own: new Map(this.#state.own).set(key, { value, said }) });
  }

  #hear(message: ToStickies): void {
    if (message.say === 'create') this.create();
    else if (message.say === 'focus') this.#become({ focus: { id: message.id } });
    else {
      const { heard } = message.model;
      const own = [...this.#state.own].filter(([, { said }]) => said === 'held' || said > heard);
      this.#become({ model: message.model, own: new Map(own) });
      this.#held.goOn();
    }
  }

  #become(change: Partial<StickiesState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
