// Tests joining PNG pictures to an animated PNG.
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { animatedPng } from '../../support/animatedPng.ts';

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Returns a gray picture with one pixel of this brightness in each of its rows. */
function picture(brightness: number, height = 1): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, height, 8, 0, 0, 0, 0]);
  const rows = Buffer.from(Array.from({ length: height }, () => [0, brightness]).flat());
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const found = [];
  for (let start = 8; start < png.length; ) {
    const end = start + 8 + png.readUInt32BE(start);
    found.push({ type: png.toString('latin1', start + 4, start + 8), data: png.subarray(start + 8, end) });
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(start + 4, end)));
    start = end + 4;
  }
  return found;
}

describe('animatedPng', () => {
  it('shows the pictures one after the other, each for its time, and starts again', () => {
    const chunks = chunksOf(
      animatedPng([
        { png: picture(1), milliseconds: 500 },
        { png: picture(2), milliseconds: 1800 },
      ]),
    );
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
    const [, animation, first, , second, pixels] = chunks.map(({ data }) => data);
    expect([animation?.readUInt32BE(0), animation?.readUInt32BE(4)]).toEqual([2, 0]);
    expect([first?.readUInt16BE(20), second?.readUInt16BE(20), second?.readUInt16BE(22)]).toEqual([500, 1800, 1000]);
    expect([first?.readUInt32BE(0), second?.readUInt32BE(0), pixels?.readUInt32BE(0)]).toEqual([0, 1, 2]);
  });

  it.each([
    ['there is no picture', []],
    ['the pictures differ in size', [picture(1), picture(1, 2)]],
  ])('throws if %s', (_, pictures) => {
    expect(() => animatedPng(pictures.map((png) => ({ png, milliseconds: 1 })))).toThrow();
  });
});
