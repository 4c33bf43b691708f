// Builds the bundles that the extension host loads: Mocha's runner, and one for each test file.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Replaces `import.meta.url` of a module by the URL of its source file. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  setup(bundle) {
    bundle.onLoad({ filter: /\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

/** Builds the bundles. Resolves with the path of the bundle whose `run` function VS Code calls. */
export async function bundleHostTests(folder: string): Promise<string> {
  const sourceFolder = import.meta.dirname;
  const testFiles = readdirSync(sourceFolder).filter((name) => name.endsWith('.test.ts'));
  if (testFiles.length === 0) throw new Error('There are no tests for the extension host');
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: [
      { in: join(sourceFolder, 'mochaRunner.ts'), out: 'mochaRunner' },
      ...testFiles.map((name) => ({ in: join(sourceFolder, name), out: join('tests', name.replace(/\.ts$/, '')) })),
    ],
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    external: ['vscode', 'mocha'],
    plugins: [sourceUrls],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(folder, 'mochaRunner.cjs');
}
