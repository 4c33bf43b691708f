// The content of the file with the work items of a project: JSON lines, each a change of what the lines before say.
import * as z from 'zod';
import { type ItemRecord, withoutDescription } from '../../cache/record.ts';
import { workItemCodec } from '../../contract/resources/workItem.ts';
import { parseJson } from '../../std/json.ts';

const VERSION = 1;

/** The first line. `generation` is new whenever the file is replaced; `size` is the size of the new file in bytes. */
const header = z.object({ version: z.literal(VERSION), generation: z.string(), size: z.number() });
export type ItemFileHeader = z.output<typeof header>;

/** How current the list of work items is. Written after the changes that it covers. */
const checkpoint = z.object({
  /** The instant of the latest change that the file contains, in milliseconds, by the clock of the server. */
  watermark: z.number(),
  /** How many work items the server counts but does not list in a readable form. */
  unreadable: z.number(),
  /** When the list was last known to be correct, in milliseconds. */
  at: z.number(),
  /** When all work items of a list without a total were last compared with the server, in milliseconds. */
  sweptAt: z.number().optional(),
});
export type Checkpoint = z.output<typeof checkpoint>;

const line = z.union([
  z.object({ item: z.unknown().refine((value) => value !== undefined), at: z.number() }),
  z.object({ gone: z.array(z.string()) }),
  z.object({ checkpoint }),
]);

export type ItemFileLine =
  | { readonly item: ItemRecord; readonly at: number }
  | { readonly gone: readonly string[] }
  | { readonly checkpoint: Checkpoint };

export function headerText(generation: string, bodyBytes: number): string {
  return `${JSON.stringify({ version: VERSION, generation, size: bodyBytes })}\n`;
}

/** Returns undefined for a file of another version, and for any other text. */
export function parseHeader(text: string): ItemFileHeader | undefined {
  return header.safeParse(parseJson(text)).data;
}

export function lineText(entry: ItemFileLine): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Returns undefined for a line that was damaged. */
export function parseLine(text: string): ItemFileLine | undefined {
  const { data } = line.safeParse(parseJson(text));
  if (data === undefined || !('item' in data)) return data;
  const stored: unknown = data.item;
  const record = workItemCodec.restore(stored);
  if (record === undefined) return undefined;
  return { item: withoutDescription(record), at: data.at };
}
