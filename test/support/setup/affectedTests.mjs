// Finds the unit tests that a change affects. Vitest's option `--changed` finds the same tests, but transforms all
// files for that, which takes nine seconds; esbuild needs less than one.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.mjs';

const TEST_FOLDER = 'test/unit';

/** A change of one of these files can affect every test. */
const GLOBAL_FILES = new Set(['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']);

/**
 * Returns the paths of the unit tests that import one of these files directly or indirectly, relative to the
 * repository, those with the fewest files in between first. All paths are separated by slashes.
 * @param {readonly string[]} changedFiles
 * @param {typeof importersOf} readImporters
 * @returns {Promise<string[]>}
 */
export async function testsAffectedBy(changedFiles, readImporters = importersOf) {
  const tests = unitTests();
  if (changedFiles.some((file) => GLOBAL_FILES.has(file))) return tests;
  const importers = await readImporters(tests);
  const affectedFiles = new Set(changedFiles);
  // Files that are added during the loop are visited too.
  for (const file of affectedFiles) for (const importer of importers.get(file) ?? []) affectedFiles.add(importer);
  const allTests = new Set(tests);
  return [...affectedFiles].filter((file) => allTests.has(file));
}

/** @returns {string[]} */
function unitTests() {
  return readdirSync(join(root, TEST_FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${TEST_FOLDER}/${file.replaceAll('\\', '/')}`);
}

/**
 * Returns the files that import each file, for the tests and all files below them.
 * @param {readonly string[]} tests
 * @returns {Promise<Map<string, string[]>>}
 */
export async function importersOf(tests) {
  const { metafile } = await build({
    stdin: { contents: tests.map((test) => `import './${test}';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'none',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // Type imports are not in the graph: the compiler finds the errors that they cause.
    treeShaking: false,
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [file, { imports }] of Object.entries(metafile.inputs))
    for (const { path } of imports) importers.set(path, [...(importers.get(path) ?? []), file]);
  return importers;
}
