// Tests that a secret is not shown unless it is explicitly revealed.
import { format, inspect } from 'node:util';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/std/secret.ts';

const TEXT = 'plane_api_0123456789abcdef';

describe('Secret', () => {
  const secret = new Secret(TEXT);

  it('returns its text from the method `reveal`', () => {
    expect(secret.reveal()).toBe(TEXT);
  });

  it.each([
    ['JSON', () => JSON.stringify({ secret, list: [secret] })],
    ['String', () => String(secret)],
    ['toString', () => secret.toString()],
    ['concatenation', () => `key: ${[secret].join(', ')}`],
    ['inspect', () => inspect({ secret }, { depth: 9, showHidden: true, getters: true })],
    ['a formatted log line', () => format('%s %o %O %j', secret, secret, secret, secret)],
    [
      'its keys',
      () => JSON.stringify([Reflect.ownKeys(secret), Object.entries(secret), Object.getOwnPropertyDescriptors(secret)]),
    ],
    ['a copy of its properties', () => inspect(Object.assign({}, secret), { showHidden: true })],
    [
      'an error that contains it',
      () => inspect(new Error('refused', { cause: secret }), { showHidden: true, depth: 9 }),
    ],
  ])('does not reveal its text in %s', (_how, print) => {
    expect(print()).not.toContain(TEXT);
    expect(print()).not.toContain(TEXT.slice(10));
  });

  it('has a hash that depends on the salt and does not contain the text', async () => {
    const hash = await secret.hash('one');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await new Secret(TEXT).hash('one')).toBe(hash);
    expect(await secret.hash('two')).not.toBe(hash);
    expect(await new Secret(`${TEXT}0`).hash('one')).not.toBe(hash);
  });

  it('is converted to a placeholder in text and in JSON', () => {
    expect([String(secret), JSON.stringify(secret), inspect(secret)]).toEqual(['[secret]', '"[secret]"', '[secret]']);
  });

  it('does not pass its text to a structured clone', () => {
    const clone: unknown = structuredClone({ secret }).secret;
    expect(inspect(clone, { showHidden: true })).not.toContain(TEXT);
    expect(clone).not.toBeInstanceOf(Secret);
  });

  it('arrives without its text when it is posted to another thread', () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage({ secret });
    const received: unknown = receiveMessageOnPort(port2);
    port1.close();
    expect(received).toBeDefined();
    expect(inspect(received, { showHidden: true, depth: 9 })).not.toContain(TEXT);
  });

  it('equals only a Secret with the same text', () => {
    expect(secret.equals(new Secret(TEXT))).toBe(true);
    expect(secret.equals(new Secret(`${TEXT}0`))).toBe(false);
  });

  it('is removed from a text that repeats it, and an empty one changes no text', () => {
    expect(secret.removeFrom(`The key ${TEXT} or ${TEXT} is wrong.`)).toBe('The key [secret] or [secret] is wrong.');
    expect(new Secret('').removeFrom('a text')).toBe('a text');
  });
});
