// Owns the bundles that the extension host loads: mocha's runner, and each file of tests by itself.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** A module that asks where it lies is told where its source does. */
const whereItLies: Plugin = {
  name: 'where-it-lies',
  setup(bundle) {
    bundle.onLoad({ filter: /\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

/** Resolves with the file whose run() the workbench is to call. */
export async function bundleHostTests(folder: string): Promise<string> {
  const here = import.meta.dirname;
  const tests = readdirSync(here).filter((name) => name.endsWith('.test.ts'));
  if (tests.length === 0) throw new Error('There are no tests for the extension host');
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: [
      { in: join(here, 'inside.ts'), out: 'inside' },
      ...tests.map((name) => ({ in: join(here, name), out: join('tests', name.replace(/\.ts$/, '')) })),
    ],
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    external: ['vscode', 'mocha'],
    plugins: [whereItLies],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(folder, 'inside.cjs');
}
