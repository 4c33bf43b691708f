// Owns what a user has before she touches Contrail, and what she has right after: an extension that sleeps, then all of
// its commands.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { basename, dirname, join } from 'node:path';
import { commands, type Extension, extensions } from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** The bundles that were read so far. */
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

describe('activation', () => {
  it('loads nothing that lies behind the door while nobody is signed in and nobody uses Contrail', async () => {
    // It wakes when the window has started, to see whether somebody is signed in. This host keeps the modules of all
    // extensions in one place.
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

  it('registers every command of the manifest', async () => {
    const manifest: Manifest = contrail().packageJSON;
    const registered = new Set(await commands.getCommands(true));
    const missing = manifest.contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id));
    deepStrictEqual(missing, []);
  });
});
