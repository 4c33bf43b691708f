// Owns what may happen to a server's answer on its way back through a faulty proxy.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a server answered, as it came. */
export interface ServerAnswer {
  readonly status: number;
  /** Without those that belong to one connection. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type AnswerTrouble =
  /** The connection is closed without the answer. */
  | { readonly kind: 'lost' }
  /** Another answer goes back in its place, as from a gateway that has waited long enough. */
  | { readonly kind: 'replaced'; readonly status: number; readonly body: string }
  /** It comes only when the promise resolves; a function is asked for one at each answer. */
  | { readonly kind: 'held'; readonly until: Promise<void> | (() => Promise<void>) }
  /**
   * The connection is closed after so many bytes of the body; a negative number counts from its end. Where the body
   * ends is told by its length, by chunks, or by nothing but the end of the connection.
   */
  | { readonly kind: 'cut'; readonly after: number; readonly framing: 'length' | 'chunks' | 'none' }
  /** Every byte is changed: of the body, or of all that goes over the wire. */
  | { readonly kind: 'garbled'; readonly part: 'body' | 'whole' }
  /** Every byte comes twice: the body within one answer, or a second answer right behind the first. */
  | { readonly kind: 'doubled'; readonly part: 'body' | 'whole' }
  /** The body comes in pieces of so many bytes, each after a pause: a turn of the event loop unless told otherwise. */
  | { readonly kind: 'dripping'; readonly bytes: number; readonly pause?: () => Promise<void> };

/** Sends the answer with its trouble; resolves when nothing more is to come. */
export async function deliver(
  answer: ServerAnswer,
  response: ServerResponse,
  trouble: AnswerTrouble | undefined,
): Promise<void> {
  switch (trouble?.kind) {
    case undefined:
      return send(answer, response);
    case 'lost':
      response.destroy();
      return;
    case 'replaced':
      return send(
        { status: trouble.status, headers: { 'content-type': 'text/html' }, body: Buffer.from(trouble.body) },
        response,
      );
    case 'held':
      await (typeof trouble.until === 'function' ? trouble.until() : trouble.until);
      return send(answer, response);
    case 'cut':
      return sendRaw(cut(answer, trouble.after, trouble.framing), response);
    case 'garbled':
      if (trouble.part === 'body') return send({ ...answer, body: garbled(answer.body) }, response);
      return sendRaw(garbled(Buffer.concat([headOf(answer, sized(answer)), answer.body])), response);
    case 'doubled':
      if (trouble.part === 'body') return send({ ...answer, body: twice(answer.body) }, response);
      return sendTwice(answer, response);
    case 'dripping':
      return drip(answer, response, trouble.bytes, trouble.pause ?? nextTurn);
  }
}

function sized({ status, body }: ServerAnswer): Record<string, string> {
  return status === 204 ? {} : { 'content-length': String(body.length) };
}

function send(answer: ServerAnswer, response: ServerResponse): void {
  if (!response.destroyed) response.writeHead(answer.status, { ...answer.headers, ...sized(answer) }).end(answer.body);
}

/** In one write, so that the second lies behind the first before anybody can have read it. */
function sendTwice(answer: ServerAnswer, response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  socket.cork();
  send(answer, response);
  socket.write(Buffer.concat([headOf(answer, sized(answer)), answer.body]));
  socket.uncork();
}

/** Past the server's own idea of an answer, and so the last on its connection. */
function sendRaw(bytes: Buffer, { socket }: ServerResponse): void {
  socket?.write(bytes, () => socket.destroy());
}

/** An answer without a body is cut behind its head, which is all there is of it. */
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
