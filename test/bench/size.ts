// Measures sizes: what activation loads, the package, and each page against the libraries that it
// contains.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { packageExtension } from '../support/setup/package.mjs';
import { packageFile, root } from '../support/setup/paths.mjs';
import { atMost, exactly, type Measure } from './measure.ts';

/** Kilobytes, gzipped. */
const ACTIVATION = 60;
/** Kilobytes. */
const PACKAGE = 700;

/**
 * `ratio` is the size of the minified scripts divided by the size of the libraries in them. `gzip` is the size of all
 * scripts and the style sheet in kilobytes: the value of November 2026, plus five percent.
 */
const pages = [
  { name: 'main', ratio: 1.25, gzip: 205 },
  { name: 'overview', ratio: 2, gzip: 11.8 },
  { name: 'stickies', ratio: 1.15, gzip: 191 },
] as const;

type Outputs = Metafile['outputs'];

export async function size(): Promise<readonly Measure[]> {
  await packageExtension({ quiet: true });
  return weigh();
}

/** Measures the bundles of the last build. */
export function weigh(): readonly Measure[] {
  const { outputs }: { readonly outputs: Outputs } = JSON.parse(
    readFileSync(join(root, 'dist', 'metafile.json'), 'utf8'),
  );
  const door = 'dist/extension.cjs';
  return [
    atMost('what activation loads, gzipped, against what is allowed', gzipped([door]), ACTIVATION, 1, 'kB'),
    exactly('packages in what activation loads', librariesIn(outputs, [door]).packages, 0, 'packages'),
    atMost('the .vsix, against what is allowed', statSync(packageFile).size / 1000, PACKAGE, 1, 'kB'),
    ...pages.flatMap(({ name, ratio, gzip }) => {
      const entry = `dist/webview/${name}.js`;
      const scripts = reachedFrom(entry, outputs);
      const sheet = outputs[entry]?.cssBundle;
      return [
        atMost(
          `scripts of the page ${name}, against its libraries alone`,
          minified(scripts),
          librariesIn(outputs, scripts).weight,
          ratio,
          'kB',
        ),
        atMost(
          `the page ${name} with its style, gzipped, against what is allowed`,
          gzipped([...scripts, ...(sheet ? [sheet] : [])]),
          gzip,
          1,
          'kB',
        ),
      ];
    }),
  ];
}

/** Returns the scripts that a page may load, at once or later, including shared ones. */
function reachedFrom(entry: string, outputs: Outputs, seen = new Set<string>()): string[] {
  seen.add(entry);
  for (const { path } of outputs[entry]?.imports ?? [])
    if (path.endsWith('.js') && !seen.has(path)) reachedFrom(path, outputs, seen);
  return [...seen];
}

function minified(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0) / 1000;
}

/** Returns the sum of the sizes of the files, each gzipped separately, in kilobytes. */
function gzipped(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file))).length, 0) / 1000;
}

function librariesIn(
  outputs: Outputs,
  files: readonly string[],
): { readonly packages: number; readonly weight: number } {
  const inputs = files
    .flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}))
    .filter(([path]) => path.includes('node_modules/'));
  const packages = new Set(inputs.map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
  return {
    packages: packages.size,
    weight: inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) / 1000,
  };
}
