// Tests in the extension host that a Quick Pick stays open if the page in front takes the focus
// back.
import { strictEqual } from 'node:assert/strict';
import { commands, window } from 'vscode';
import { onHide } from '../../src/workbench/ui/prompts.ts';
import { eventually } from './eventually.ts';

describe('A Quick Pick', () => {
  const closings = async (
    times: number,
    now: () => number,
  ): Promise<{ readonly hidden: number; readonly left: number }> => {
    const box = window.createQuickPick();
    const seen = { hidden: 0, left: 0 };
    box.items = [{ label: 'A row' }];
    onHide(box, () => (seen.left += 1), now);
    box.onDidHide(() => (seen.hidden += 1));
    box.show();
    for (let time = 1; time <= times; time += 1) {
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await eventually(() => seen.hidden >= time);
    }
    const told = { ...seen };
    box.dispose();
    return told;
  };

  it('is shown again if it closes within 500 ms', async () => {
    strictEqual((await closings(1, () => 0)).left, 0);
  });

  it('is cancelled if it closes a second time', async () => {
    strictEqual((await closings(2, () => 0)).left, 1);
  });

  it('is cancelled at once if it was open for longer', async () => {
    let time = 0;
    strictEqual((await closings(1, () => (time += 1_000))).left, 1);
  });
});
