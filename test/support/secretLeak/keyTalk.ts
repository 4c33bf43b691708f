// Owns which words between workbench and extension host may hold a key, and for which servers a person typed one.
import type { Said } from './hostTalk.ts';
import { type RightfulPlace, type Trace, trace } from './trace.ts';

const EXTENSION = 'contrail.contrail';
const ENTRY = 'contrail.profile';

/**
 * Told what was said on every socket, one after the other. A key may be in three kinds of messages, because it cannot
 * get from the person's fingers into the secret storage otherwise: what is typed into a box whose prompt asks for a
 * key, what Contrail stores under its one entry, and the answer when it asks for that entry.
 */
export class KeyTalk {
  /** Hosts with their ports for which a key was typed. */
  readonly hosts = new Set<string>();

  /** The traces of what was said on one socket. */
  hear(socket: string, said: readonly Said[]): Trace[] {
    // Which host the prompt of each box names, by the box's number.
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

  #rightful({ from, method, args, isReply }: Said, boxes: ReadonlyMap<unknown, string>): RightfulPlace | undefined {
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

/** The box that asks for a key, and for which host. */
function promptIn(args: unknown): { readonly box: unknown; readonly host: string } | undefined {
  const [box] = listOf(args);
  if (typeof box !== 'object' || box === null || !('id' in box) || !('prompt' in box)) return undefined;
  const host = /^(?:API key|Access token) for (\S+)\. /.exec(String(box.prompt))?.[1];
  return host === undefined ? undefined : { box: box.id, host };
}

function listOf(args: unknown): readonly unknown[] {
  return Array.isArray(args) ? args : [];
}
