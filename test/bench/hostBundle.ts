// Owns the bundle of a measure that is taken inside the extension host.
import { join } from 'node:path';
import { build } from 'esbuild';

/** Resolves with the file whose run() the workbench is to call. */
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
