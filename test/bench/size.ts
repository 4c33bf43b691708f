// Owns the weights of what is handed to people: what activation reads, the package, and each page against the libraries
// that it carries.
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
 * `ratio` is of the minified scripts to what of them the libraries are; `gzip` is in kilobytes, of all scripts and the
 * style sheet: what they weighed in November 2026 and a twentieth more.
 */
const pages = [
  { name: 'main', ratio: 1.25, gzip: 205 },
  { name: 'overview', ratio: 2, gzip: 11 },
  { name: 'stickies', ratio: 1.15, gzip: 191 },
] as const;

type Outputs = Metafile['outputs'];

export async function size(): Promise<readonly Measure[]> {
  await packageExtension({ quiet: true });
  return weigh();
}

/** Of the bundles that were made last. */
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

/** The scripts that a page may load, now or later, shared ones included. */
function reachedFrom(entry: string, outputs: Outputs, seen = new Set<string>()): string[] {
  seen.add(entry);
  for (const { path } of outputs[entry]?.imports ?? [])
    if (path.endsWith('.js') && !seen.has(path)) reachedFrom(path, outputs, seen);
  return [...seen];
}

function minified(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0) / 1000;
}

/** Each for itself, as they travel. */
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
