// The encodings in which a key may appear, and the search of one text for them. Pure.

export interface Form {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The format of the keys that Contrail or its server generates. It also finds a key that the search does not know, for
 * example that of the local workspace, which is generated inside the extension host.
 */
const MADE = /plane_api_[0-9a-f]{32}|pln_[0-9a-f]{48}/;
const BEGINNINGS = ['plane_api_', 'pln_'].map((text) => Buffer.from(text));

/** Returns every form of a key, and each half of it unencoded, so that a truncated key is found as well. */
export function formsOf(key: string): readonly Form[] {
  const characters = Array.from(key);
  const codes = characters.map((character) => character.charCodeAt(0));
  const hex = Buffer.from(key).toString('hex');
  const random = key.replace(/^[a-z_]*_/, '');
  const half = Math.floor(random.length / 2);
  const texts: [string, string][] = [
    ['as it is', key],
    ['its first half', random.slice(0, half)],
    ['its second half', random.slice(half)],
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
 * Returns the key at each of the three offsets that it may have within encoded text, without the characters that depend
 * on the text around it, in both alphabets.
 */
function base64(key: string): string[] {
  const plain = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]).toString('base64');
    const whole = Math.floor(((before + key.length) * 8) / 6);
    return text.slice(Math.ceil((before * 8) / 6), whole);
  });
  return [...new Set([...plain, ...plain.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))])];
}

/** Returns the names of the forms that the bytes contain. */
export function formsIn(bytes: Buffer, forms: readonly Form[]): string[] {
  const found = forms.filter((form) => bytes.includes(form.bytes)).map(({ name }) => name);
  return found.length === 0 && holdsMadeKey(bytes) ? ['a key that was not handed out'] : found;
}

function holdsMadeKey(bytes: Buffer): boolean {
  return BEGINNINGS.some((beginning) => {
    for (let at = bytes.indexOf(beginning); at >= 0; at = bytes.indexOf(beginning, at + 1)) {
      if (MADE.test(bytes.toString('latin1', at, at + 64))) return true;
    }
    return false;
  });
}
