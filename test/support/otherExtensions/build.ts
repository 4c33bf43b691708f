// Builds the two test extensions that run in the same extension host as Contrail.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const commands = { fetching: ['neighbours.fetch', 'Fetch Again'], calling: ['neighbours.call', 'Call Again'] } as const;

/** Resolves with the folders of the built extensions. VS Code activates the extensions when a window opens. */
export async function buildOtherExtensions(home: string): Promise<readonly string[]> {
  const folders = Object.entries(commands).map(async ([name, [command, title]]) => {
    const folder = join(home, `neighbours.${name}-1.0.0`);
    mkdirSync(folder, { recursive: true });
    const manifest = {
      name,
      publisher: 'neighbours',
      version: '1.0.0',
      engines: { vscode: '^1.96.0' },
      main: './main.cjs',
      activationEvents: ['*'],
      extensionKind: ['workspace'],
      contributes: { commands: [{ command, title, category: 'Neighbours' }] },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    await build({
      entryPoints: [join(import.meta.dirname, `${name}.ts`)],
      outfile: join(folder, 'main.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node24',
      external: ['vscode'],
      logLevel: 'warning',
    });
    return folder;
  });
  return Promise.all(folders);
}
