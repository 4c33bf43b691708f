// Reads a zip file: the names of its entries and their content.
import { inflateRawSync } from 'node:zlib';

interface Entry {
  readonly name: string;
  /** The compression method: 0 for stored, 8 for deflated. */
  readonly method: number;
  readonly compressedSize: number;
  /** Offset of the entry's local header, in bytes from the start of the file. */
  readonly offset: number;
}

/** Returns the names of the entries of a zip file, from its central directory. */
export function entriesOf(zip: Buffer): string[] {
  return directoryOf(zip).map(({ name }) => name);
}

/** Returns the text of one entry. @throws if the zip file has no entry with that name. */
export function textOf(zip: Buffer, name: string): string {
  const entry = directoryOf(zip).find((one) => one.name === name);
  if (entry === undefined) throw new Error(`There is no ${name} in the zip file`);
  return contentOf(zip, entry).toString('utf8');
}

/** Returns the size of a .vsix in bytes without the translations, which have a bound of their own, and without the bundle for browsers. */
export function desktopSize(zip: Buffer): number {
  const otherFiles = directoryOf(zip).filter(({ name }) => /^extension\/(?:media\/l10n|dist\/web)\//.test(name));
  return otherFiles.reduce((size, { compressedSize }) => size - compressedSize, zip.length);
}

function contentOf(zip: Buffer, { offset, compressedSize, method }: Entry): Buffer<ArrayBuffer> {
  const dataOffset = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const bytes = zip.subarray(dataOffset, dataOffset + compressedSize);
  return Buffer.from(method === 0 ? bytes : inflateRawSync(bytes));
}

function directoryOf(zip: Buffer): Entry[] {
  const endRecordOffset = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (endRecordOffset < 0) throw new Error('This is no zip file');
  const count = zip.readUInt16LE(endRecordOffset + 10);
  const entries: Entry[] = [];
  for (let entryOffset = zip.readUInt32LE(endRecordOffset + 16); entries.length < count; ) {
    const [name, extra, comment] = [
      zip.readUInt16LE(entryOffset + 28),
      zip.readUInt16LE(entryOffset + 30),
      zip.readUInt16LE(entryOffset + 32),
    ];
    entries.push({
      name: zip.toString('utf8', entryOffset + 46, entryOffset + 46 + name),
      method: zip.readUInt16LE(entryOffset + 10),
      compressedSize: zip.readUInt32LE(entryOffset + 20),
      offset: zip.readUInt32LE(entryOffset + 42),
    });
    entryOffset += 46 + name + extra + comment;
  }
  return entries;
}
