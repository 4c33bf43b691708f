// Numbers the page's messages to the extension host and matches answers to requests.
import type { FromHost, FromPage } from '../pages/protocol/messages.ts';

type WithoutSeq<Message> = Message extends unknown ? Omit<Message, 'seq'> : never;

/** A message of the page without its sequence number. */
export type Message = WithoutSeq<FromPage>;
export type HostAnswer = Extract<FromHost, { say: 'answer' }>;
export type HostEvent = Exclude<FromHost, HostAnswer>;

/** Sends and receives messages through the webview API. */
export interface HostWire {
  readonly post: (message: FromPage) => void;
  /** Returns a function that removes the listener. */
  readonly listen: (listener: (message: FromHost) => void) => () => void;
}

/** The connection to the extension host; one per page. */
export class Host {
  readonly #wire: HostWire;
  readonly #waiting = new Map<number, (answer: HostAnswer) => void>();
  #seq = 0;

  constructor(wire: HostWire) {
    this.#wire = wire;
  }

  /** The number of the last message sent. */
  get said(): number {
    return this.#seq;
  }

  /** Sends a message and returns its number. */
  say(saying: Message): number {
    this.#seq += 1;
    this.#wire.post({ ...saying, seq: this.#seq });
    return this.#seq;
  }

  /** Sends a request and resolves with the answer. There is no timeout. */
  ask(saying: Message): Promise<HostAnswer> {
    return new Promise((resolve) => {
      this.#waiting.set(this.#seq + 1, resolve);
      this.say(saying);
    });
  }

  /**
   * Calls the listener for every message except answers, which resolve their request. Returns a function that removes
   * the listener.
   */
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
