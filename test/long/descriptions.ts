// `npm run descriptions -- --count N --seed N`: edits N generated descriptions and checks that
// nothing else in them changes.
import { registerHooks } from 'node:module';
import { parseArgs } from 'node:util';
import { JSDOM } from 'jsdom';

/** Edits applied to each document. */
const STEPS = 4;

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('--count and --seed take whole numbers.');
  process.exit(2);
}

// The editor accesses the document when its module is loaded, so the document must exist before.
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
const { trials } = await import('../unit/webview/descriptions/trials.ts');
const { tried } = await import('../unit/webview/descriptions/trial.ts');

let edits = 0;
let changed = 0;
let done = 0;
for (const { html, steps } of fc.sample(trials(STEPS), { numRuns: count, seed })) {
  // The editor defers work until after the current turn, and stays in memory until then.
  await new Promise((resolve) => setImmediate(resolve));
  const outcome = tried(html, steps);
  edits += outcome.edits;
  done += 1;
  if (outcome.problems.length > 0) {
    changed += 1;
    console.error(`\n${JSON.stringify({ html, steps })}\n${outcome.problems.join('\n')}`);
  }
  if (done % 100 === 0 && done < count)
    console.error(`documents ${done} · edits ${edits} · changed elsewhere ${changed}`);
}
console.log(`documents ${done} · edits ${edits} · changed elsewhere ${changed}`);
process.exit(changed === 0 ? 0 : 1);
