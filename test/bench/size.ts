// Measures the sizes of the .vsix, the code that activation loads, and the page scripts.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { packageExtension } from '../support/setup/package.mjs';
import { packageFile, root } from '../support/setup/paths.mjs';
import { countEquals, type Measure, ratioAtMost } from './measure.ts';

/** The limit for the gzipped code that activation loads. */
const MAX_ACTIVATION_KB = 60;
const MAX_PACKAGE_KB = 1000;

/**
 * The limits for each page. `ratio` is the size of the minified scripts divided by the size of the libraries in them.
 * `gzip` is the gzipped size of all scripts and the style sheet in kilobytes: the size in November 2026 plus 2 %,
 * with the sections for sub-items, relations and links, and with the rules for hidden characters (5 kB of script).
 */
const pages = [
  { name: 'main', ratio: 1.3, gzip: 217 },
  { name: 'overview', ratio: 2.5, gzip: 13.3 },
  { name: 'stickies', ratio: 1.15, gzip: 191 },
] as const;

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
      'code that activation loads, gzipped, against the limit',
      gzippedKb([activationBundle]),
      MAX_ACTIVATION_KB,
      1,
      'kB',
    ),
    countEquals(
      'npm packages in the code that activation loads',
      librariesIn(outputs, [activationBundle]).packages,
      0,
      'packages',
    ),
    ratioAtMost('the .vsix, against the limit', statSync(packageFile).size / 1000, MAX_PACKAGE_KB, 1, 'kB'),
    ...pages.flatMap(({ name, ratio, gzip }) => {
      const entry = `dist/webview/${name}.js`;
      const scripts = scriptsOf(entry, outputs);
      const sheet = `dist/webview/${name === 'main' ? name : `${name}Page`}.css`;
      return [
        ratioAtMost(
          `scripts of the page ${name}, against its libraries alone`,
          sizeInKb(scripts),
          librariesIn(outputs, scripts).codeSizeInKb,
          ratio,
          'kB',
        ),
        ratioAtMost(
          `the page ${name} with its style sheet, gzipped, against the limit`,
          gzippedKb([...scripts, sheet]),
          gzip,
          1,
          'kB',
        ),
      ];
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

function sizeInKb(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0) / 1000;
}

/** Returns the total size in kilobytes of the files, each gzipped separately. */
function gzippedKb(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file))).length, 0) / 1000;
}

function librariesIn(
  outputs: Outputs,
  files: readonly string[],
): { readonly packages: number; readonly codeSizeInKb: number } {
  const inputs = files
    .flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}))
    .filter(([path]) => path.includes('node_modules/'));
  const packages = new Set(inputs.map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
  return {
    packages: packages.size,
    codeSizeInKb: inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) / 1000,
  };
}
