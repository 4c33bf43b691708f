// Reads and writes the file with the work items of one project. Only one window at a time writes the file; all windows
// read it.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ReplaceOptions, undefinedIfMissing, writePartsAtomically } from '../../../std/files/atomicFile.ts';
import { headerText, type ItemFileLine, lineText, parseHeader, parseLine } from './itemFileFormat.ts';

/** Files above this size in bytes are not read. */
const MAX_FILE_BYTES = 64_000_000;
/** The header is padded with blanks to this size, because it contains the size of what is written before it. */
const HEADER_BYTES = 200;
/**
 * Number of lines that are parsed or written in one turn of the event loop, so that a turn takes only a few
 * milliseconds.
 */
const LINES_PER_TURN = 200;
/**
 * The file is replaced when more bytes than this, and more than the file had after its latest replacement, were
 * appended.
 */
const MIN_APPENDED_BYTES = 256_000;

/** The position up to which this window has read or written the file. */
interface Position {
  readonly generation: string;
  readonly offset: number;
  /** The size of the file without its header when the file was last replaced, in bytes. */
  readonly bodyBytes: number;
}

/**
 * The result of `read`. `isWholeFile`: `lines` contains the whole file, because the file was replaced or this window
 * had not read it.
 */
export interface ItemFileReadResult {
  readonly isWholeFile: boolean;
  readonly lines: readonly ItemFileLine[];
}

export class ItemFile {
  readonly #path: string;
  readonly #options: ReplaceOptions;
  #position: Position | undefined;

  constructor(path: string, options: ReplaceOptions = {}) {
    this.#path = path;
    this.#options = options;
  }

  /**
   * Resolves with the lines that were added since the previous call. Ignores an incomplete last line, which a crash can
   * leave. Resolves with 'damaged' if the file has another version or an invalid line, or is too large, and with
   * undefined if the file does not exist. Rejects with the error of the file system.
   */
  async read(): Promise<ItemFileReadResult | 'damaged' | undefined> {
    const file = await open(this.#path, 'r').catch(undefinedIfMissing);
    if (file === undefined) {
      this.#position = undefined;
      return undefined;
    }
    await using _closing = file;
    const { size: fileBytes } = await file.stat();
    const firstBytes = Buffer.alloc(Math.min(HEADER_BYTES, fileBytes));
    await file.read(firstBytes, 0, firstBytes.length, 0);
    const headerBytes = firstBytes.indexOf('\n') + 1;
    const header = parseHeader(firstBytes.toString('utf8', 0, headerBytes));
    if (header === undefined || fileBytes > MAX_FILE_BYTES) return this.#damaged();
    const isNew = this.#position?.generation !== header.generation || fileBytes < this.#position.offset;
    const offset = isNew ? headerBytes : (this.#position?.offset ?? headerBytes);
    const bytes = Buffer.alloc(fileBytes - offset);
    await file.read(bytes, 0, bytes.length, offset);
    const completeLinesBytes = bytes.lastIndexOf('\n') + 1;
    const lines = await parseLines(bytes.subarray(0, completeLinesBytes));
    if (lines === undefined) return this.#damaged();
    this.#position = { generation: header.generation, offset: offset + completeLinesBytes, bodyBytes: header.size };
    return { isWholeFile: isNew, lines };
  }

  /**
   * Appends lines after the part of the file that was read. Overwrites an incomplete last line, which a crash can
   * leave.
   */
  async append(lines: readonly ItemFileLine[]): Promise<void> {
    const position = this.#position;
    if (position === undefined) throw new Error('append needs a file that was read or replaced');
    const bytes = Buffer.from(lines.map(lineText).join(''));
    const file = await open(this.#path, 'r+');
    try {
      const { size } = await file.stat();
      if (size > position.offset) await file.truncate(position.offset);
      await file.write(bytes, 0, bytes.length, position.offset);
    } finally {
      await file.close();
    }
    this.#position = { ...position, offset: position.offset + bytes.length };
  }

  /** Whether the file should be replaced, because too much was appended or because it was not read. */
  get needsReplacement(): boolean {
    const { offset = 0, bodyBytes = 0 } = this.#position ?? {};
    return this.#position === undefined || offset - bodyBytes > Math.max(MIN_APPENDED_BYTES, bodyBytes);
  }

  /** Replaces the file, or creates it. Writes it part by part, because 50,000 work items would take 60 MB at once. */
  async replace(lines: Iterable<ItemFileLine>): Promise<void> {
    const generation = randomUUID();
    let offset = HEADER_BYTES;
    await mkdir(dirname(this.#path), { recursive: true });
    await writePartsAtomically(
      this.#path,
      async (file) => {
        for (const texts of chunksOf(lines, LINES_PER_TURN)) {
          const bytes = Buffer.from(texts.join(''));
          await file.write(bytes, 0, bytes.length, offset);
          offset += bytes.length;
        }
        await file.write(
          headerText(generation, offset - HEADER_BYTES)
            .padEnd(HEADER_BYTES - 1)
            .concat('\n'),
          0,
        );
      },
      this.#options,
    );
    this.#position = { generation, offset, bodyBytes: offset - HEADER_BYTES };
  }

  async remove(): Promise<void> {
    this.#position = undefined;
    await rm(this.#path, { force: true });
  }

  #damaged(): 'damaged' {
    this.#position = undefined;
    return 'damaged';
  }
}

/** Yields the texts of the lines, `size` at a time. */
function* chunksOf(lines: Iterable<ItemFileLine>, size: number): Iterable<readonly string[]> {
  let texts: string[] = [];
  for (const line of lines) {
    texts.push(lineText(line));
    if (texts.length < size) continue;
    yield texts;
    texts = [];
  }
  yield texts;
}

/** Resolves with undefined if a line is damaged. */
async function parseLines(bytes: Buffer): Promise<readonly ItemFileLine[] | undefined> {
  const lines: ItemFileLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf('\n', start);
    const line = parseLine(bytes.toString('utf8', start, end));
    if (line === undefined) return undefined;
    lines.push(line);
    start = end + 1;
    if (lines.length % LINES_PER_TURN === 0) await nextTurn();
  }
  return lines;
}
