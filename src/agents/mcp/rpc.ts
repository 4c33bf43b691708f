// Reads the messages of JSON-RPC 2.0, one on each line, and answers lines that are no messages, which the SDK ignores.
import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

export type RpcObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is RpcObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function errorResponse(id: RequestId | null, code: ErrorCode, message: string): RpcObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/**
 * Returns the message of a line, or the response to a line that is no message: undefined if that line was to be a
 * response. A batch is invalid: the supported versions of the protocol have no batches.
 */
export function parseRpcMessage(
  line: RpcLine,
): { readonly message: JSONRPCMessage } | { readonly response: RpcObject | undefined } {
  const invalid = (reason: string, code = ErrorCode.InvalidRequest, id: RequestId | null = null) => {
    return { response: errorResponse(id, code, reason) };
  };
  if (line === TOO_LONG_LINE) return invalid('The line is longer than 4 MiB.');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return invalid('The line is not JSON.', ErrorCode.ParseError);
  }
  const { success, data } = JSONRPCMessageSchema.safeParse(value);
  if (success) return { message: data };
  if (Array.isArray(value)) return invalid('Batches are not supported.');
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return invalid('The message is not JSON-RPC 2.0.');
  const { id, method } = value;
  if (method === undefined && ('result' in value || 'error' in value)) return { response: undefined };
  if (typeof id !== 'string' && typeof id !== 'number') return invalid('The message is not valid.');
  if (typeof method !== 'string') return invalid('The message has no method.', ErrorCode.InvalidRequest, id);
  return invalid('The params are not valid.', ErrorCode.InvalidParams, id);
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
