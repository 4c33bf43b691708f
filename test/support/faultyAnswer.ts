// The faults of a fault proxy that change a server's response, and the code that applies them.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A response of the server, before a fault changes it. */
export interface ServerAnswer {
  readonly status: number;
  /** Without the headers that describe the connection between proxy and server. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type AnswerFault =
  /** The connection is closed without a response. */
  | { readonly kind: 'lost' }
  /** The client gets this HTML response instead, for example the timeout of a gateway. */
  | { readonly kind: 'replaced'; readonly status: number; readonly body: string }
  /** The body is replaced with what `change` returns for it. */
  | { readonly kind: 'changed'; readonly change: (body: string) => string }
  /** The response is delayed until the promise resolves. If `until` is a function, it is called for each response. */
  | { readonly kind: 'delayed'; readonly until: Promise<void> | (() => Promise<void>) }
  /**
   * The connection is closed after `afterBytes` bytes of the body; a negative number counts from the end of the body.
   * `framing` is how the response marks the end of the body: by its length, by chunks, or only by the closed
   * connection.
   */
  | { readonly kind: 'cut'; readonly afterBytes: number; readonly framing: 'length' | 'chunks' | 'none' }
  /** Every byte of the body, or of the whole response with its headers, is changed. */
  | { readonly kind: 'garbled'; readonly part: 'body' | 'whole' }
  /** The body is repeated within one response, or the whole response is sent twice. */
  | { readonly kind: 'doubled'; readonly part: 'body' | 'whole' }
  /** The body is sent in chunks of `chunkBytes` bytes, each after a pause: by default, until the event loop's next turn. */
  | { readonly kind: 'dripping'; readonly chunkBytes: number; readonly pause?: () => Promise<void> };

/** Sends the response with the fault. Resolves when nothing more will be sent. */
export async function sendWithFault(
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
    case 'changed':
      return send({ ...answer, body: Buffer.from(fault.change(answer.body.toString())) }, response);
    case 'delayed':
      await (typeof fault.until === 'function' ? fault.until() : fault.until);
      return send(answer, response);
    case 'cut':
      return sendRaw(truncate(answer, fault.afterBytes, fault.framing), response);
    case 'garbled':
      if (fault.part === 'body') return send({ ...answer, body: garbleBytes(answer.body) }, response);
      return sendRaw(garbleBytes(Buffer.concat([headBytes(answer, lengthHeader(answer)), answer.body])), response);
    case 'doubled':
      if (fault.part === 'body') return send({ ...answer, body: Buffer.concat([answer.body, answer.body]) }, response);
      return sendTwice(answer, response);
    case 'dripping':
      return sendInChunks(answer, response, fault.chunkBytes, fault.pause ?? nextTurn);
  }
}

function lengthHeader({ status, body }: ServerAnswer): Record<string, string> {
  return status === 204 ? {} : { 'content-length': String(body.length) };
}

function send(answer: ServerAnswer, response: ServerResponse): void {
  if (response.destroyed) return;
  response.writeHead(answer.status, { ...answer.headers, ...lengthHeader(answer) }).end(answer.body);
}

/** Sends both responses in one write, so that the second has arrived before the client can have read the first. */
function sendTwice(answer: ServerAnswer, response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  socket.cork();
  send(answer, response);
  socket.write(Buffer.concat([headBytes(answer, lengthHeader(answer)), answer.body]));
  socket.uncork();
}

/** Writes the bytes to the socket without Node's HTTP response, and closes the connection. */
function sendRaw(bytes: Buffer, { socket }: ServerResponse): void {
  socket?.write(bytes, () => socket.destroy());
}

/** Returns the bytes of the response up to the first `afterBytes` bytes of its body. */
function truncate(answer: ServerAnswer, after: number, framing: 'length' | 'chunks' | 'none'): Buffer {
  const part = answer.body.subarray(0, after);
  if (framing === 'none') return Buffer.concat([headBytes(answer, { connection: 'close' }), part]);
  if (framing === 'length' || answer.body.length === 0)
    return Buffer.concat([headBytes(answer, lengthHeader(answer)), part]);
  const chunk = part.length === 0 ? [] : [`${part.length.toString(16)}\r\n`, part, '\r\n'];
  const head = headBytes(answer, { 'transfer-encoding': 'chunked' });
  return Buffer.concat([head, ...chunk.map((bytes) => Buffer.from(bytes))]);
}

async function sendInChunks(
  answer: ServerAnswer,
  response: ServerResponse,
  bytes: number,
  pause: () => Promise<unknown>,
): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers, ...lengthHeader(answer) }).flushHeaders();
  for (let offset = 0; offset < answer.body.length; offset += bytes) {
    await pause();
    if (response.destroyed) return;
    response.write(answer.body.subarray(offset, offset + bytes));
  }
  response.end();
}

/** Returns the bytes of the status line and the headers. */
function headBytes({ status, headers }: ServerAnswer, otherHeaders: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ ...headers, ...otherHeaders }).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`);
}

function garbleBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0x55));
}
