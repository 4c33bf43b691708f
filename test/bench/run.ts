// `npm run bench -- NAME…`: compares Contrail with references, and prints a table of the results.
// Exits with 1 if a result is out of its bound.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Measure } from './measure.ts';
import { writeResults } from './results.ts';

/** Each bench loads its module itself, so that the memory of a process contains only what it measures. */
const benches: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  blocks: async () => (await import('./blocks.ts')).benchBlocks(),
  rest: async () => (await import('./rest.ts')).benchRest(),
  activation: async () => (await import('./activation.ts')).benchActivation(),
  size: async () => (await import('./size.ts')).benchSize(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  filter: async () => (await import('./filter.ts')).benchFilter(),
  api: async () => (await import('./api.ts')).benchApi(),
  text: async () => (await import('./text.ts')).benchText(),
  page: async () => (await import('./page.ts')).benchPage(),
  open: async () => (await import('./open.ts')).benchOpen(),
  keystroke: async () => (await import('./keystroke.ts')).benchKeystroke(),
  sync: async () => (await import('./sync.ts')).benchSync(),
  syncBlocks: async () => (await import('./syncBlocks.ts')).benchSyncBlocks(),
  paint: async () => (await import('./paint.ts')).benchPaint(),
  find: async () => (await import('./find.ts')).benchFind(),
  linking: async () => (await import('./linking.ts')).benchLinking(),
  mentions: async () => (await import('./mentions.ts')).benchMentions(),
  work: async () => (await import('./work.ts')).benchWork(),
};

const requestedNames = process.argv.slice(2);
const unknownNames = requestedNames.filter((name) => benches[name] === undefined);
if (unknownNames.length > 0) {
  console.error(`There is no bench ${unknownNames.join(', ')}. The benches: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
if (process.send !== undefined) process.send(await benches[requestedNames[0] ?? '']?.());
else await runAll(requestedNames.length === 0 ? Object.keys(benches) : requestedNames);

/** Runs each bench in a process of its own, because memory and compiled code of one would affect the next. */
async function runAll(names: readonly string[]): Promise<void> {
  const columnTitles = ['measurement', 'Contrail', 'reference', 'comparison', 'bound', ''];
  const rows: string[][] = [];
  for (const name of names) {
    console.error(`Measuring: ${name} …`);
    for (const { name: what, contrail: ours, baseline, comparison, bound, isWithinBound: holds } of await runBench(
      name,
    )) {
      rows.push([`${name}: ${what}`, ours, baseline, comparison, bound, holds ? 'holds' : 'MISSED']);
      if (!holds) process.exitCode = 1;
    }
  }
  const results = table([columnTitles, columnTitles.map(() => '---'), ...rows]);
  console.log(`\n${results}`);
  if (requestedNames.length === 0) writeResults(results);
}

async function runBench(name: string): Promise<readonly Measure[]> {
  const child = fork(import.meta.filename, [name], { execArgv: ['--expose-gc'], serialization: 'advanced' });
  let measures: readonly Measure[] = [];
  child.on('message', (message) => {
    measures = message as readonly Measure[];
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`The bench ${name} ended with ${exitCode}`);
  return measures;
}

/** Formats a Markdown table whose columns are aligned in a terminal. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' ')).join(' | ')} |`,
    )
    .join('\n');
}
