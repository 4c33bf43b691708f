// Bundles a measurement that runs in the extension host.
import { join } from 'node:path';
import { build } from 'esbuild';

/** Resolves with the path of the bundle. VS Code calls its function `run`. */
export async function bundleForHost(source: string, home: string): Promise<string> {
  const outfile = join(home, 'inHost.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return outfile;
}
