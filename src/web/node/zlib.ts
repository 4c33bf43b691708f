// `node:zlib` in a browser.
import { Buffer } from 'buffer';
import { passToCallback } from './passToCallback.ts';

type Callback = (error: Error | null, bytes: Buffer) => void;

export function gzip(data: string | Uint8Array<ArrayBuffer>, done: Callback): void {
  pump(data, new CompressionStream('gzip'), Number.POSITIVE_INFINITY, done);
}

export function gunzip(
  data: Uint8Array<ArrayBuffer>,
  { maxOutputLength }: { readonly maxOutputLength: number },
  done: Callback,
): void {
  pump(data, new DecompressionStream('gzip'), maxOutputLength, done);
}

function pump(
  data: string | Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  maxBytes: number,
  done: Callback,
): void {
  const bytes = readAll(new Blob([data]).stream().pipeThrough(stream), maxBytes).catch((error: Error) => {
    // Invalid data is a TypeError here, and an error with a code that begins with Z_ in Node.
    throw error instanceof RangeError ? error : Object.assign(error, { code: 'Z_DATA_ERROR' });
  });
  void passToCallback(bytes, done, Buffer.alloc(0));
}

async function readAll(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of stream) {
    byteCount += chunk.length;
    if (byteCount > maxBytes)
      throw Object.assign(new RangeError('The data is too large.'), { code: 'ERR_BUFFER_TOO_LARGE' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
