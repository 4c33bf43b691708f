// Reads the code in the cells of a notebook (nbformat 4).
import * as z from 'zod';
import { parseJson } from '../../std/json.ts';
import { splitLines } from './anchor.ts';

const notebook = z.object({
  cells: z.array(z.object({ source: z.union([z.string(), z.array(z.string())]) })),
});

/** Whether a cell of the notebook has these lines, one after the other. `json` is the content of the notebook's file. */
export function hasCellWithLines(json: string, code: string): boolean {
  const parsed = notebook.safeParse(parseJson(json));
  if (!parsed.success) return false;
  const lines = splitLines(code);
  return parsed.data.cells.some(({ source }) => {
    const cellLines = splitLines(typeof source === 'string' ? source : source.join(''));
    return cellLines.some((_, start) => lines.every((line, index) => cellLines[start + index] === line));
  });
}
