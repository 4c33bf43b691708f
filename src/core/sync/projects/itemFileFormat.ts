// Defines the format of the file with the work items of a project: JSON lines, in which later lines override earlier
// lines.
import * as z from 'zod';
import { workItemCodec } from '../../../contract/resources/workItem.ts';
import { parseJson } from '../../../std/json.ts';
import { type ItemRecord, withoutDescription } from '../../cache/record.ts';

const VERSION = 1;

/**
 * The first line. `generation` is a new random id each time the file is replaced; `size` is the number of bytes after
 * the header at that time.
 */
const headerSchema = z.object({ version: z.literal(VERSION), generation: z.string(), size: z.number() });
export type ItemFileHeader = z.output<typeof headerSchema>;

/** States up to which time the list of work items is current. Written after the changes up to this time. */
const checkpointSchema = z.object({
  /** The time of the latest change in the file, in milliseconds since the epoch, by the server's clock. */
  watermark: z.number(),
  /**
   * Number of work items that are in the server's total but not in the list, because their records are missing or
   * invalid.
   */
  unreadable: z.number(),
  /** When the list was last known to be correct, in milliseconds. */
  at: z.number(),
  /** When all work items were last read or compared with the server, in milliseconds. */
  sweptAt: z.number().optional(),
  /** The list may lack work items, because the server sent pages without an end or totals that differ. */
  isUncertain: z.literal(true).optional(),
});
export type Checkpoint = z.output<typeof checkpointSchema>;

const lineSchema = z.union([
  z.object({ item: z.unknown().refine((value) => value !== undefined), at: z.number() }),
  z.object({ gone: z.array(z.string()) }),
  z.object({ checkpoint: checkpointSchema }),
]);

export type ItemFileLine =
  | { readonly item: ItemRecord; readonly at: number }
  | { readonly gone: readonly string[] }
  | { readonly checkpoint: Checkpoint };

/** Returns the first line without its end. Blanks may follow it. */
export function headerText(generation: string, bodyBytes: number): string {
  return JSON.stringify({ version: VERSION, generation, size: bodyBytes });
}

/** Returns undefined for a file of another version, and for any other text. */
export function parseHeader(text: string): ItemFileHeader | undefined {
  return headerSchema.safeParse(parseJson(text)).data;
}

export function lineText(line: ItemFileLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** Returns undefined for an invalid line. */
export function parseLine(text: string): ItemFileLine | undefined {
  const { data } = lineSchema.safeParse(parseJson(text));
  if (data === undefined || !('item' in data)) return data;
  const storedRecord: unknown = data.item;
  const record = workItemCodec.restore(storedRecord);
  if (record === undefined) return undefined;
  return { item: withoutDescription(record), at: data.at };
}
