// `node:crypto` in a browser. The hashes are computed without waiting, which Web Crypto cannot do.
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';
import { passToCallback } from './passToCallback.ts';

const HASHES = { sha1, sha256 } as const;
type HashName = keyof typeof HASHES;
/** The parameters of Node's `scrypt`. */
const SCRYPT_COST = { N: 16_384, r: 8, p: 1 };

interface Hasher {
  update(data: Uint8Array): Hasher;
  digest(): Uint8Array;
}

class Hash {
  readonly #hasher: Hasher;

  constructor(hasher: Hasher) {
    this.#hasher = hasher;
  }

  update(text: string): this {
    this.#hasher.update(Buffer.from(text));
    return this;
  }

  digest(encoding: 'hex'): string {
    return Buffer.from(this.#hasher.digest()).toString(encoding);
  }
}

export function createHash(name: HashName): Hash {
  return new Hash(HASHES[name].create());
}

export function createHmac(name: HashName, key: string): Hash {
  return new Hash(hmac.create(HASHES[name], Buffer.from(key)));
}

export function randomBytes(count: number): Buffer {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(count)));
}

export function randomUUID(): string {
  return crypto.randomUUID();
}

/** Compares bytes of the same length in a time that does not depend on where they differ. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

export function scrypt(
  text: string,
  salt: string,
  length: number,
  done: (error: Error | null, hash: Buffer) => void,
): void {
  const hash = scryptAsync(text, salt, { ...SCRYPT_COST, dkLen: length }).then((bytes) => Buffer.from(bytes));
  void passToCallback(hash, done, Buffer.alloc(0));
}
