// Owns the line to the extension host: numbering what the page says, and matching answers to requests.
import type { FromHost, FromPage } from '../pages/protocol/messages.ts';

type WithoutSeq<Message> = Message extends unknown ? Omit<Message, 'seq'> : never;

/** Something the page can say, before it is numbered. */
export type Message = WithoutSeq<FromPage>;
export type HostAnswer = Extract<FromHost, { say: 'answer' }>;
export type HostEvent = Exclude<FromHost, HostAnswer>;

/** The two ends that the workbench gives a page. */
export interface HostWire {
  readonly post: (message: FromPage) => void;
  /** Returns how to stop listening. */
  readonly listen: (listener: (message: FromHost) => void) => () => void;
}

/** One per page. */
export class Host {
  readonly #wire: HostWire;
  readonly #waiting = new Map<number, (answer: HostAnswer) => void>();
  #seq = 0;

  constructor(wire: HostWire) {
    this.#wire = wire;
  }

  /** The number of what was said last. */
  get said(): number {
    return this.#seq;
  }

  /** Says it and returns its number. */
  say(saying: Message): number {
    this.#seq += 1;
    this.#wire.post({ ...saying, seq: this.#seq });
    return this.#seq;
  }

  /** Says it and waits for the answer, however long that takes. */
  ask(saying: Message): Promise<HostAnswer> {
    return new Promise((resolve) => {
      this.#waiting.set(this.#seq + 1, resolve);
      this.say(saying);
    });
  }

  /** Hears everything but answers, which go to whoever asked. Returns how to stop. */
  listen(hear: (telling: HostEvent) => void): () => void {
    return this.#wire.listen((message) => {
      if (message.say !== 'answer') {
        hear(message);
        return;
      }
      const resolve = this.#waiting.get(message.to);
      this.#waiting.delete(message.to);
      resolve?.(message);
    });
  }
}
