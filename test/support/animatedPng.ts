// Joins PNG pictures of one size to an animated PNG, which browsers, GitHub and the Marketplace play.
import { crc32 } from 'node:zlib';

const SIGNATURE_LENGTH = 8;

export interface AnimationFrame {
  readonly png: Buffer;
  readonly milliseconds: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** @throws if there is no frame, or if a frame differs from the first one in its size or its format. */
export function animatedPng(frames: readonly AnimationFrame[]): Buffer {
  const parsed = frames.map(({ png, milliseconds }) => ({ milliseconds, chunks: chunksOf(png) }));
  const header = parsed[0]?.chunks[0]?.data;
  if (header === undefined) throw new Error('An animation needs a frame');
  if (parsed.some(({ chunks }) => chunks[0]?.data.equals(header) !== true))
    throw new Error('The frames differ in size or format');
  let sequence = 0;
  const frameChunks = parsed.flatMap(({ milliseconds, chunks }, index) => {
    const pixels = chunks.filter(({ type }) => type === 'IDAT');
    const control = { type: 'fcTL', data: frameControl(sequence++, header, milliseconds) };
    return [
      control,
      ...(index === 0
        ? pixels
        : pixels.map(({ data }) => ({ type: 'fdAT', data: Buffer.concat([uint32(sequence++), data]) }))),
    ];
  });
  return Buffer.concat([
    (frames[0]?.png ?? Buffer.alloc(0)).subarray(0, SIGNATURE_LENGTH),
    ...[
      { type: 'IHDR', data: header },
      // It plays again and again.
      { type: 'acTL', data: Buffer.concat([uint32(frames.length), uint32(0)]) },
      ...frameChunks,
      { type: 'IEND', data: Buffer.alloc(0) },
    ].map(encode),
  ]);
}

function frameControl(sequence: number, header: Buffer, milliseconds: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  // The width and the height of the picture, at its origin.
  return Buffer.concat([uint32(sequence), header.subarray(0, 8), uint32(0), uint32(0), delay]);
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let start = SIGNATURE_LENGTH; start < png.length; ) {
    const length = png.readUInt32BE(start);
    const data = start + 8;
    chunks.push({ type: png.toString('latin1', start + 4, data), data: png.subarray(data, data + length) });
    start = data + length + 4;
  }
  return chunks;
}

function encode({ type, data }: Chunk): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), content, uint32(crc32(content))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
