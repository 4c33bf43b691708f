// Tests which messages between workbench and extension host may contain an API key.
import { describe, expect, it } from 'vitest';
import { hostMessagesIn, type SocketFrame } from '../../support/secretLeak/hostMessages.ts';
import { KeyMessageChecker } from '../../support/secretLeak/keyMessages.ts';
import { search } from '../../support/secretLeak/search.ts';

const KEY = 'canary_0123456789abcdef0123456789abcdef';
const REQUEST = 1;
const REPLY = 9;

/** Returns the text with its length in front. */
function withLengthPrefix(text: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([size, Buffer.from(text)]);
}

/** Returns a message of VS Code's remote protocol with this content. */
function remoteMessage(content: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header[0] = 1;
  header.writeUInt32BE(content.length, 9);
  return Buffer.concat([header, content]);
}

function rpcHeader(type: number, id: number): Buffer {
  const header = Buffer.alloc(5);
  header[0] = type;
  header.writeUInt32BE(id, 1);
  return header;
}

function request(id: number, method: string, args: readonly unknown[]): Buffer {
  const name = Buffer.from([7, method.length, ...Buffer.from(method)]);
  return remoteMessage(Buffer.concat([rpcHeader(REQUEST, id), name, withLengthPrefix(JSON.stringify(args))]));
}

function reply(id: number, value: unknown): Buffer {
  return remoteMessage(Buffer.concat([rpcHeader(REPLY, id), withLengthPrefix(JSON.stringify(value))]));
}

const host = (bytes: Buffer): SocketFrame => ({ from: 'host', bytes });
const workbench = (bytes: Buffer): SocketFrame => ({ from: 'workbench', bytes });

function searchFrames(frames: readonly SocketFrame[]): {
  leaks: string[];
  allowed: Record<string, number>;
  hosts: string[];
} {
  const keyMessages = new KeyMessageChecker();
  const { leaks, keyCountByPlace } = search(keyMessages.tracesOfMessages('socket', hostMessagesIn(frames)), [KEY]);
  return {
    leaks: leaks.map(({ place }) => place),
    allowed: Object.fromEntries(keyCountByPlace),
    hosts: [...keyMessages.hosts],
  };
}

const keyInput = host(
  request(1, '$createOrUpdate', [{ id: 4, prompt: 'API key for plane.test:8443. It is kept.', password: true }]),
);

describe('A key in a message between workbench and extension host', () => {
  it('is allowed in the text of an input box that asks for a key', () => {
    expect(searchFrames([keyInput, workbench(request(1, '$onDidChangeValue', [4, KEY]))])).toEqual({
      leaks: [],
      allowed: { 'the box that it was typed into': 1 },
      hosts: ['plane.test:8443'],
    });
  });

  it("is allowed when Contrail writes or reads its entry of VS Code's secret storage", () => {
    const storeRequest = host(
      request(2, '$setPassword', ['contrail.contrail', 'contrail.profile', JSON.stringify({ secret: KEY })]),
    );
    const readRequest = host(request(3, '$getPassword', ['contrail.contrail', 'contrail.profile']));
    expect(searchFrames([storeRequest, readRequest, workbench(reply(3, JSON.stringify({ secret: KEY })))])).toEqual({
      leaks: [],
      allowed: { SecretStorage: 2 },
      hosts: [],
    });
  });

  it.each<[string, readonly SocketFrame[]]>([
    ['typed into another input box', [keyInput, workbench(request(1, '$onDidChangeValue', [5, KEY]))]],
    ['sent back to the input box', [keyInput, host(request(2, '$createOrUpdate', [{ id: 4, value: KEY }]))]],
    ['stored in another entry', [host(request(2, '$setPassword', ['contrail.contrail', 'recent', KEY]))]],
    ['stored by another extension', [host(request(2, '$setPassword', ['evil.evil', 'contrail.profile', KEY]))]],
    ['posted to a page', [host(request(2, '$postMessage', ['page', JSON.stringify({ KEY })]))]],
    ['in the source of a page', [host(request(2, '$setHtml', ['page', `<p>${KEY}`]))]],
    ['in the memento', [host(request(2, '$setValue', [false, 'contrail.contrail', { KEY }]))]],
    ['in the reply to another request', [host(request(3, '$resolve', [])), workbench(reply(3, KEY))]],
    [
      'in the reply to a request with the same id from the other side',
      [workbench(request(3, '$getPassword', [])), workbench(reply(3, KEY))],
    ],
    ['in a message that is not a call', [host(remoteMessage(Buffer.from(`{"type":"auth","auth":"${KEY}"}`)))]],
    ['in an incomplete message', [host(remoteMessage(Buffer.from(KEY)).subarray(0, -3))]],
  ])('is reported if it is %s', (_how, frames) => {
    expect(searchFrames(frames).leaks).toHaveLength(1);
  });

  it('is reported if the message is split into two frames', () => {
    const message = request(2, '$log', [KEY]);
    const middle = message.indexOf('0123') + 3;
    const frames = [host(message.subarray(0, middle)), keyInput, host(message.subarray(middle))];
    expect(searchFrames(frames).leaks).not.toEqual([]);
  });
});
