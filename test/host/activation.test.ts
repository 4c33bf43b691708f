// Tests in the extension host that the extension loads little at startup and registers all of its
// commands.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { basename, dirname, join } from 'node:path';
import { commands, type Extension, extensions } from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** The names of the bundles loaded so far. */
function loaded(): string[] {
  return Object.keys(require.cache)
    .filter((file) => dirname(file) === join(contrail().extensionPath, 'dist'))
    .map((file) => basename(file));
}

function contrail(): Extension<unknown> {
  const found = extensions.getExtension('contrail.contrail');
  ok(found, 'the extension is there');
  return found;
}

describe('Activation', () => {
  it('loads only extension.cjs while the user is not signed in and does not use Contrail', async () => {
    // The extension activates after startup to check whether the user is signed in. This host shares one module cache
    // among all extensions.
    await contrail().activate();
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    deepStrictEqual(loaded(), ['extension.cjs']);
  });

  it('succeeds', async () => {
    await contrail().activate();
    strictEqual(contrail().isActive, true);
  });

  it('registers every command of package.json', async () => {
    const manifest: Manifest = contrail().packageJSON;
    const registered = new Set(await commands.getCommands(true));
    const missing = manifest.contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id));
    deepStrictEqual(missing, []);
  });
});
