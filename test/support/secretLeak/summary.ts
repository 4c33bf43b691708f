// Prints the totals of the leak search; each end-to-end test appends its counts to a file.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../setup/paths.mjs';
import { allowedPlaces } from './trace.ts';

export const resultsFile = join(scratchFolder, 'results', 'leakSearch.jsonl');

/** The counts of one test, as one line of the file. */
export interface SummaryLine {
  readonly scenario: string;
  /** How many traces were searched, by the kind of trace. */
  readonly traceCountByKind: Readonly<Record<string, number>>;
  /** How often a key was found in each of the places where a key is allowed. */
  readonly keyCountByPlace: Readonly<Record<string, number>>;
  /** How often a key was found in a place where no key is allowed. */
  readonly leakCount: number;
}

/** Vitest calls this function before the first test. */
export function setup(): void {
  rmSync(resultsFile, { force: true });
}

/** Vitest calls this function after the last test. */
export function teardown(): void {
  if (!existsSync(resultsFile)) return;
  const lines = readFileSync(resultsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  console.log(`\n${formatSummary(lines.map((line): SummaryLine => JSON.parse(line)))}`);
}

export function formatSummary(lines: readonly SummaryLine[]): string {
  const kinds = new Set(lines.flatMap(({ traceCountByKind }) => Object.keys(traceCountByKind)));
  const traceCount = lines
    .flatMap((line) => Object.values(line.traceCountByKind))
    .reduce((sum, count) => sum + count, 0);
  const leaks = lines.reduce((sum, line) => sum + line.leakCount, 0);
  const found = allowedPlaces.flatMap((place) => {
    const count = lines.reduce((sum, { keyCountByPlace }) => sum + (keyCountByPlace[place] ?? 0), 0);
    return count === 0 ? [] : [`${place} (${count})`];
  });
  const where = `found ${leaks === 0 ? 'only ' : ''}in ${found.length === 0 ? 'none' : found.join(', ')}`;
  const leakText = leaks === 0 ? '' : ` AND IN ${leaks} PLACES WHERE NO KEY MAY BE`;
  return `Search for leaks: ${lines.length} scenarios, ${traceCount} places of ${kinds.size} kinds, ${where}${leakText}`;
}
