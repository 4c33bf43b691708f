// Decodes the bytes of a file: detects its encoding, and rejects binary files.

/** As in git, a file is binary if one of its first 8,000 bytes is NUL. */
const BINARY_CHECK_BYTES = 8_000;

/** Returns the text of a file; undefined for a binary file. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = detectEncoding(bytes);
  return encoding === undefined ? undefined : new TextDecoder(encoding).decode(bytes);
}

function detectEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes.subarray(0, BINARY_CHECK_BYTES).includes(0) ? undefined : 'utf-8';
}
