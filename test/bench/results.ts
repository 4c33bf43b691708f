// The table of the last complete run of the bench, and the row of test/PROMISES.md that is made from it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/setup/paths.mjs';

export const RESULTS_FILE = join(root, 'test', 'bench', 'RESULTS.md');
const PROMISES_FILE = join(root, 'test', 'PROMISES.md');
const PROMISES_ROW = /^\| Nothing is slow\. \|.*$/m;

/** Writes the results of a complete run with the commit that was measured, and the row of test/PROMISES.md. */
export function writeResults(markdownTable: string): void {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'src', 'package.json') !== '';
  const commit = `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  const results = `# Results of \`npm run bench\`\n\nThe last complete run, at ${commit}. Do not edit: the bench writes this file.\n\n${markdownTable}\n`;
  writeFileSync(RESULTS_FILE, results);
  const promises = readFileSync(PROMISES_FILE, 'utf8');
  writeFileSync(
    PROMISES_FILE,
    promises.replace(PROMISES_ROW, () => promiseRow(results)),
  );
}

/** Returns the row that test/PROMISES.md contains. */
export function currentPromiseRow(): string | undefined {
  return PROMISES_ROW.exec(readFileSync(PROMISES_FILE, 'utf8'))?.[0];
}

/**
 * Returns the row of test/PROMISES.md with figures of the results.
 * @throws if the results lack one of the figures
 */
export function promiseRow(results: string): string {
  const rows = results.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const cell = (name: string, column: 'contrail' | 'comparison'): string => {
    const row = rows.find(([, title = '']) => title.startsWith(name));
    const value = row?.[column === 'contrail' ? 2 : 4];
    if (value === undefined || value === '') throw new Error(`The results lack “${name}”`);
    return value.replace(/^\+/, '');
  };
  const text = [
    `Activation ${cell('activation: activation', 'comparison')} longer than an empty extension's`,
    `first rows ${cell('activation: first rows, with a snapshot', 'comparison')} later than constant rows`,
    `a key in the filter over 10,000 work items ${cell('filter: a keystroke in the filter', 'contrail')}`,
    `a letter beside 500 comments ${cell('page: script and layout', 'comparison')} of one beside none`,
  ].join('; ');
  return `| Nothing is slow. | \`npm run bench\` | ${text} ([all results](bench/RESULTS.md)). |`;
}
