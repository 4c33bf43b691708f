// Tests in the extension host that the extension changes no global object.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { commands } from 'vscode';

const DISPATCHER_SYMBOLS = [1, 2].map((n) => Symbol.for(`undici.globalDispatcher.${n}`));

describe('The extension', () => {
  it('replaces neither global fetch nor undici’s global dispatcher, even after it has sent requests', async () => {
    void globalThis.fetch;
    const globalObject = globalThis as unknown as Record<symbol, unknown>;
    const originalDispatchers = DISPATCHER_SYMBOLS.map((symbol) => globalObject[symbol]);
    const { fetch } = globalThis;
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.refreshProjects');
    deepStrictEqual(
      DISPATCHER_SYMBOLS.map(
        (symbol) => globalObject[symbol] === originalDispatchers[DISPATCHER_SYMBOLS.indexOf(symbol)],
      ),
      [true, true],
    );
    strictEqual(globalThis.fetch, fetch);
  });
});
