// Tests in the extension host that a Quick Pick remains open if a webview page takes the focus.
import { strictEqual } from 'node:assert/strict';
import { commands, window } from 'vscode';
import { onUserClose } from '../../src/workbench/ui/reopenAfterFocusLoss.ts';
import { eventually } from './eventually.ts';

describe('A Quick Pick', () => {
  const countHides = async (
    times: number,
    now: () => number,
  ): Promise<{ readonly hidden: number; readonly left: number }> => {
    const box = window.createQuickPick();
    const counts = { hidden: 0, left: 0 };
    box.items = [{ label: 'A row' }];
    onUserClose(box, () => (counts.left += 1), now);
    box.onDidHide(() => (counts.hidden += 1));
    box.show();
    for (let time = 1; time <= times; time += 1) {
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await eventually(() => counts.hidden >= time);
    }
    const result = { ...counts };
    box.dispose();
    return result;
  };

  it('is shown again if VS Code closes it within 500 ms', async () => {
    strictEqual((await countHides(1, () => 0)).left, 0);
  });

  it('is canceled if VS Code closes it a second time', async () => {
    strictEqual((await countHides(2, () => 0)).left, 1);
  });

  it('is canceled if VS Code closes it more than 500 ms after it was shown', async () => {
    let time = 0;
    strictEqual((await countHides(1, () => (time += 1_000))).left, 1);
  });
});
