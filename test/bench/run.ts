// `npm run bench -- NAME…`: compares Contrail with references, and prints a table of the results.
// Exits with 1 if a result is out of its bound.
import { activation } from './activation.ts';
import { agents } from './agents.ts';
import { api } from './api.ts';
import { measureFinding } from './find.ts';
import { linking } from './linking.ts';
import type { Measure } from './measure.ts';
import { memory } from './memory.ts';
import { mentions } from './mentions.ts';
import { page } from './page.ts';
import { paint } from './paint.ts';
import { scenarios } from './scenarios.ts';
import { size } from './size.ts';
import { sync } from './sync.ts';
import { text } from './text.ts';
import { ui } from './ui.ts';

const benches: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  activation,
  size,
  memory,
  scenarios,
  ui,
  api,
  agents,
  text,
  page,
  sync,
  paint,
  find: measureFinding,
  linking: async () => [...(await linking()), ...(await mentions())],
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
  for (const { what, ours, baseline, comparison, bound, holds } of await bench()) {
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
