// Parses the messages of JSON-RPC 2.0, one on each line.

/** The error codes of JSON-RPC. */
export const RPC_ERROR = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const;

export type RpcId = string | number;
export type RpcObject = Readonly<Record<string, unknown>>;

/**
 * A parsed message. A `response` would answer a request of this server, which sends no requests. The `id` of an invalid
 * message is null if it could not be parsed.
 */
export type RpcMessage =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: RpcObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: RpcObject }
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RpcId | null; readonly code: number; readonly reason: string };

export function isObject(value: unknown): value is RpcObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the message of a line. A batch is invalid: the supported versions of the protocol have no batches. */
export function parseRpcMessage(line: RpcLine): RpcMessage {
  if (line === TOO_LONG_LINE)
    return { kind: 'invalid', id: null, code: RPC_ERROR.invalidRequest, reason: 'The line is longer than 4 MiB.' };
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'invalid', id: null, code: RPC_ERROR.parse, reason: 'The line is not JSON.' };
  }
  const invalid = (reason: string, id: RpcId | null = null, code: number = RPC_ERROR.invalidRequest): RpcMessage => {
    return { kind: 'invalid', id, code, reason };
  };
  if (Array.isArray(message)) return invalid('Batches are not supported.');
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return invalid('The message is not JSON-RPC 2.0.');
  const { id, method, params = {} } = message;
  if (method === undefined && ('result' in message || 'error' in message)) return { kind: 'response' };
  const hasId = typeof id === 'string' || typeof id === 'number';
  if (!hasId && 'id' in message) return invalid('The id is neither a string nor a number.');
  if (typeof method !== 'string') return invalid('The message has no method.', hasId ? id : null);
  if (!isObject(params)) {
    if (!hasId) return invalid('The params are not an object.');
    return invalid('The params are not an object.', id, RPC_ERROR.invalidParams);
  }
  return hasId ? { kind: 'request', id, method, params } : { kind: 'notification', method, params };
}

/** Stands for a line that is longer than `MAX_LINE_BYTES`, whose text is not kept. */
export const TOO_LONG_LINE = Symbol('too long');
export type RpcLine = string | typeof TOO_LONG_LINE;

/** Several times as much as the longest valid message has. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Splits a stream of bytes into lines. A chunk may end within a line or within a character. */
export class LineReader {
  readonly #decoder = new TextDecoder();
  /** The parts of the line that is not complete yet; undefined if the line is too long. */
  #parts: Uint8Array[] | undefined = [];
  #length = 0;

  /**
   * Returns the lines that are complete now, and `TOO_LONG_LINE` as soon as a line is too long. Only `\n` ends a line,
   * because JSON may contain other line terminators.
   */
  readLines(chunk: Uint8Array): readonly RpcLine[] {
    const lines: RpcLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      for (const line of [...this.#add(chunk.subarray(start, end)), ...this.#endLine()]) lines.push(line);
      start = end + 1;
    }
    return [...lines, ...this.#add(chunk.subarray(start))];
  }

  #add(part: Uint8Array): readonly RpcLine[] {
    if (this.#parts === undefined || part.length === 0) return [];
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) {
      this.#parts = undefined;
      return [TOO_LONG_LINE];
    }
    // A copy, because the owner of the chunk may write the next one into the same memory.
    this.#parts.push(part.slice());
    return [];
  }

  #endLine(): readonly RpcLine[] {
    const line = this.#parts === undefined ? '' : this.#decoder.decode(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
    return line.trim() === '' ? [] : [line];
  }
}
