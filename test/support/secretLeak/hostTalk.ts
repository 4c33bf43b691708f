// Owns reading what workbench and extension host say to each other over their socket: VS Code's remote protocol
// (src/vs/base/parts/ipc/common/ipc.net.ts) around its calls between processes
// (src/vs/workbench/services/extensions/common/rpcProtocol.ts). What is no such call is handed on as bytes.

/** Of the socket, as a browser sees it. */
export interface Frame {
  readonly from: 'workbench' | 'host';
  readonly bytes: Buffer;
}

export interface Said {
  readonly from: 'workbench' | 'host';
  /** What is asked for, or what is answered; undefined where it is neither. */
  readonly method: string | undefined;
  /** Of what is asked for without buffers beside it, as told: JSON. */
  readonly args: unknown;
  readonly isReply: boolean;
  readonly bytes: Buffer;
}

const HEADER_BYTES = 13;
/** The kinds of calls: requests with arguments in JSON, with mixed ones, and answers. */
const JSON_ARGS = new Set([1, 2]);
const MIXED_ARGS = new Set([3, 4]);
const REPLIES = new Set([7, 8, 9, 10, 11, 12]);

/**
 * Everything that was said on one socket, in the order of each side. What a side had not said to its end is handed on
 * as it is.
 */
export function saidOn(frames: readonly Frame[]): Said[] {
  const asked = new Map<string, string>();
  const requests = (['workbench', 'host'] as const).flatMap((from) =>
    messagesIn(Buffer.concat(frames.filter((frame) => frame.from === from).map(({ bytes }) => bytes))).map((bytes) =>
      read(from, bytes, asked),
    ),
  );
  return requests.map((said) => {
    // The other side asked for it.
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

function read(from: Said['from'], bytes: Buffer, asked: Map<string, string>): Said {
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

/** A text after its length. Undefined where it is not whole. */
function jsonAt(bytes: Buffer, at: number): unknown {
  if (at + 4 > bytes.length) return undefined;
  const text = bytes.toString('utf8', at + 4, at + 4 + bytes.readUInt32BE(at));
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not a call after all: nothing is allowed to it
  }
}
