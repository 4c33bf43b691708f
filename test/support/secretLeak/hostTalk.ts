// Parses what workbench and extension host send over their socket: VS Code's remote protocol
// (src/vs/base/parts/ipc/common/ipc.net.ts) and the calls inside it
// (src/vs/workbench/services/extensions/common/rpcProtocol.ts). Anything that is not such a call is
// returned as bytes.

/** A frame of the socket, as a browser sees it. */
export interface Frame {
  readonly from: 'workbench' | 'host';
  readonly bytes: Buffer;
}

export interface HostMessage {
  readonly from: 'workbench' | 'host';
  /** The method that is called, or that a reply belongs to; undefined if it is neither. */
  readonly method: string | undefined;
  /** The arguments of a call without buffers, parsed from JSON. */
  readonly args: unknown;
  readonly isReply: boolean;
  readonly bytes: Buffer;
}

const HEADER_BYTES = 13;
/** The types of messages: calls with arguments in JSON, calls with mixed arguments, and replies. */
const JSON_ARGS = new Set([1, 2]);
const MIXED_ARGS = new Set([3, 4]);
const REPLIES = new Set([7, 8, 9, 10, 11, 12]);

/** Returns every message on one socket, in the order of each side. An incomplete message is returned as bytes. */
export function hostMessagesIn(frames: readonly Frame[]): HostMessage[] {
  const asked = new Map<string, string>();
  const requests = (['workbench', 'host'] as const).flatMap((from) =>
    messagesIn(Buffer.concat(frames.filter((frame) => frame.from === from).map(({ bytes }) => bytes))).map((bytes) =>
      read(from, bytes, asked),
    ),
  );
  return requests.map((said) => {
    // The call came from the other side.
    const method = said.isReply
      ? asked.get(`${said.from === 'host' ? 'workbench' : 'host'} ${number(said.bytes)}`)
      : said.method;
    return { ...said, method };
  });
}

function messagesIn(stream: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= stream.length) {
    const end = at + HEADER_BYTES + stream.readUInt32BE(at + 9);
    if (end > stream.length) break;
    messages.push(stream.subarray(at + HEADER_BYTES, end));
    at = end;
  }
  return at < stream.length ? [...messages, stream.subarray(at)] : messages;
}

function read(from: HostMessage['from'], bytes: Buffer, asked: Map<string, string>): HostMessage {
  const kind = bytes[0] ?? 0;
  const isReply = bytes.length >= 5 && REPLIES.has(kind);
  const nothing = { from, method: undefined, args: undefined, isReply, bytes };
  if (bytes.length < 7 || !(JSON_ARGS.has(kind) || MIXED_ARGS.has(kind))) return nothing;
  const method = bytes.toString('utf8', 7, 7 + (bytes[6] ?? 0));
  if (!/^\$\w+$/.test(method)) return nothing;
  asked.set(`${from} ${number(bytes)}`, method);
  return { from, method, args: JSON_ARGS.has(kind) ? jsonAt(bytes, 7 + method.length) : undefined, isReply, bytes };
}

function number(bytes: Buffer): number {
  return bytes.readUInt32BE(1);
}

/** Reads JSON text that follows its length. Returns undefined if it is incomplete. */
function jsonAt(bytes: Buffer, at: number): unknown {
  if (at + 4 > bytes.length) return undefined;
  const text = bytes.toString('utf8', at + 4, at + 4 + bytes.readUInt32BE(at));
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not a call: no key is allowed in it
  }
}
