// Owns what a user has before she touches Contrail, and what she has right after: an extension that sleeps, then all of its commands.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { commands, type Extension, extensions } from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

function contrail(): Extension<unknown> {
  const found = extensions.getExtension('contrail.contrail');
  ok(found, 'the extension is there');
  return found;
}

describe('activation', () => {
  it('has not happened while nobody uses Contrail', () => {
    strictEqual(contrail().isActive, false);
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
