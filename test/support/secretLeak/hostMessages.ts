// Parses the messages between workbench and extension host: VS Code's remote and RPC protocols.
// See src/vs/base/parts/ipc/common/ipc.net.ts and src/vs/workbench/services/extensions/common/rpcProtocol.ts in VS
// Code.

/** A WebSocket frame, as the browser receives or sends it. */
export interface SocketFrame {
  readonly from: 'workbench' | 'host';
  readonly bytes: Buffer;
}

export interface HostMessage {
  readonly from: 'workbench' | 'host';
  /** The method of the call or of the reply; undefined if the message is neither a call nor a reply. */
  readonly method: string | undefined;
  /** The arguments of a call whose arguments are all JSON; otherwise undefined. */
  readonly args: unknown;
  readonly isReply: boolean;
  readonly bytes: Buffer;
}

const HEADER_BYTES = 13;
/** The types of messages: calls whose arguments are JSON, calls with JSON and binary arguments, and replies. */
const JSON_CALL_TYPES = new Set([1, 2]);
const JSON_AND_BINARY_CALL_TYPES = new Set([3, 4]);
const REPLY_TYPES = new Set([7, 8, 9, 10, 11, 12]);

/** Returns all messages of one socket: first those of the workbench, then those of the host. */
export function hostMessagesIn(frames: readonly SocketFrame[]): HostMessage[] {
  const calledMethods = new Map<string, string>();
  const messages = (['workbench', 'host'] as const).flatMap((from) =>
    messagesIn(Buffer.concat(frames.filter((frame) => frame.from === from).map(({ bytes }) => bytes))).map((bytes) =>
      parseMessage(from, bytes, calledMethods),
    ),
  );
  return messages.map((message) => {
    // A reply belongs to a call that the other side has sent.
    const caller = message.from === 'host' ? 'workbench' : 'host';
    const method = message.isReply ? calledMethods.get(`${caller} ${callId(message.bytes)}`) : message.method;
    return { ...message, method };
  });
}

function messagesIn(stream: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  let start = 0;
  while (start + HEADER_BYTES <= stream.length) {
    const end = start + HEADER_BYTES + stream.readUInt32BE(start + 9);
    if (end > stream.length) break;
    messages.push(stream.subarray(start + HEADER_BYTES, end));
    start = end;
  }
  return start < stream.length ? [...messages, stream.subarray(start)] : messages;
}

/** Adds the method of a call to `calledMethods`. A message that is not a call is returned with its bytes only. */
function parseMessage(from: HostMessage['from'], bytes: Buffer, calledMethods: Map<string, string>): HostMessage {
  const type = bytes[0] ?? 0;
  const isReply = bytes.length >= 5 && REPLY_TYPES.has(type);
  const unparsed = { from, method: undefined, args: undefined, isReply, bytes };
  if (bytes.length < 7 || !(JSON_CALL_TYPES.has(type) || JSON_AND_BINARY_CALL_TYPES.has(type))) return unparsed;
  const method = bytes.toString('utf8', 7, 7 + (bytes[6] ?? 0));
  if (!/^\$\w+$/.test(method)) return unparsed;
  calledMethods.set(`${from} ${callId(bytes)}`, method);
  return {
    from,
    method,
    args: JSON_CALL_TYPES.has(type) ? parseJsonAt(bytes, 7 + method.length) : undefined,
    isReply,
    bytes,
  };
}

function callId(bytes: Buffer): number {
  return bytes.readUInt32BE(1);
}

/** Parses JSON at this offset, where its length precedes the text. Returns undefined if the text is incomplete. */
function parseJsonAt(bytes: Buffer, offset: number): unknown {
  if (offset + 4 > bytes.length) return undefined;
  const text = bytes.toString('utf8', offset + 4, offset + 4 + bytes.readUInt32BE(offset));
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // `KeyMessageChecker` allows no key in a message without arguments.
  }
}
