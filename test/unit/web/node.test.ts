// Compares the modules that replace Node's in a browser with Node's own.
import * as nodeCrypto from 'node:crypto';
import * as nodeUtil from 'node:util';
import * as nodeZlib from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as crypto from '../../../src/web/node/crypto.ts';
import * as timers from '../../../src/web/node/timers.ts';
import * as util from '../../../src/web/node/util.ts';
import * as zlib from '../../../src/web/node/zlib.ts';

const texts = fc.string({ unit: 'binary', maxLength: 300 });

describe('node:crypto in a browser', () => {
  it.each(['sha1', 'sha256'] as const)('computes %s as Node does', (name) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(crypto.createHash(name).update(text).digest('hex')).toBe(
          nodeCrypto.createHash(name).update(text).digest('hex'),
        );
      }),
    );
  });

  it('signs as Node does', () => {
    fc.assert(
      fc.property(texts, texts, (key, text) => {
        expect(crypto.createHmac('sha256', key).update(text).digest('hex')).toBe(
          nodeCrypto.createHmac('sha256', key).update(text).digest('hex'),
        );
      }),
    );
  });

  it('derives the same key with scrypt, so that a stored hash stays valid', async () => {
    const ours = util.promisify(crypto.scrypt)('plane_api_key', 'salt', 32);
    expect((await ours).toString('hex')).toBe(nodeCrypto.scryptSync('plane_api_key', 'salt', 32).toString('hex'));
  });

  it('returns random bytes', () => {
    expect(crypto.randomBytes(16)).toHaveLength(16);
    expect(crypto.randomBytes(16)).not.toEqual(crypto.randomBytes(16));
    expect(crypto.randomUUID()).toMatch(/^[\da-f-]{36}$/);
  });

  it('compares bytes', () => {
    const bytes = Buffer.from([1, 2, 3]);
    expect(crypto.timingSafeEqual(bytes, Buffer.from([1, 2, 3]))).toBe(true);
    expect(crypto.timingSafeEqual(bytes, Buffer.from([1, 2, 4]))).toBe(false);
    expect(crypto.timingSafeEqual(bytes, Buffer.from([1, 2]))).toBe(false);
  });
});

describe('node:zlib in a browser', () => {
  const gzip = util.promisify(zlib.gzip);
  const gunzip = util.promisify(zlib.gunzip);
  const unlimited = { maxOutputLength: 1_000_000 };

  it('reads what Node has written, and the other way round', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const written = await gzip(text);
        expect(nodeZlib.gunzipSync(written).toString()).toBe(Buffer.from(text).toString());
        const read = await gunzip(new Uint8Array(nodeZlib.gzipSync(text)), unlimited);
        expect(read.toString('utf8')).toBe(Buffer.from(text).toString());
      }),
      { numRuns: 30 },
    );
  });

  it('rejects invalid data with a code of zlib', async () => {
    await expect(gunzip(new Uint8Array([1, 2, 3]), unlimited)).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
  });

  it('stops at the maximum size', async () => {
    const bomb = new Uint8Array(nodeZlib.gzipSync('a'.repeat(100_000)));
    await expect(gunzip(bomb, { maxOutputLength: 10_000 })).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });
});

describe('node:util in a browser', () => {
  it('compares values as Node does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(util.isDeepStrictEqual(one, other)).toBe(nodeUtil.isDeepStrictEqual(one, other));
        expect(util.isDeepStrictEqual(one, structuredClone(one))).toBe(true);
      }),
    );
  });
});

it('A task of its own runs after the tasks that wait already', async () => {
  const order: string[] = [];
  const next = timers.setImmediate().then(() => order.push('next task'));
  await Promise.resolve().then(() => order.push('microtask'));
  await next;
  expect(order).toEqual(['microtask', 'next task']);
});
