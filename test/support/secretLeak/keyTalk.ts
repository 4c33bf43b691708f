// Decides which messages between workbench and extension host may contain a key, and for which
// servers the user typed one.
import type { HostMessage } from './hostTalk.ts';
import { type RightfulPlace, type Trace, trace } from './trace.ts';

const EXTENSION = 'contrail.contrail';
const ENTRY = 'contrail.profile';

/**
 * Receives the messages of each socket, one after the other. A key may be in three kinds of messages, because it cannot
 * get from the keyboard into the secret storage otherwise: the text typed into an input whose prompt asks for a key,
 * the value that Contrail stores under its one entry, and the reply when it reads that entry.
 */
export class KeyTalk {
  /** Hosts (with port) for which a key was typed. */
  readonly hosts = new Set<string>();

  /** Returns the traces of the messages on one socket. */
  hear(socket: string, said: readonly HostMessage[]): Trace[] {
    // The host that the prompt of each input names, by the number of the input.
    const boxes = new Map<unknown, string>();
    for (const { from, method, args } of said) {
      const prompt = from === 'host' && method === '$createOrUpdate' ? promptIn(args) : undefined;
      if (prompt !== undefined) boxes.set(prompt.box, prompt.host);
    }
    return said.map((one) => {
      const place = `${socket}: ${one.isReply ? 'the answer to ' : ''}${one.method ?? 'no call'} from the ${one.from}`;
      return trace('messages between workbench and extension host', place, one.bytes, this.#rightful(one, boxes));
    });
  }

  #rightful(
    { from, method, args, isReply }: HostMessage,
    boxes: ReadonlyMap<unknown, string>,
  ): RightfulPlace | undefined {
    if (from === 'workbench' && method === '$onDidChangeValue' && !isReply) {
      const [box] = listOf(args);
      const host = boxes.get(box);
      if (host === undefined) return undefined;
      this.hosts.add(host);
      return 'the box that it was typed into';
    }
    if (from === 'host' && method === '$setPassword' && !isReply) {
      const [extension, entry] = listOf(args);
      return extension === EXTENSION && entry === ENTRY ? 'SecretStorage' : undefined;
    }
    return from === 'workbench' && method === '$getPassword' && isReply ? 'SecretStorage' : undefined;
  }
}

/** Returns the input that asks for a key, and the host it asks for. */
function promptIn(args: unknown): { readonly box: unknown; readonly host: string } | undefined {
  const [box] = listOf(args);
  if (typeof box !== 'object' || box === null || !('id' in box) || !('prompt' in box)) return undefined;
  const host = /^(?:API key|Access token) for (\S+)\. /.exec(String(box.prompt))?.[1];
  return host === undefined ? undefined : { box: box.id, host };
}

function listOf(args: unknown): readonly unknown[] {
  return Array.isArray(args) ? args : [];
}
