// Tests that the extension changes no globals of the extension host, and that a folder can't open
// the local workspace.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { commands, workspace } from 'vscode';

const SLOTS = [1, 2].map((n) => Symbol.for(`undici.globalDispatcher.${n}`));

describe('The extension', () => {
  it('does not replace the host’s fetch and dispatcher, even after it sent requests', async () => {
    void globalThis.fetch;
    const host = globalThis as unknown as Record<symbol, unknown>;
    const before = SLOTS.map((slot) => host[slot]);
    const { fetch } = globalThis;
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.refresh');
    deepStrictEqual(
      SLOTS.map((slot) => host[slot] === before[SLOTS.indexOf(slot)]),
      [true, true],
    );
    strictEqual(globalThis.fetch, fetch);
  });

  it('does not open the local workspace by a folder’s setting', () => {
    const found = workspace.getConfiguration('contrail').inspect('localWorkspace.openOnStart');
    strictEqual(found?.workspaceValue, undefined);
    strictEqual(found?.defaultValue, false);
  });
});
