// Tests in the extension host that a Quick Pick remains open if a webview page takes the focus.
import { strictEqual } from 'node:assert/strict';
import { commands, window } from 'vscode';
import { onUserClose } from '../../src/shell/prompts/quickPickList.ts';
import { eventually } from './eventually.ts';

describe('A Quick Pick', () => {
  const countCloseEvents = async (
    times: number,
    now: () => number,
    staysOpen = false,
  ): Promise<{ readonly hideCount: number; readonly userCloseCount: number }> => {
    const box = window.createQuickPick();
    const counts = { hideCount: 0, userCloseCount: 0 };
    box.items = [{ label: 'A row' }];
    box.ignoreFocusOut = staysOpen;
    onUserClose(box, () => (counts.userCloseCount += 1), now);
    box.onDidHide(() => (counts.hideCount += 1));
    box.show();
    for (let time = 1; time <= times; time += 1) {
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await eventually(() => counts.hideCount >= time);
    }
    const result = { ...counts };
    box.dispose();
    return result;
  };

  it('is shown again if VS Code closes it within 500 ms', async () => {
    strictEqual((await countCloseEvents(1, () => 0)).userCloseCount, 0);
  });

  it('is canceled if VS Code closes it a second time', async () => {
    strictEqual((await countCloseEvents(2, () => 0)).userCloseCount, 1);
  });

  it('is canceled the first time if it stays open without the focus', async () => {
    strictEqual((await countCloseEvents(1, () => 0, true)).userCloseCount, 1);
  });

  it('is canceled if VS Code closes it more than 500 ms after it was shown', async () => {
    let time = 0;
    strictEqual((await countCloseEvents(1, () => (time += 1_000))).userCloseCount, 1);
  });
});
