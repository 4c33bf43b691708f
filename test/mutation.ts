// Changes one place of a random file of src, runs the unit tests that import the file, and counts the changes that no
// test notices: `npm run mutate -- [seed] [number of changes] [minutes]`. The files are restored. The last row leaves
// out the files that import vscode: only the extension host can run them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { layerOf } from './architecture/layers.ts';
import { filesBelow } from './architecture/sources.ts';
import { createRandomGenerator } from './chaos/randomGenerator.ts';
import { changedText, type Mutation, mutationsOf } from './support/mutations.ts';
import { sendSignal } from './support/processes.ts';
import { testsAffectedBy } from './support/setup/affectedTests.mjs';
import { root } from './support/setup/paths.mjs';

/** The tests that are nearest to the file run first, and not all, because hundreds import what all others stand on. */
const NEAREST_TEST_FILES = 4;
const MAX_TEST_FILES = 12;
const CONTRACT_TESTS = 'test/contract/';
/** A change can make a test wait forever, in milliseconds. */
const TRIAL_TIMEOUT_MS = 300_000;
/** Layers without unit tests: what builds the extension, and what replaces modules in a browser. */
const LAYERS_LEFT_OUT = new Set(['build', 'web', 'extension', 'composition', 'page']);

/** Layers that the contract tests cover: a change that no unit test notices is tried with them. */
const CONTRACT_LAYERS = new Set(['contract', 'server']);

/** `contract`: only the contract tests fail. `failing`: the tests also fail without the change. */
const OUTCOMES = ['caught', 'contract', 'survived', 'untested', 'failing'] as const;
type Outcome = (typeof OUTCOMES)[number];

/**
 * Resolves with the test files that fail; with all of them if Vitest itself fails or does not end. Each is a file or a
 * folder of its project.
 */
async function failingTests(tests: readonly string[]): Promise<readonly string[]> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const project = tests[0] === CONTRACT_TESTS ? 'contract' : 'unit';
  const args = [vitest, 'run', '--project', project, '--bail', '1', '--reporter', 'json', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TRIAL_TIMEOUT_MS,
    detached: true,
  });
  const output = text(child.stdout);
  const [code] = (await once(child, 'exit')) as [number | null];
  // A worker whose changed code never ends would outlive Vitest.
  if (code === null && child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
  if (code === 0) return [];
  const failed = [...(await output).matchAll(/"status":"failed","message":"[^\n]*?","name":"([^"]+)"/g)];
  const names = new Set(failed.map(([, name = '']) => name));
  const found = tests.filter((test) => [...names].some((name) => name.endsWith(test)));
  return found.length === 0 ? tests : found;
}

/** Returns the test of the same name, then those of the same folder, then those with the fewest files in between. */
function nearestTests(tests: readonly string[], path: string): readonly string[] {
  const parts = path
    .replace(/^src/, 'test/unit')
    .replace(/\.tsx?$/, '')
    .split('/');
  const sharedCount = (test: string): number => {
    const names = test.replace(/\.test\.tsx?$/, '').split('/');
    const difference = parts.findIndex((part, index) => part !== names[index]);
    return difference < 0 ? parts.length : difference;
  };
  return tests.toSorted((one, other) => sharedCount(other) - sharedCount(one)).slice(0, MAX_TEST_FILES);
}

async function tryMutation(mutation: Mutation): Promise<Outcome> {
  const tests = nearestTests(await testsAffectedBy([mutation.path]), mutation.path);
  const hasContractTests = CONTRACT_LAYERS.has(layerOf(mutation.path));
  if (tests.length === 0 && !hasContractTests) return 'untested';
  const batches = [
    tests.slice(0, NEAREST_TEST_FILES),
    tests.slice(NEAREST_TEST_FILES),
    hasContractTests ? [CONTRACT_TESTS] : [],
  ].filter((batch) => batch.length > 0);
  const file = join(root, mutation.path);
  const before = readFileSync(file, 'utf8');
  const restore = (): void => writeFileSync(file, before);
  process.once('exit', restore);
  for (const some of batches) {
    writeFileSync(file, changedText(before, mutation));
    const failing = await failingTests(some);
    restore();
    if (failing.length === 0) continue;
    process.off('exit', restore);
    if ((await failingTests(failing)).length > 0) return 'failing';
    return some[0] === CONTRACT_TESTS ? 'contract' : 'caught';
  }
  process.off('exit', restore);
  return 'survived';
}

interface Trial {
  readonly layer: string;
  readonly importsVscode: boolean;
  readonly outcome: Outcome;
}

function report(trials: readonly Trial[]): void {
  const layers = [...new Set(trials.map(({ layer }) => layer))].sort();
  const writeRow = (name: string, row: readonly Trial[]): void => {
    const counts = OUTCOMES.map((outcome) =>
      String(row.filter((trial) => trial.outcome === outcome).length).padStart(outcome.length),
    );
    console.log([name.padEnd(20), ...counts].join('  '));
  };
  console.log(`\n${['layer'.padEnd(20), ...OUTCOMES].join('  ')}`);
  for (const layer of layers)
    writeRow(
      layer,
      trials.filter((trial) => trial.layer === layer),
    );
  writeRow('all', trials);
  writeRow(
    'all without vscode',
    trials.filter(({ importsVscode }) => !importsVscode),
  );
}

async function main([seed = '1', count = '50', minutes = '60']: readonly string[]): Promise<void> {
  const random = createRandomGenerator(Number(seed));
  const files = filesBelow('src', '.ts', '.tsx').filter(({ path }) => !LAYERS_LEFT_OUT.has(layerOf(path)));
  const layers = [...new Set(files.map(({ path }) => layerOf(path)))].sort();
  const end = Date.now() + Number(minutes) * 60_000;
  const trials: Trial[] = [];
  process.on('SIGINT', () => process.exit(1));
  process.on('SIGTERM', () => process.exit(1));
  for (let index = 0; trials.length < Number(count) && Date.now() < end; index += 1) {
    const layer = layers[index % layers.length] ?? '';
    const file = random.of(files.filter(({ path }) => layerOf(path) === layer));
    const mutations = mutationsOf(file.path, file.text);
    if (mutations.length === 0) continue;
    const mutation = random.of(mutations);
    const outcome = await tryMutation(mutation);
    trials.push({ layer, importsVscode: /^import (?!type).* from 'vscode';/m.test(file.text), outcome });
    const line = file.text.slice(0, mutation.start).split('\n').length;
    const before = file.text.slice(mutation.start, mutation.end).split('\n', 1)[0]?.slice(0, 80);
    console.log(`${outcome.padEnd(10)}${mutation.kind.padEnd(22)}${mutation.path}:${line}  ${before}`);
  }
  report(trials);
}

await main(process.argv.slice(2));
