// Measures the sizes of the .vsix, the code that activation loads, and the page scripts.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { desktopSize } from '../package/zip.ts';
import { packageExtension } from '../support/setup/child.mjs';
import { packageFile, root } from '../support/setup/paths.mjs';
import { countEquals, type Measure, ratioAtMost } from './measure.ts';

/** The size in November 2026 plus 10 %. */
const MAX_ACTIVATION_KB = 14;
const MAX_PACKAGE_KB = 1000;

/** The limits for the scripts and style sheets of each page, gzipped, in kB: the sizes in November 2026 plus 10 %. */
const MAX_PAGE_KB = { main: 247, overview: 25, stickies: 221 };

type Outputs = Metafile['outputs'];

export async function benchSize(): Promise<readonly Measure[]> {
  await packageExtension({ quiet: true });
  return measureSizes();
}

/** Measures the bundles of the last build. */
export function measureSizes(): readonly Measure[] {
  const { outputs }: { readonly outputs: Outputs } = JSON.parse(
    readFileSync(join(root, 'dist', 'metafile.json'), 'utf8'),
  );
  const activationBundle = 'dist/extension.cjs';
  return [
    ratioAtMost(
      'code that activation loads, against the limit',
      statSync(join(root, activationBundle)).size / 1000,
      MAX_ACTIVATION_KB,
      1,
      'kB',
    ),
    countEquals('npm packages in the code that activation loads', packagesIn(outputs[activationBundle]), 0, 'packages'),
    ratioAtMost(
      'the .vsix without translations and the bundle for browsers, against the limit',
      desktopSize(readFileSync(packageFile)) / 1000,
      MAX_PACKAGE_KB,
      1,
      'kB',
    ),
    ...Object.entries(MAX_PAGE_KB).map(([name, limit]) => {
      const sheets = name === 'main' ? ['main.css'] : ['main.css', `${name}Page.css`];
      return ratioAtMost(
        `the page ${name} with its style sheets, gzipped, against the limit`,
        gzippedKb([...scriptsOf(`dist/webview/${name}.js`, outputs), ...sheets.map((file) => `dist/webview/${file}`)]),
        limit,
        1,
        'kB',
      );
    }),
  ];
}

/** Returns the script `entry` and all scripts that it imports, statically or dynamically. */
function scriptsOf(entry: string, outputs: Outputs, scripts = new Set<string>()): string[] {
  scripts.add(entry);
  for (const { path } of outputs[entry]?.imports ?? [])
    if (path.endsWith('.js') && !scripts.has(path)) scriptsOf(path, outputs, scripts);
  return [...scripts];
}

/** Returns the total size in kilobytes of the files, each gzipped separately. */
function gzippedKb(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file))).length, 0) / 1000;
}

/** Returns the number of npm packages whose code is in a bundle. */
function packagesIn(bundle: Outputs[string] | undefined): number {
  const names = Object.keys(bundle?.inputs ?? {}).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  return new Set(names).size;
}
