// Numbers the page's messages to the extension host and matches responses to requests.
import type { MessageFromHost, MessageFromPage } from '../../protocol/messages.ts';

type WithoutSequence<Message> = Message extends unknown ? Omit<Message, 'seq'> : never;

/** A message of the page without its sequence number. */
export type Message = WithoutSequence<MessageFromPage>;
export type HostResponse = Extract<MessageFromHost, { type: 'answer' }>;
export type HostEvent = Exclude<MessageFromHost, HostResponse>;

/** Whether a message of each type has the properties that the page reads from it. */
const IS_COMPLETE: Readonly<Record<MessageFromHost['type'], (message: Readonly<Record<string, unknown>>) => boolean>> =
  {
    show: hasUpdate,
    reset: hasUpdate,
    answer: ({ to }) => typeof to === 'number',
    flush: ({ flush }) => typeof flush === 'number',
    focus: ({ where }) => typeof where === 'string',
    showComment: ({ id }) => typeof id === 'string',
    showKeys: () => true,
  };

function hasUpdate({ update }: Readonly<Record<string, unknown>>): boolean {
  return typeof update === 'object' && update !== null && 'version' in update && 'slices' in update;
}

/** Whether the data of a `message` event of the window is a message of the host, and not of another frame. */
export function isMessageFromHost(data: unknown): data is MessageFromHost {
  if (typeof data !== 'object' || data === null || !('type' in data) || typeof data.type !== 'string') return false;
  const isComplete = new Map(Object.entries(IS_COMPLETE)).get(data.type);
  return isComplete?.({ ...data }) === true;
}

/** Sends messages to the extension host and receives its messages, through the webview API. */
export interface HostChannel {
  readonly post: (message: MessageFromPage) => void;
  /** Returns a function that removes the listener. */
  readonly listen: (listener: (message: MessageFromHost) => void) => () => void;
}

/** The connection to the extension host; one instance per page. */
export class Host {
  readonly #channel: HostChannel;
  readonly #resolveBySequence = new Map<number, (response: HostResponse) => void>();
  #seq = 0;

  constructor(channel: HostChannel) {
    this.#channel = channel;
  }

  /** The sequence number of the last message sent. */
  get lastSequence(): number {
    return this.#seq;
  }

  /** Sends a message and returns its sequence number. */
  send(message: Message): number {
    this.#seq += 1;
    this.#channel.post({ ...message, seq: this.#seq });
    return this.#seq;
  }

  /** Sends a request and resolves with the host's response. There is no timeout. */
  request(message: Message): Promise<HostResponse> {
    return new Promise((resolve) => {
      this.#resolveBySequence.set(this.#seq + 1, resolve);
      this.send(message);
    });
  }

  /**
   * Calls the listener for every message of the host except responses to requests. Returns a function that removes the
   * listener.
   */
  listen(listener: (message: HostEvent) => void): () => void {
    return this.#channel.listen((message) => {
      if (message.type !== 'answer') {
        listener(message);
        return;
      }
      const resolve = this.#resolveBySequence.get(message.to);
      this.#resolveBySequence.delete(message.to);
      resolve?.(message);
    });
  }
}
