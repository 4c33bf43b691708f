// Tests in the extension host which bundles are loaded and which commands are registered at activation.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { basename, dirname, join } from 'node:path';
import { commands, type Extension, extensions } from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Returns the file names of the loaded bundles. */
function loadedBundles(): string[] {
  return Object.keys(require.cache)
    .filter((file) => dirname(file) === join(contrailExtension().extensionPath, 'dist'))
    .map((file) => basename(file));
}

function contrailExtension(): Extension<unknown> {
  const extension = extensions.getExtension('contrail.contrail');
  ok(extension, 'the extension is installed');
  return extension;
}

describe('The extension', () => {
  it('loads only extension.cjs while the user is not signed in and does not use Contrail', async () => {
    // All extensions of an extension host share one module cache, so `loadedBundles` filters by folder.
    await contrailExtension().activate();
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    deepStrictEqual(loadedBundles(), ['extension.cjs']);
  });

  it('is active after activate() has resolved', async () => {
    await contrailExtension().activate();
    strictEqual(contrailExtension().isActive, true);
  });

  it('registers every command of package.json', async () => {
    const manifest: Manifest = contrailExtension().packageJSON;
    const registeredCommands = new Set(await commands.getCommands(true));
    const missingCommands = manifest.contributes.commands
      .map(({ command }) => command)
      .filter((id) => !registeredCommands.has(id));
    deepStrictEqual(missingCommands, []);
  });
});
