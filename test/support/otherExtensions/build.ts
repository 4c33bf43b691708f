// Builds the test extensions that run in the same extension host as Contrail.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The ids and titles of the commands of each extension, by the name of its source file. */
const commands = {
  globalFetch: [['otherExtensions.fetch', 'Fetch Again']],
  nodeHttps: [['otherExtensions.call', 'Call Again']],
  agent: [
    ['otherExtensions.change', 'Change Work Item'],
    ['otherExtensions.comment', 'Comment Externally'],
  ],
  model: [['otherExtensions.prepareAgent', 'Prepare Agent']],
} as const;

/** Resolves with the folders of the built extensions. VS Code activates the extensions when a window opens. */
export async function buildOtherExtensions(
  home: string,
  names: readonly (keyof typeof commands)[] = ['globalFetch', 'nodeHttps'],
): Promise<readonly string[]> {
  const folders = names.map(async (name) => {
    const folder = join(home, `otherExtensions.${name}-1.0.0`);
    mkdirSync(folder, { recursive: true });
    const manifest = {
      name,
      publisher: 'otherExtensions',
      version: '1.0.0',
      engines: { vscode: '^1.103.0' },
      main: './main.cjs',
      activationEvents: ['*'],
      extensionKind: ['workspace'],
      contributes: {
        commands: commands[name].map(([command, title]) => ({ command, title, category: 'Other Extensions' })),
        ...(name === 'model' ? { languageModelChatProviders: [{ vendor: 'scripted', displayName: 'Scripted' }] } : {}),
      },
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
