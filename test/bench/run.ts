// `npm run bench -- NAME…`: compares Contrail with references, and prints a table of the results.
// Exits with 1 if a result is out of its bound.
import { benchActivation } from './activation.ts';
import { benchApi } from './api.ts';
import { benchFilter } from './filter.ts';
import { benchFind } from './find.ts';
import { benchLinking } from './linking.ts';
import type { Measure } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchMentions } from './mentions.ts';
import { benchPage } from './page.ts';
import { benchPaint } from './paint.ts';
import { benchSize } from './size.ts';
import { benchSync } from './sync.ts';
import { benchSyncBlocks } from './syncBlocks.ts';
import { benchText } from './text.ts';

const benches: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  activation: benchActivation,
  size: benchSize,
  memory: benchMemory,
  filter: benchFilter,
  api: benchApi,
  text: benchText,
  page: benchPage,
  sync: async () => [...(await benchSync()), ...(await benchSyncBlocks())],
  paint: benchPaint,
  find: benchFind,
  linking: async () => [...(await benchLinking()), ...(await benchMentions())],
};

const requestedNames = process.argv.slice(2);
const unknownNames = requestedNames.filter((name) => benches[name] === undefined);
if (unknownNames.length > 0) {
  console.error(`There is no bench ${unknownNames.join(', ')}. The benches: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const columnTitles = ['measurement', 'Contrail', 'reference', 'comparison', 'bound', ''];
const rows: string[][] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (requestedNames.length > 0 && !requestedNames.includes(name)) continue;
  console.error(`Measuring: ${name} …`);
  for (const { name: what, contrail: ours, baseline, comparison, bound, isWithinBound: holds } of await bench()) {
    rows.push([`${name}: ${what}`, ours, baseline, comparison, bound, holds ? 'holds' : 'MISSED']);
    if (!holds) process.exitCode = 1;
  }
}
console.log(`\n${table([columnTitles, columnTitles.map(() => '---'), ...rows])}`);

/** Formats a Markdown table whose columns are aligned in a terminal. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = columnTitles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' ')).join(' | ')} |`,
    )
    .join('\n');
}
