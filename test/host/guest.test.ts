// Owns being a good guest: the extension host's globals and the folder's settings are as they were.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { commands, workspace } from 'vscode';

const SLOTS = [1, 2].map((n) => Symbol.for(`undici.globalDispatcher.${n}`));

describe('a good guest', () => {
  it('leaves the host’s fetch and its dispatcher as they are, also after requests were made', async () => {
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

  it('lets no folder open the local workspace', () => {
    const found = workspace.getConfiguration('contrail').inspect('localWorkspace.openOnStart');
    strictEqual(found?.workspaceValue, undefined);
    strictEqual(found?.defaultValue, false);
  });
});
