// Tests which messages between workbench and extension host may contain a key.
import { describe, expect, it } from 'vitest';
import { type Frame, hostMessagesIn } from '../../support/secretLeak/hostTalk.ts';
import { KeyTalk } from '../../support/secretLeak/keyTalk.ts';
import { search } from '../../support/secretLeak/search.ts';

const KEY = 'canary_0123456789abcdef0123456789abcdef';
const REQUEST = 1;
const REPLY = 9;

function long(text: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([size, Buffer.from(text)]);
}

/** Wraps content in the remote protocol's envelope. */
function enveloped(content: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header[0] = 1;
  header.writeUInt32BE(content.length, 9);
  return Buffer.concat([header, content]);
}

function message(kind: number, number: number): Buffer {
  const head = Buffer.alloc(5);
  head[0] = kind;
  head.writeUInt32BE(number, 1);
  return head;
}

function request(number: number, method: string, args: readonly unknown[]): Buffer {
  const name = Buffer.from([7, method.length, ...Buffer.from(method)]);
  return enveloped(Buffer.concat([message(REQUEST, number), name, long(JSON.stringify(args))]));
}

function reply(number: number, value: unknown): Buffer {
  return enveloped(Buffer.concat([message(REPLY, number), long(JSON.stringify(value))]));
}

const host = (bytes: Buffer): Frame => ({ from: 'host', bytes });
const workbench = (bytes: Buffer): Frame => ({ from: 'workbench', bytes });

function outcome(frames: readonly Frame[]): { finds: string[]; rightful: Record<string, number>; hosts: string[] } {
  const talk = new KeyTalk();
  const { finds, rightful } = search(talk.hear('socket', hostMessagesIn(frames)), [KEY]);
  return { finds: finds.map(({ place }) => place), rightful: Object.fromEntries(rightful), hosts: [...talk.hosts] };
}

const box = host(
  request(1, '$createOrUpdate', [{ id: 4, prompt: 'API key for plane.test:8443. It is kept.', password: true }]),
);

describe('Between workbench and extension host, a key', () => {
  it('may be typed into an input box that requests one, which determines its host', () => {
    expect(outcome([box, workbench(request(1, '$onDidChangeValue', [4, KEY]))])).toEqual({
      finds: [],
      rightful: { 'the box that it was typed into': 1 },
      hosts: ['plane.test:8443'],
    });
  });

  it('may be stored in the entry of Contrail, and returned on request', () => {
    const stored = host(
      request(2, '$setPassword', ['contrail.contrail', 'contrail.profile', JSON.stringify({ secret: KEY })]),
    );
    const asked = host(request(3, '$getPassword', ['contrail.contrail', 'contrail.profile']));
    expect(outcome([stored, asked, workbench(reply(3, JSON.stringify({ secret: KEY })))])).toEqual({
      finds: [],
      rightful: { SecretStorage: 2 },
      hosts: [],
    });
  });

  it.each<[string, readonly Frame[]]>([
    ['typed into another input box', [box, workbench(request(1, '$onDidChangeValue', [5, KEY]))]],
    ['written back into the input box', [box, host(request(2, '$createOrUpdate', [{ id: 4, value: KEY }]))]],
    ['stored in another entry', [host(request(2, '$setPassword', ['contrail.contrail', 'recent', KEY]))]],
    ['stored by another extension', [host(request(2, '$setPassword', ['evil.evil', 'contrail.profile', KEY]))]],
    ['posted to a page', [host(request(2, '$postMessage', ['page', JSON.stringify({ KEY })]))]],
    ['in the source of a page', [host(request(2, '$setHtml', ['page', `<p>${KEY}`]))]],
    ['in the memento', [host(request(2, '$setValue', [false, 'contrail.contrail', { KEY }]))]],
    ['in the reply to another request', [host(request(3, '$resolve', [])), workbench(reply(3, KEY))]],
    [
      'in the reply to a request with the same number from the other side',
      [workbench(request(3, '$getPassword', [])), workbench(reply(3, KEY))],
    ],
    ['in no call', [host(enveloped(Buffer.from(`{"type":"auth","auth":"${KEY}"}`)))]],
    ['in an incomplete message', [host(enveloped(Buffer.from(KEY)).subarray(0, -3))]],
  ])('is found when it is %s', (_how, frames) => {
    expect(outcome(frames).finds).toHaveLength(1);
  });

  it('is found in a message that is split into two frames', () => {
    const whole = request(2, '$log', [KEY]);
    const at = whole.indexOf('0123') + 3;
    expect(outcome([host(whole.subarray(0, at)), box, host(whole.subarray(at))]).finds).not.toEqual([]);
  });
});
