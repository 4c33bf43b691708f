// Decides which messages between workbench and extension host may contain an API key.
import { pseudoLocalized } from '../pseudoLanguage.ts';
import type { HostMessage } from './hostMessages.ts';
import { type AllowedPlace, createTrace, type Trace } from './trace.ts';

const EXTENSION = 'contrail.contrail';
/** The entries of the secret storage that contain a key: one for each account, and the one of version 0.1.0. */
export const KEY_ENTRY_NAME_PATTERN = /^contrail\.(?:profile|account\.[0-9a-f]{24})$/;

/**
 * Three kinds of messages may contain a key: the text that the user types into an input box whose prompt asks for a
 * key, the value that Contrail writes to an account's entry of the secret storage, and the reply when Contrail reads
 * this entry.
 */
export class KeyMessageChecker {
  /** The hosts (with port) for which the user typed a key. */
  readonly hosts = new Set<string>();

  /** Returns the traces of all messages on one socket. Must be called once for each socket. */
  tracesOfMessages(socket: string, messages: readonly HostMessage[]): Trace[] {
    // The host that the prompt names, by the id of the input box.
    const hostByBox = new Map<unknown, string>();
    for (const { from, method, args } of messages) {
      const prompt = from === 'host' && method === '$createOrUpdate' ? promptIn(args) : undefined;
      if (prompt !== undefined) hostByBox.set(prompt.box, prompt.host);
    }
    return messages.map((message) => {
      const { isReply, method = 'no call', from, bytes } = message;
      const place = `${socket}: ${isReply ? 'the answer to ' : ''}${method} from the ${from}`;
      const allowedPlace = this.#allowedPlace(message, hostByBox);
      return createTrace('messages between workbench and extension host', place, bytes, allowedPlace);
    });
  }

  /** Returns the allowed place to which the message belongs; undefined if the message must not contain a key. */
  #allowedPlace(
    { from, method, args, isReply }: HostMessage,
    hostByBox: ReadonlyMap<unknown, string>,
  ): AllowedPlace | undefined {
    if (from === 'workbench' && method === '$onDidChangeValue' && !isReply) {
      const [box] = asArray(args);
      const host = hostByBox.get(box);
      if (host === undefined) return undefined;
      this.hosts.add(host);
      return 'the box that it was typed into';
    }
    if (from === 'host' && method === '$setPassword' && !isReply) {
      const [extension, entry] = asArray(args);
      return extension === EXTENSION && KEY_ENTRY_NAME_PATTERN.test(String(entry)) ? 'SecretStorage' : undefined;
    }
    return from === 'workbench' && method === '$getPassword' && isReply ? 'SecretStorage' : undefined;
  }
}

/** The start of the prompts for a key, in English and in the pseudo-language. */
const PROMPTS = ['API key for {0}. ', 'Access token for {0}. ']
  .flatMap((start) => [start, pseudoLocalized(start)])
  .map((start) => new RegExp(`^${start.replaceAll('.', '\\.').replace('{0}', String.raw`(\S+)`)}`));

/** If the arguments create an input box that asks for a key, returns the box's id and the host in the prompt. */
function promptIn(args: unknown): { readonly box: unknown; readonly host: string } | undefined {
  const [box] = asArray(args);
  if (typeof box !== 'object' || box === null || !('id' in box) || !('prompt' in box)) return undefined;
  const host = PROMPTS.flatMap((prompt) => prompt.exec(String(box.prompt))?.[1] ?? [])[0];
  return host === undefined ? undefined : { box: box.id, host };
}

function asArray(args: unknown): readonly unknown[] {
  return Array.isArray(args) ? args : [];
}
