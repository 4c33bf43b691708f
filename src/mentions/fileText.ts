// Decodes the bytes of a file: detects the encoding, and binary files.

/** As in git, a file is binary if one of its first bytes is NUL. */
const LOOKED_AT = 8_000;

/** Returns the text; undefined for a binary file. */
export function textOf(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  return encoding === undefined ? undefined : new TextDecoder(encoding).decode(bytes);
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes.subarray(0, LOOKED_AT).includes(0) ? undefined : 'utf-8';
}
