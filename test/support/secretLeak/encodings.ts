// The encodings in which a key may appear in a text, and the search for them.

export interface EncodedKey {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Matches every key that the built-in server generates. It also finds keys that the test does not know: the key of the
 * local workspace, for example, is generated in the extension host.
 */
const GENERATED_KEY = /plane_api_[0-9a-f]{32}|pln_[0-9a-f]{48}/;
const KEY_PREFIXES = ['plane_api_', 'pln_'].map((text) => Buffer.from(text));

/** Returns a key in each encoding, and both halves of the key without encoding, to find a truncated key too. */
export function encodingsOf(key: string): readonly EncodedKey[] {
  const characters = Array.from(key);
  const codes = characters.map((character) => character.charCodeAt(0));
  const hex = Buffer.from(key).toString('hex');
  const randomPart = key.replace(/^[a-z_]*_/, '');
  const halfLength = Math.floor(randomPart.length / 2);
  const texts: [string, string][] = [
    ['as it is', key],
    ['its first half', randomPart.slice(0, halfLength)],
    ['its second half', randomPart.slice(halfLength)],
    ['reversed', characters.toReversed().join('')],
    ['hex', hex],
    ['hex in capitals', hex.toUpperCase()],
    ['percent-encoded', hex.replaceAll(/../g, '%$&')],
    ['percent-encoded in capitals', hex.toUpperCase().replaceAll(/../g, '%$&')],
    ['JSON-escaped', codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')],
    [
      'JSON-escaped in capitals',
      codes.map((code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`).join(''),
    ],
    ['HTML-escaped', codes.map((code) => `&#${code};`).join('')],
    ['HTML-escaped in hex', codes.map((code) => `&#x${code.toString(16)};`).join('')],
    ...base64(key).map((text): [string, string] => ['base64', text]),
  ];
  return [
    ...texts.map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    { name: 'UTF-16', bytes: Buffer.from(key, 'utf16le') },
    { name: 'UTF-16 of the other order', bytes: Buffer.from(key, 'utf16le').swap16() },
  ];
}

/**
 * Returns the Base64 encodings of the key, in the standard and the URL-safe alphabet. The encoding depends on the
 * offset of the key in the encoded text modulo 3; the characters that also depend on neighboring bytes are left out.
 */
function base64(key: string): string[] {
  const standardBase64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]).toString('base64');
    const end = Math.floor(((offset + key.length) * 8) / 6);
    return text.slice(Math.ceil((offset * 8) / 6), end);
  });
  return [
    ...new Set([...standardBase64, ...standardBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]),
  ];
}

/** Returns the names of the encodings in which the bytes contain a key. */
export function findEncodings(bytes: Buffer, encodedKeys: readonly EncodedKey[]): string[] {
  const names = encodedKeys.filter((encodedKey) => bytes.includes(encodedKey.bytes)).map(({ name }) => name);
  return names.length === 0 && containsGeneratedKey(bytes) ? ['a key that was not handed out'] : names;
}

function containsGeneratedKey(bytes: Buffer): boolean {
  return KEY_PREFIXES.some((prefix) => {
    for (let offset = bytes.indexOf(prefix); offset >= 0; offset = bytes.indexOf(prefix, offset + 1)) {
      if (GENERATED_KEY.test(bytes.toString('latin1', offset, offset + 64))) return true;
    }
    return false;
  });
}
