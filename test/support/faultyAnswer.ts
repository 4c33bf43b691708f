// The faults that may affect a server's answer on its way back through a fault proxy.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The original answer of a server. */
export interface ServerAnswer {
  readonly status: number;
  /** Without the headers that belong to one connection. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type AnswerFault =
  /** The connection is closed without the answer. */
  | { readonly kind: 'lost' }
  /** Another answer replaces it, for example the timeout of a gateway. */
  | { readonly kind: 'replaced'; readonly status: number; readonly body: string }
  /** The answer is delayed until the promise resolves; a function is called for each answer. */
  | { readonly kind: 'held'; readonly until: Promise<void> | (() => Promise<void>) }
  /**
   * The connection is closed after `after` bytes of the body; a negative number counts from its end. `framing` says
   * what marks the end of the body: its length, chunks, or only the end of the connection.
   */
  | { readonly kind: 'cut'; readonly after: number; readonly framing: 'length' | 'chunks' | 'none' }
  /** Every byte is changed: of the body, or of everything sent over the connection. */
  | { readonly kind: 'garbled'; readonly part: 'body' | 'whole' }
  /** Every byte is sent twice: the body within one answer, or a second answer right after the first. */
  | { readonly kind: 'doubled'; readonly part: 'body' | 'whole' }
  /** The body is sent in pieces of `bytes` bytes, each after a pause; by default, one turn of the event loop. */
  | { readonly kind: 'dripping'; readonly bytes: number; readonly pause?: () => Promise<void> };

/** Sends the answer with its fault, and resolves when nothing more will be sent. */
export async function deliver(
  answer: ServerAnswer,
  response: ServerResponse,
  fault: AnswerFault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return send(answer, response);
    case 'lost':
      response.destroy();
      return;
    case 'replaced':
      return send(
        { status: fault.status, headers: { 'content-type': 'text/html' }, body: Buffer.from(fault.body) },
        response,
      );
    case 'held':
      await (typeof fault.until === 'function' ? fault.until() : fault.until);
      return send(answer, response);
    case 'cut':
      return sendRaw(cut(answer, fault.after, fault.framing), response);
    case 'garbled':
      if (fault.part === 'body') return send({ ...answer, body: garbled(answer.body) }, response);
      return sendRaw(garbled(Buffer.concat([headOf(answer, sized(answer)), answer.body])), response);
    case 'doubled':
      if (fault.part === 'body') return send({ ...answer, body: twice(answer.body) }, response);
      return sendTwice(answer, response);
    case 'dripping':
      return drip(answer, response, fault.bytes, fault.pause ?? nextTurn);
  }
}

function sized({ status, body }: ServerAnswer): Record<string, string> {
  return status === 204 ? {} : { 'content-length': String(body.length) };
}

function send(answer: ServerAnswer, response: ServerResponse): void {
  if (!response.destroyed) response.writeHead(answer.status, { ...answer.headers, ...sized(answer) }).end(answer.body);
}

/** Sends both in one write, so that the second is available before a client can have read the first. */
function sendTwice(answer: ServerAnswer, response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  socket.cork();
  send(answer, response);
  socket.write(Buffer.concat([headOf(answer, sized(answer)), answer.body]));
  socket.uncork();
}

/** Writes to the socket directly, bypassing Node's HTTP response; nothing can follow on this connection. */
function sendRaw(bytes: Buffer, { socket }: ServerResponse): void {
  socket?.write(bytes, () => socket.destroy());
}

/** An answer without a body is cut after its head. */
function cut(answer: ServerAnswer, after: number, framing: 'length' | 'chunks' | 'none'): Buffer {
  const part = answer.body.subarray(0, after);
  if (framing === 'none') return Buffer.concat([headOf(answer, { connection: 'close' }), part]);
  if (framing === 'length' || answer.body.length === 0) return Buffer.concat([headOf(answer, sized(answer)), part]);
  const chunk = part.length === 0 ? [] : [`${part.length.toString(16)}\r\n`, part, '\r\n'];
  return Buffer.concat([headOf(answer, { 'transfer-encoding': 'chunked' }), ...chunk.map((one) => Buffer.from(one))]);
}

async function drip(
  answer: ServerAnswer,
  response: ServerResponse,
  bytes: number,
  pause: () => Promise<unknown>,
): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers, ...sized(answer) }).flushHeaders();
  for (let from = 0; from < answer.body.length; from += bytes) {
    await pause();
    if (response.destroyed) return;
    response.write(answer.body.subarray(from, from + bytes));
  }
  response.end();
}

function headOf({ status, headers }: ServerAnswer, more: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ ...headers, ...more }).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}\r\n`),
  );
  return Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`);
}

function garbled(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0x55));
}

function twice(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, bytes]);
}
