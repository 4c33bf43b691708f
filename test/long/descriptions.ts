// Edits stored and generated descriptions, and checks that an edit changes nothing else in a description:
// `npm run descriptions -- --count N --seed N`.
import { registerHooks } from 'node:module';
import { parseArgs } from 'node:util';
import { JSDOM } from 'jsdom';

/** The number of edits applied to each description. */
const EDITS_PER_DESCRIPTION = 4;

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('--count and --seed take whole numbers.');
  process.exit(2);
}

// The editor accesses the DOM when its module is loaded, so the DOM must exist before.
const { window } = new JSDOM('<!doctype html><body></body>', { pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { configurable: true, get: () => Reflect.get(window, name) });
}
for (const name of ['Event', 'KeyboardEvent', 'MutationObserver', 'navigator']) {
  Object.defineProperty(globalThis, name, { configurable: true, value: Reflect.get(window, name) });
}

registerHooks({
  load: (url, context, next) =>
    url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context),
});

const fc = await import('fast-check');
const { storedTrials, trials } = await import('../unit/richText/descriptions/trials.ts');
const { runTrial } = await import('../unit/richText/descriptions/trial.ts');

let editCount = 0;
let failedCount = 0;
let documentCount = 0;
const allTrials = [
  ...storedTrials(EDITS_PER_DESCRIPTION),
  ...fc.sample(trials(EDITS_PER_DESCRIPTION), { numRuns: count, seed }),
];
for (const { html, steps } of allTrials) {
  // The editor stays in memory until its deferred work has run, so every iteration waits for the deferred work.
  await new Promise((resolve) => setImmediate(resolve));
  const outcome = runTrial(html, steps);
  editCount += outcome.editCount;
  documentCount += 1;
  if (outcome.problems.length > 0) {
    failedCount += 1;
    console.error(`\n${JSON.stringify({ html, steps })}\n${outcome.problems.join('\n')}`);
  }
  if (documentCount % 100 === 0 && documentCount < allTrials.length)
    console.error(`documents ${documentCount} · edits ${editCount} · changed elsewhere ${failedCount}`);
}
console.log(`documents ${documentCount} · edits ${editCount} · changed elsewhere ${failedCount}`);
process.exit(failedCount === 0 ? 0 : 1);
