// Owns `npm run bench -- NAME`: measures against a floor taken in the same run, printed as a table. A ratio over its bound ends the run with 1.
import { api } from './api.ts';
import { linking } from './linking.ts';
import type { Measure } from './measure.ts';
import { mentions } from './mentions.ts';
import { ui } from './ui.ts';

const benches: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  api,
  ui,
  linking: async () => [...(await linking()), ...(await mentions())],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. The benches: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const measures = await bench();
  console.log(`\n${name}`);
  console.table(
    measures.map(({ what, ours, floor, ratio, bound, holds }) => ({
      what,
      ours,
      floor,
      ratio: Number.isNaN(ratio) ? '' : ratio.toFixed(2),
      bound,
      holds,
    })),
  );
  if (measures.some(({ holds }) => !holds)) process.exitCode = 1;
}
